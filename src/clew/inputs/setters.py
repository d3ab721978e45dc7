"""Attributes that code of the project sets of objects which are not its own, or past the `__setattr__` of their class.

Read off the texts: plain assignments, `setattr` under any name, and namespaces (`vars`, `__dict__`); so are private
attributes whose contents are changed, or handed on, by code that is not their object's.  Functions inside of methods
count as others, since they may be handed out.  Who hands out a namespace, or what sets attributes, lets others set any.
"""

from __future__ import annotations

import operator
import re
import sys
import types
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from typing import Any, Final

from clew.analysis.names_as_values import BY_NAME
from clew.analysis.state import SET_IN_TEXT
from clew.effects.changes import HARMLESS, MUTATORS
from clew.effects.library import COMPUTED, HOLDING, LOOKING, NAMING, PLAIN, SHOWN
from clew.effects.watched import Elsewhere
from clew.frontend.module import ANY_NAME, is_private
from clew.inputs.signatures import Catalogue
from clew.ir import tree as ir
from clew.ir.operators import ALWAYS_BOOL, COMPARISONS, IN_PLACE
from clew.ir.walk import lasting_receiver, nodes
from clew.records import dataclass

_LATER: Final = frozenset({"<lambda>", "<genexpr>"})  # functions that run when their method has ended
_METHODS: Final = frozenset({"__setattr__", "__delattr__", "__set__", "__delete__"})
_FUNCTIONS: Final = frozenset({"setattr", "delattr"})
_ASKED: Final = ALWAYS_BOOL | COMPARISONS.keys()
_MEASURING: Final = PLAIN | SHOWN
# Functions and methods that only look at the container they are given, and at most copy it.
_LOOKING: Final = (_MEASURING | COMPUTED | HOLDING | LOOKING["set"] | {
    "update", "extend", "difference_update", "intersection_update",  # of others, which these change
    "format_map", "join", "dumps", "dump", "deepcopy", "pformat", "debug", "info",
}) - {"iter"}  # fmt: skip


def set_elsewhere(catalogue: Catalogue) -> Elsewhere:
    if catalogue.set_elsewhere is None:
        catalogue.set_elsewhere = _set_elsewhere(catalogue)
    return catalogue.set_elsewhere


def unmangled(name: str) -> str:
    """As the class body writes it."""
    return re.sub(r"^_\w*?(?=__)", "", name)


def is_used_by_others(catalogue: Catalogue, method: str) -> bool:
    """Does code of the project use a method of this name, which is private, of objects that are not its own?"""
    known = set_elsewhere(catalogue)
    return not (known.called | known.private).isdisjoint((method, unmangled(method), ANY_NAME))


def _set_elsewhere(catalogue: Catalogue) -> Elsewhere:
    others = catalogue.others
    private, past, copied = (
        {*filter(_is_private_or_any, others.assigned)},
        {*others.assigned, *((ANY_NAME,) if others.past else ())},
        False,
    )
    touched, inside, called = {*others.private}, {*others.private}, {*others.private}
    in_spaces = {*({ANY_NAME} & others.assigned)}
    spaces = [vars(sys.modules[name]) for name in catalogue.modules if name in sys.modules]
    aliases = {name for space in spaces for name, value in list(space.items()) if _sets(value)}
    private |= {
        value.__name__
        for space in spaces
        for value in list(space.values())
        if isinstance(value, types.MemberDescriptorType) and is_private(value.__name__)
    }
    in_tables = not catalogue.handed_on.isdisjoint(_FUNCTIONS | _METHODS)
    if in_tables or any(not name.startswith("_") for name in aliases):  # callers have it
        private.add(ANY_NAME)
        past.add(ANY_NAME)
    if not catalogue.handed_on.isdisjoint(BY_NAME):  # under whatever name, with whatever names
        touched.add(ANY_NAME)
        called.add(ANY_NAME)
    for name in (name for space in spaces for value in list(space.values()) for name in _asked_by(value)):
        touched.add(name)
        called.add(name)
    called |= {name for name in catalogue.handed_on if is_private(name)}  # `put = A._put`
    made = _set_by_constructors(catalogue)
    for text in (each for each in catalogue.texts() if each.name != "__new__"):
        if any(isinstance(n, ir.Attr | ir.MethodCall) and n.name == "__new__" for n in nodes(text.body)):
            private |= made.difference(n.name for n in nodes(text.body) if isinstance(n, ir.SetAttr))
        inner = (n for n in nodes(text.body) if isinstance(n, ir.Function) and n.name in _LATER)
        for function, own in ((text, _own_object(text)), *((each, None) for each in inner)):
            reading = _Reading(own, text.name == "__init__", aliases)
            for name, plain in reading.names(function):
                private.update([name] if name == ANY_NAME or name[:1] == "_" else ())
                past.update(() if plain else [name])
            in_spaces |= reading.in_spaces
            touched |= reading.touched
            inside |= reading.inside(function)
            called |= reading.called
            copied |= reading.copied
    return Elsewhere(
        frozenset(private),
        frozenset(past),
        frozenset(touched),
        frozenset(inside),
        frozenset(called),
        copied,
        frozenset(in_spaces),
    )


def _set_by_constructors(catalogue: Catalogue) -> frozenset[str]:
    """The private attributes that an object which is made without its constructor may lack."""
    texts = (text for text in catalogue.texts() if text.name in ("__init__", "__post_init__"))
    found = {n.name for text in texts for n in nodes(text.body) if isinstance(n, ir.SetAttr)}
    found.update(*(vars(cls).get("__dataclass_fields__", ()) for cls in catalogue.classes()))
    return frozenset(filter(is_private, found))


def _sets(value: object) -> bool:
    """Is it `setattr`, `object.__setattr__` or the like?"""
    if isinstance(value, types.WrapperDescriptorType | types.MethodWrapperType):
        return value.__name__ in _METHODS
    return value is setattr or value is delattr


def _asked_by(value: object) -> Iterator[str]:
    """The names with which `attrgetter` and `methodcaller` were made that a module or a class has."""
    members = list(vars(value).values()) if isinstance(value, type) else [value]
    for member in (m.fget if isinstance(m, property) else m for m in members):
        if isinstance(member, operator.attrgetter | operator.methodcaller):
            yield from (name for name in member.__reduce__()[1] if isinstance(name, str) and is_private(name))


def _own_object(function: ir.Function) -> ir.Var | None:
    """The variable that holds the object whose method it is."""
    *_, around, _ = ("", *function.qualname.split("."))
    if around == "<locals>":
        return None
    of_class = not {"classmethod", "staticmethod"}.isdisjoint(function.decorators)
    if of_class or not around or not function.parameters or (function.receiver and not lasting_receiver(function)):
        return None
    return ir.Var(function.parameters[0].name)


@dataclass(slots=True)
class _Reading:
    """One function.  own: the variable with its object; makes: is it a constructor?  aliases: global names of what sets
    attributes.

    The others are variables, by what they hold: setters: what sets attributes; spaces: namespaces of other objects;
    leaking: these, and namespaces of its own, which nobody else may get; making: `vars`; copying: `copy`; looking:
    functions that only look at what they are given; asking: `getattr` and its like; its: what stands for its own
    object; holders: with what a private attribute of another object holds, by its name.  touched: those of which that
    is changed or handed on; called: names of private methods of others; copied: are other objects copied?
    """

    own: ir.Var | None
    makes: bool
    aliases: Collection[str]
    touched: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    copied: bool = False
    asking: set[ir.Atom] = field(default_factory=set)
    its: set[ir.Atom | None] = field(default_factory=set)
    holders: dict[ir.Atom | None, str] = field(default_factory=dict)
    setters: set[ir.Atom | None] = field(default_factory=set)
    spaces: set[ir.Atom | None] = field(default_factory=set)
    leaking: set[ir.Atom | None] = field(default_factory=set)
    making: set[ir.Atom] = field(default_factory=set)
    copying: set[ir.Atom] = field(default_factory=set)
    looking: set[ir.Atom] = field(default_factory=set)
    measuring: set[ir.Atom] = field(default_factory=set)  # of those, what gives a number, a text or a truth value
    in_spaces: set[str] = field(default_factory=set)

    def names(self, function: ir.Function) -> Iterator[tuple[str, bool]]:
        """Of attributes that are set, and whether by plain assignments."""
        for node in nodes(function.body, nested=False):
            yield from self.set_by(node)
            match node:
                case ir.Assign(target, value):
                    self.note(target, value)
            given = [] if self.only_looks(node) else [*handed_on(node)]
            if not self.leaking.isdisjoint(given):
                yield ANY_NAME, False  # `partial(setattr, o)`, `return vars(o)`
            self.touched.update(self.holders[o] for o in (*given, *changed_by(node)) if o in self.holders)

    def note(self, target: ir.Var, value: ir.Value) -> None:
        """What the variable holds now."""
        match value:
            case ir.Global("vars"):
                self.making.add(target)
            case ir.Global("copy"):
                self.copying.add(target)
            case ir.Global(name) if name in _FUNCTIONS or name in self.aliases:
                self.sets(target)
            case ir.Global(name) if name in _LOOKING:
                self.looking.add(target)
                self.measuring.update([target] if name in _MEASURING else ())
            case ir.Attr(_, name) if name in _METHODS:
                self.sets(target)
            case ir.SuperCall():
                self.its.add(target)
            case ir.Global(name) if name in NAMING:
                self.asking.add(target)
            case ir.Attr(o, name) if o in self.leaking and name not in LOOKING["dict"]:
                self.leaking.add(target)
            case ir.Attr(o, name) if is_private(name) and not self.is_own(o):
                self.holders[target] = name
                self.called.add(name)
            case ir.MethodCall(o, name) if is_private(name) and not self.is_own(o):
                self.called.add(name)
            case ir.Call(callee, (o, *names)) if callee in self.asking:
                self.asked(o, names)
            case ir.MethodCall(_, name, (o, *names)) if name in NAMING:
                self.asked(o, names)
            case ir.Attr(o, "__dict__"):
                self.shows(o, target)
            case ir.Call(callee, (o,)) if callee in self.making:
                self.shows(o, target)
            case ir.MethodCall(callee, "copy", (o,)) | ir.Call(callee, (o,)) if callee in self.copying:
                self.copied |= o != self.own

    def is_own(self, o: object) -> bool:
        return o == self.own or o in self.its

    def asked(self, o: ir.Argument, names: Sequence[ir.Argument]) -> None:
        """By a name: `getattr(o, "_xs")`, `attrgetter("_xs")`."""
        if self.is_own(o) and names:
            return
        for each in (o, *names[:1]):
            name = each.value if isinstance(each, ir.Const) else ANY_NAME if each in names else None
            if name == ANY_NAME or (isinstance(name, str) and is_private(name)):
                self.touched.add(name)
                self.called.add(name)

    def inside(self, function: ir.Function) -> set[str]:
        """The attributes of others of which something inside may be had: all but those that are only looked at."""
        used = Counter(n for n in nodes(function.body, nested=False) if isinstance(n, ir.Var) and n in self.holders)
        used.subtract(dict.fromkeys(used, 1))  # where it is assigned
        for node in nodes(function.body, nested=False):
            used.subtract(self.looked_at(node))
        return {self.holders[holder] for holder, times in used.items() if times > 0}

    def looked_at(self, node: Any) -> Iterable[Any]:
        match node:
            case ir.If(condition):
                return (condition,)
            case ir.Assign(_, ir.Binary(op, left, right)) if op in _ASKED:
                return (left, right)
            case ir.Assign(_, ir.Unary("not" | "is-sequence" | "is-mapping", o)):
                return (o,)
            case ir.Assign(_, ir.Call(callee, given)) if callee in self.measuring:
                return given
            case ir.Assign(_, ir.MethodCall(o, "count" | "index")):
                return (o,)
        return ()

    def sets(self, target: ir.Var) -> None:
        self.setters.add(target)
        self.leaking.add(target)

    def shows(self, o: object, target: ir.Var) -> None:
        """The namespace of `o`."""
        self.leaking.add(target)
        if o != self.own:
            self.spaces.add(target)
            self.touched.add(ANY_NAME)

    def only_looks(self, node: Any) -> bool:
        """Is the statement a call of what at most copies the containers that it is given?"""
        match node:
            case ir.Assign(_, ir.Call(callee)):
                return callee in self.looking
            case ir.Assign(_, ir.MethodCall(_, name)):
                return name in _LOOKING
        return False

    def set_by(self, node: Any) -> Iterator[tuple[str, bool]]:
        match node:
            case ir.SetAttr(o, "__dict__"):
                yield ANY_NAME, False
                self.in_spaces.update([ANY_NAME] if o != self.own else ())
            case ir.SetAttr(o, name) | ir.DelAttr(o, name) if o != self.own or name == "__class__":
                yield name, True
            case ir.Assign(_, ir.Call(callee, (o, name, *_))) if callee in self.setters and o != self.own:
                yield _named(name), False
            case ir.Assign(_, ir.Call(callee, (ir.Star(), *_))) if callee in self.setters:
                yield ANY_NAME, False
            case ir.Assign(_, ir.Call(callee, given)) if callee not in self.measuring and any(
                map(_names_setter, given)
            ):
                yield ANY_NAME, False  # `methodcaller("__setattr__", …)`, `getattr(o, "__dict__")`
            case ir.Assign(_, ir.MethodCall(o, method, given)) if method in _METHODS:
                about, *rest = (o, *given) if len(given) < 3 else given
                if about != self.own and rest:
                    yield _named(rest[0]), False
            case ir.Assign(_, ir.MethodCall(o, "__init__" | "__post_init__", given)) if not self.makes:
                if self.own not in (o, *given):
                    yield ANY_NAME, True  # made a second time
            case ir.SetItem(o, name) | ir.DelItem(o, name) if o in self.spaces:
                yield _named(name), False
                self.in_spaces.add(_named(name))
            case ir.Assign(_, ir.MethodCall(o, name)) if o in self.spaces and name in MUTATORS:
                yield ANY_NAME, False
                self.in_spaces.add(ANY_NAME)
            case ir.Assign(_, ir.Binary("|=", o)) if o in self.spaces:
                yield ANY_NAME, False
                self.in_spaces.add(ANY_NAME)
            case ir.Native(text) | ir.NativeStatement(text):
                yield from ((name, False) for _, name in SET_IN_TEXT.findall(text))
                if any(word in text for word in ("setattr", "__dict__", "vars(")):
                    yield ANY_NAME, False
                    self.in_spaces.add(ANY_NAME)


def _names_setter(argument: object) -> bool:
    return isinstance(argument, ir.Const) and (argument.value == "__dict__" or argument.value in _METHODS)


def handed_on(node: Any) -> Iterator[ir.Atom | None]:
    """The variables of a statement whose objects somebody else may have then."""
    match node:
        case ir.Return(value) | ir.SetAttr(_, _, value) | ir.SetItem(_, _, value) | ir.SetGlobal(_, value):
            yield value
        case ir.Raise(value, cause):
            yield from (value, cause)
        case ir.Assign(_, ir.Yield(value)):
            yield value
        case ir.Assign(_, ir.Var() as value):
            yield value
        case ir.Assign(_, ir.Display(_, items)):
            yield from map(_passed, items)
        case ir.Assign(_, ir.DictDisplay(pairs)):
            yield from (value for key, value in pairs if key is not None)
        case ir.Assign(_, ir.Call(_, given) | ir.MethodCall(_, _, given)):
            yield from map(_passed, given)


def _is_private_or_any(name: str) -> bool:
    return name == ANY_NAME or is_private(name)


def changed_by(node: Any) -> Iterator[ir.Atom]:
    """The variables whose objects a statement changes, as far as it is not known to look at them only."""
    match node:
        case ir.SetItem(o) | ir.DelItem(o) | ir.SetAttr(o) | ir.DelAttr(o):
            yield o
        case ir.Assign(_, ir.Binary(op, o)) if op in IN_PLACE:
            yield o
        case ir.Assign(_, ir.MethodCall(o, name)) if name not in HARMLESS:
            yield o
        case ir.Assign(_, ir.Attr(o, name)) if name not in HARMLESS:
            yield o  # a method that is kept, or something inside


def _passed(argument: ir.Argument) -> ir.Atom | None:
    """`*xs` and `**xs` hand over what is inside."""
    match argument:
        case ir.Star() | ir.Keyword(name=None):
            return None
        case ir.Keyword(value=value):
            return value
    return argument


def _named(name: object) -> str:
    return name.value if isinstance(name, ir.Const) and isinstance(name.value, str) else ANY_NAME
