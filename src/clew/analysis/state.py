"""Which variables of its module a function may change, or the object that such a variable holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Final

from clew.analysis.names_as_values import ANY_ATTRIBUTE, BY_NAME, WHOLE, NamesAsValues, private_words
from clew.effects.library import CHANGING, CHANGING_SPECIAL, CHOOSERS, PLAIN, READERS, READING
from clew.ir import tree as ir
from clew.ir.operators import IN_PLACE
from clew.ir.walk import lasting_receiver, nodes, operands
from clew.records import dataclass
from clew.regexes import regex

_CHANGING: Final = CHANGING | CHANGING_SPECIAL
_TOUCHING: Final = (
    ir.Assign, ir.For, ir.Unpack, ir.SetItem, ir.DelItem, ir.SetAttr, ir.DelAttr, ir.Return,
    ir.With, ir.Raise, ir.NativeStatement, ir.SetGlobal,
)  # fmt: skip
_OF_CONTAINERS: Final = frozenset(
    name
    for kind in (str, bytes, list, dict, set, frozenset, tuple, float, int)
    for name in dir(kind)
    if name not in _CHANGING and not name.startswith("__") and name != "fromkeys"  # which keeps what it is given
)
_HANDING_ON: Final = frozenset({"get", "pop", "setdefault"})  # what they are given may be what they return
_COMPARING: Final = frozenset({"index", "count"})  # elements, which may be of any class, with what they are given
_OPERATING: Final = frozenset({"divmod", "pow", "round"})  # special methods of one get the others
_LOOKING_INSIDE: Final = frozenset({"hasattr", "isinstance", "issubclass", "format", "str", "repr", "print"})
_HANDING_BACK: Final = CHOOSERS | {"getattr"}  # functions that may return what they are given, or what is bound to it
_LOOKING: Final = frozenset(
    {"__len__", "__contains__", "__getitem__", "__iter__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__",
     "__hash__", "__repr__", "__str__", "__bool__", "__format__", "__reversed__", "__enter__", "__exit__"}
)  # fmt: skip
_CHECKING: Final = frozenset({READING, "__instancecheck__", "__subclasscheck__"})
_OF_CLASSES: Final = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})  # given a class first
# Calls of these hand on nothing but what their argument holds.
_READING: Final = READERS | {"type", "print", "map", "filter"}


@dataclass(frozen=True, slots=True)
class Changed:
    """globals: names of module variables that are set, or whose objects are changed or handed on to who may.

    attributes: names of attributes whose objects are changed in place; set: names of attributes that are set on
    something else than the receiver of a method; called, read: names of attributes that are.  Of what is changed and
    read, these may be patterns (`names_as_values`).
    """

    globals: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    set: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()

    def joined(self, other: Changed) -> Changed:
        return Changed(
            self.globals | other.globals,
            self.attributes | other.attributes,
            self.set | other.set,
            self.called | other.called,
            self.read | other.read,
        )


def changed_state(
    function: ir.Function,
    changes: Collection[str] = (),
    holds: Callable[[str], tuple[bool, bool]] = lambda name: (True, True),
    acts: Callable[[str], bool] = lambda name: False,
    moves: Callable[[str], bool] = lambda name: False,
    bare: Collection[str] = (),
    given: Collection[str] = (),
    modules: Collection[str] = (),
) -> Changed:
    """changes: names of methods that change their object.  holds: of a global name, or of an attribute as `.name`,
    whether its object can change, and whether one inside of it can; acts: whether a call of the object may change it,
    as that of a bound method does; moves: whether any use may, as drawing from an iterator does.  bare: classes whose
    body has no data that can change, so that what a method of theirs gives is none of it.  given: qualified names of
    functions given a class first.  modules: global names of modules alone, whose variables are seen under their own.
    """
    finder = _Finder(function, changes, holds, acts, moves, bare, given, modules)
    finder.go()
    found = (finder.found, finder.attributes, finder.set, finder.called, finder.read)
    return Changed(*map(frozenset, found))


def globals_bound(function: ir.Function) -> frozenset[str]:
    """The names that it declares `global`, or a function or class inside does, and so may bind in any of the ways there
    are: assignments, imports, `def`, `class`, `except … as`.
    """
    found: set[str] = {*function.globals}
    for node in nodes(function.body):
        match node:
            case ir.Function():
                found.update(node.globals)
            case ir.Native(text) | ir.NativeStatement(text):
                found |= globals_in(text)
    return frozenset(found)


def _targets(node: object) -> tuple[ir.Var, ...]:
    match node:
        case ir.Unpack(targets):
            return targets
        case ir.Assign(target) | ir.For(target):
            return (target,)
        case ir.With(_, ir.Var() as target):
            return (target,)
    return ()


def globals_deleted(function: ir.Function) -> frozenset[str]:
    """The names of globals that it, or a function inside, may delete: the end of `except … as` does, too."""
    found: set[str] = set()
    for node in nodes(function.body):
        match node:
            case ir.DelGlobal(name):
                found.add(name)
            case ir.Native(text) | ir.NativeStatement(text) if _DELETING.search(text):
                found |= globals_in(text, function.globals)
    return frozenset(found)


def globals_in(text: str, declared: Collection[str] = ()) -> frozenset[str]:
    """The names of globals that Python text may bind.  declared: `global`, around it."""
    inside = {word for names in _GLOBAL.findall(text) for word in re.findall(r"\w+", names)}
    return frozenset(inside | {*declared}.intersection(re.findall(r"\w+", text)))


SET_IN_TEXT: Final = regex(r"(\w*)\.(\w+)\s*(?:[-+/%@&|^]|\*\*?|//|>>|<<)?=(?!=)")
_DELETING: Final = regex(r"\b(?:del|except)\b")
_GLOBAL: Final = regex(r"\bglobal\s+([\w, \t\\\n]+)")


def only_reads(function: ir.Function, parameter: str) -> bool:
    """Is the empty container that the parameter holds neither changed, kept nor handed on, so that another one would do
    as well?
    """
    finder = _Finder(function, (), lambda name: (True, False), lambda name: False, lambda name: False, ())
    held = f"%{parameter}"  # no name of a global
    finder.holding(ir.Var(parameter), (held,))
    finder.go()
    return held not in finder.found


class _Finder:
    """holders: variable → the globals that what it holds may belong to, those of another module as `module.name`,
    attributes as `.name`.  callees: variable →
    the global it was read from; local: → the inner function it is.  scope: which function is looked at, since the
    temporaries of inner ones have the names of those of outer ones.
    """

    def __init__(
        self,
        function: ir.Function,
        changes: Collection[str],
        holds: Callable[[str], tuple[bool, bool]],
        acts: Callable[[str], bool],
        moves: Callable[[str], bool],
        bare: Collection[str],
        given: Collection[str] = (),
        modules: Collection[str] = (),
    ) -> None:
        self.changes = changes
        self.holds = holds
        self.acts = acts
        self.moves = moves
        self.bare = bare
        self.modules = modules
        self.found: set[str] = {*globals_bound(function)}
        self.attributes: set[str] = {*private_words(function)}
        self.set: set[str] = set()
        self.called: set[str] = set()
        self.read: set[str] = set()
        self.holders: dict[str, set[str]] = {}
        self.callees: dict[str, str] = {}
        self.local: dict[str, ir.Function] = {}
        self.assigned = Counter[str]()
        self.touching: list[tuple[int, object]] = []
        is_objects = function.name not in _OF_CLASSES and function.qualname not in given
        self.receiver = lasting_receiver(function) if is_objects else ""
        functions = [function, *(n for n in nodes(function.body) if isinstance(n, ir.Function))]
        self.functions = functions
        self.names: dict[int, NamesAsValues] = {}  # by scope; few functions get attributes by names
        for self.scope, each in enumerate(functions):
            for node in nodes(each.body, nested=False):
                if isinstance(node, _TOUCHING):
                    self.touching.append((self.scope, node))
                self.assigned.update(map(self.key, _targets(node)))
                match node:
                    case ir.Assign(target, ir.Global(name)):
                        self.callees[self.key(target)] = name
                    case ir.Assign(target, ir.Closure(inner)):
                        self.local[self.key(target)] = inner

    def go(self) -> None:
        before = -1
        while before != (before := self.size()):
            for scope, node in self.touching:
                self.scope = scope
                self.visit(node)

    def size(self) -> int:
        return sum(map(len, self.holders.values())) + len(self.found) + len(self.attributes)

    def key(self, variable: ir.Var) -> str:
        return f"{self.scope}{variable.name}" if variable.name.startswith("%") else variable.name

    def callee(self, atom: object) -> str:
        return self.callees.get(self.key(atom), "") if isinstance(atom, ir.Var) else ""

    def as_module(self, atom: ir.Atom) -> set[str]:
        """The name of the module that it is, in every execution."""
        name = self.callee(atom)
        known = isinstance(atom, ir.Var) and atom.name.startswith("%") and self.assigned[self.key(atom)] == 1
        return {name} if known and name in self.modules else set()

    def belongs(self, *atoms: object) -> set[str]:
        found: set[str] = set()
        values = [a.value if isinstance(a, ir.Keyword) else a for a in atoms]
        return found.union(*(self.holders.get(self.key(a), ()) for a in values if isinstance(a, ir.Var)))

    def inside(self, *atoms: object) -> set[str]:
        """Of what the variables belong to, that with something inside that can change."""
        return {name for name in self.belongs(*atoms) if self.holds(name)[1]}

    def holding(self, variable: ir.Var, names: Iterable[str]) -> None:
        self.holders.setdefault(self.key(variable), set()).update(names)

    def change(self, names: Iterable[str]) -> None:
        for name in names:
            if name.startswith("."):
                self.attributes.add(name[1:])
            else:
                self.found.update(name.split("."))

    def visit(self, node: object) -> None:
        match node:
            case ir.Assign(target, value):
                self.assign(target, value)
            case ir.For(target, o):
                self.holding(target, self.inside(o))
            case ir.Unpack(targets, _, o):
                for target in targets:
                    self.holding(target, self.inside(o))
            case ir.SetItem(o, key, value):
                self.change(self.belongs(o, key, value))
            case ir.DelItem(o, key):
                self.change(self.belongs(o, key))
            case ir.SetAttr(o, name, value):
                self.set_attribute(o, name)
                self.change(self.belongs(value))
            case ir.DelAttr(o, name):
                self.set_attribute(o, name)
            case ir.Raise(value) if self.callee(value) in self.bare:
                pass  # an instance is raised
            case ir.Return(value) | ir.With(value) | ir.Raise(value) | ir.SetGlobal(_, value):
                self.change(self.belongs(value))
            case ir.NativeStatement(text):
                self.change(self.mentioned(text))
                for owner, name in SET_IN_TEXT.findall(text):
                    self.found.add(owner)
                    self.set.add(name)

    def set_attribute(self, o: ir.Atom, name: str) -> None:
        self.change(g for g in self.belongs(o) if not g.startswith("."))
        self.found |= {self.callee(o)} - {""}
        if not (isinstance(o, ir.Var) and o.name == self.receiver):
            self.set.add(name)

    def assign(self, target: ir.Var, value: ir.Value) -> None:
        match value:
            case ir.Global(name):
                self.holding(target, {name} if any(self.holds(name)) else ())
                if self.moves(name):
                    self.change([name])
            case ir.Attr(o, name):
                self.read.add(name)
                if name in _CHANGING or name in self.changes:
                    self.change(self.belongs(o))  # a bound method may be called by whoever has it
                of_module = f"{self.callee(o)}.{name}"
                if self.moves(of_module):
                    self.change([of_module])
                self.by_name(target, name, [o])
                inside = self.inside(o) - self.as_module(o)
                self.holding(target, inside | {f".{name}"} | ({of_module} if any(self.holds(of_module)) else set()))
            case ir.Var():
                self.holding(target, self.belongs(value))
            case ir.MethodCall(o, name):
                self.method(target, o, name, [a for a in operands(value) if a != o])
            case ir.Call(callee, arguments):
                named = [argument for argument in arguments if isinstance(argument, ir.Keyword)]
                self.change(self.belongs(*named))  # `dict` holds these themselves, a key function is called
                if not all(isinstance(argument.value, ir.Const) for argument in named):
                    self.change(self.inside(*operands(value)))  # by which it gets what is inside of the others
                self.call(target, callee, [a for a in operands(value) if a != callee])
            case ir.Closure(_, defaults, named_defaults):
                self.change(self.belongs(*defaults, *(default for _, default in named_defaults)))
            case ir.Display() | ir.DictDisplay() | ir.Yield() | ir.YieldFrom():
                self.change(self.belongs(*operands(value)))
            case ir.Native(text):
                self.change(self.mentioned(text))
            case ir.Slice():
                self.holding(target, self.belongs(*operands(value)))
            case ir.Item(o, key):
                self.change(self.belongs(key))
                self.holding(target, self.inside(o))
            case ir.Binary():
                self.binary(value)
                self.holding(target, self.inside(*operands(value)))
            case _:
                self.holding(target, self.inside(*operands(value)))

    def binary(self, value: ir.Binary) -> None:
        """A special method of either operand may be given the other one."""
        op, left, right = value.op, value.left, value.right
        if op in IN_PLACE:
            self.change(self.belongs(left))
        if op in ("in", "not-in"):  # it is compared with what is inside
            self.change(self.belongs(left) | self.inside(right) if not isinstance(left, ir.Const) else ())
        elif op not in ("is", "is-not") and not isinstance(left, ir.Const) and not isinstance(right, ir.Const):
            self.change(self.belongs(left, right))

    def method(self, target: ir.Var, o: ir.Atom, name: str, given: list[ir.Atom]) -> None:
        special = name.startswith("__") and name not in _LOOKING
        if special or name in _CHANGING or name in self.changes:
            self.change(self.belongs(o))
        if name in ("format", "format_map") and READING in self.changes:
            self.change(self.belongs(*given))  # `"{0.name}"` reads attributes
        self.called.add(name)
        of_module = f"{self.callee(o)}.{name}"
        if self.acts(of_module):
            self.change([of_module])
        if name in _OF_CONTAINERS and name not in self.changes:
            self.holding(target, self.belongs(*given) if name in _HANDING_ON else self.inside(*given))
            if name in _COMPARING:
                self.change(self.belongs(*given))
        else:
            self.change(self.belongs(*given))
        self.by_name(target, name, given)
        self.holding(target, self.inside(o).difference(self.bare))

    def call(self, target: ir.Var, callee: ir.Atom, given: list[ir.Atom]) -> None:
        name = self.callee(callee)
        inner = self.local.get(self.key(callee)) if isinstance(callee, ir.Var) else None
        if name in ("setattr", "delattr"):
            self.found |= {self.callee(a) for a in given} - {""}
        if inner is not None:
            if any(parameter.kind in ("*", "**") for parameter in inner.parameters):
                self.change(self.belongs(*given))  # what they hold is inside of these
            for parameter in inner.parameters:
                self.holding(ir.Var(parameter.name), self.belongs(*given))
        elif name in _HANDING_BACK:
            self.holding(target, self.belongs(*given))
            if name != "getattr" and len(given) > 1:  # they are compared
                self.change(self.belongs(*given))
            if READING in self.changes or any(isinstance(a, ir.Const) and a.value in _CHANGING for a in given):
                self.change(self.belongs(*given))  # a bound method may be called by whoever has it
        elif name in _LOOKING_INSIDE and not _CHECKING.isdisjoint(self.changes):
            self.change(self.belongs(*given))  # `isinstance` too, where it asks a protocol, or a metaclass
        elif name in _READING:
            self.change(n for n in self.belongs(*given) if self.acts(n))  # as `map` calls what it is given
            self.change(self.inside(*given) if name in ("map", "filter") else ())
            self.change(self.belongs(*given) if name in _OPERATING else ())
            self.holding(target, self.inside(*given) if name not in PLAIN else ())
        else:
            self.change(self.belongs(*given))
        self.by_name(target, name, given)
        if not name or self.acts(name):
            self.change(self.belongs(callee))

    def by_name(self, target: ir.Var, function: str, given: list[ir.Atom]) -> None:
        """What the target gets where the function, or the attribute, gives attributes by names that are values."""
        found = frozenset({ANY_ATTRIBUTE}) if function in WHOLE else frozenset[str]()
        if function in ("vars", "__dict__") and given == [ir.Var(self.receiver)]:
            found = frozenset()  # those of one object
        elif function in BY_NAME:
            names = given[1:2] if function in ("getattr", "getattr_static") else given[-1:]
            if self.scope not in self.names:
                self.names[self.scope] = NamesAsValues(self.functions[self.scope])
            found = found.union(*(self.names[self.scope].of(each) for each in names))
        self.read |= found
        self.holding(target, [f".{name}" for name in found])

    def mentioned(self, text: str) -> set[str]:
        return {word for word in re.findall(r"\w+", text) if self.holds(word)[0]}
