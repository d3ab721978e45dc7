"""What callers may do to the public attributes of an object without its methods: assign them, and fill or empty the
containers they hold.  Names that start with an underscore are the object's own, but not always what is behind them: a
list that the caller gave, or was given, is the caller's too.

A constructor that stores a parameter and does nothing else with it lets callers choose the attribute as freely as an
assignment would.  Any other public attribute may hold, when it is read, what no constructor and no method gave it: also
one that only its class has a default for, and a slot that was left empty.  Constants of a class, by name or annotation,
are left out here: `constant_of` says which.
"""

from __future__ import annotations

import enum
import inspect
import types
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Generic

from clew.effects import object_graph
from clew.effects.changes import may_change_self
from clew.effects.kept_state import declared_fields
from clew.frontend.module import ANY_NAME
from clew.inputs.class_names import class_name
from clew.inputs.lending import functions_of, lent_by
from clew.inputs.linking import objects_below
from clew.inputs.setters import handed_on, set_elsewhere, unmangled
from clew.inputs.shapes import (
    ANY,
    ANY_SCALAR,
    AnyShape,
    CallableShape,
    DictShape,
    ListShape,
    NoneShape,
    SetShape,
    Shape,
    parts,
)
from clew.inputs.signatures import Catalogue, Change, ParameterShape, once, shape_of_value
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.regexes import regex
from clew.semantics.class_lookup import of_type

_CONTAINERS: Final = (list, dict, set, deque, bytearray)
MOST: Final = 12  # changes of one object that are tried
_ELEMENT: Final = AnyShape((*ANY.candidates[:3], CallableShape(None, ANY_SCALAR), *ANY.candidates[3:]))


def assignable(cls: type) -> bool:
    """Do assignments to attributes of instances simply set them?"""
    return not frozen(cls) and type(inspect.getattr_static(cls, "__setattr__")) is types.WrapperDescriptorType


def frozen(cls: type) -> bool:
    """A dataclass whose attributes cannot be assigned; what they hold may change all the same."""
    return bool(getattr(of_type(cls, "__dataclass_params__", None), "frozen", False))


@once
def chosen_freely(catalogue: Catalogue, cls: type) -> frozenset[str]:
    """The attributes that the constructor sets to what it is given, whatever that is."""
    parameters = of_type(cls, "__dataclass_params__", None)
    init = inspect.getattr_static(cls, "__init__")
    if parameters is not None and parameters.init and getattr(init, "__code__", None) is not None:
        if init.__code__.co_filename == "<string>" or catalogue.lowered_of(init) is None:
            fields = of_type(cls, "__dataclass_fields__", {}).values()
            looked_at = hasattr(cls, "__post_init__")
            return frozenset() if looked_at else frozenset(f.name for f in fields if f.init)
    lowered = catalogue.lowered_of(init) if isinstance(init, types.FunctionType) else None
    return frozenset() if lowered is None else frozenset(_stored(lowered))


def _stored(init: ir.Function) -> Iterator[str]:
    own, *given = [p.name for p in init.parameters if p.kind not in ("*", "**")] or [""]
    uses = Counter(n.name for n in nodes(init.body) if isinstance(n, ir.Var))
    sets = Counter(n.name for n in nodes(init.body) if isinstance(n, ir.SetAttr))
    if any(isinstance(n, ir.NativeStatement | ir.Native) for n in nodes(init.body)):
        return
    looked_at = Counter(n.name for n in nodes(init.body) if isinstance(n, ir.Attr) and n.object == ir.Var(own))
    linked = sum(type(n) is ir.SetAttr and n.object == n.value == ir.Var(own) for n in nodes(init.body))
    if uses[own] != sets.total() + looked_at.total() + linked:
        return  # it is handed on, which may check or change what it holds
    for statement in init.body:
        match statement:
            case ir.SetAttr(ir.Var(o), name, ir.Var(p)) if o == own and p in given:
                if uses[p] == 1 and sets[name] == 1 and not looked_at[name]:
                    yield name


def not_free(
    catalogue: Catalogue, o: Any, before: Mapping[str, Any] | None, given: Iterable[Any] = ()
) -> frozenset[str]:
    """The attributes that may hold something else than what constructor and methods have left in them: public ones, and
    those whose objects somebody else has as well.

    before: `state_of` the object before any method was called, where some were.  What these have changed is no longer
    free where there is anything beside it, which they may have changed together.  given: what constructor and methods
    were called with.
    """
    cls = type(o)
    held = attributes(o)
    known = set_elsewhere(catalogue)
    elsewhere, past = known.private, known.past
    set_here = {*(elsewhere - held.keys())}
    for name, value in held.items():
        if name.startswith("_"):
            called = name, unmangled(name), ANY_NAME
            is_set = not elsewhere.isdisjoint(called)
            is_touched = (known.copied or not known.touched.isdisjoint(called)) and _leads_on(value)
            if (
                is_set
                or is_touched
                or (
                    not known.inside.isdisjoint(called)
                    and any(v is not value for v in _changeable(catalogue, [value], o))
                )
            ):
                set_here.add(name)
    if "__class__" in elsewhere or _is_made_otherwise(catalogue, cls):
        set_here |= held.keys()
    if not assignable(cls):
        # A field with a default that no constructor is given is none of the object's until it is set.
        set_here |= {n for n in (*held, *declared_fields(cls)) if not past.isdisjoint((n, ANY_NAME))}
        if not frozen(cls):
            return frozenset(set_here)
    free = chosen_freely(catalogue, cls)
    found = {n for n in held if not n.startswith("_") and n not in free}
    if frozen(cls):
        found = {n for n in found if any(True for _ in _changeable(catalogue, [held[n]], o))}
    else:
        found.update(n for n in of_instances(cls) if n not in held)
    if isinstance(o, BaseException):
        found.update(_OF_EXCEPTIONS)
    if issubclass(cls, Generic):
        found.add("__orig_class__")  # of `C[int]()`
    if before is not None and not free.issuperset(held):
        now = state_of(o)
        changed = {n for n in held if now.get(n) != before.get(n)}
        found |= changed & free
        tied = free & held.keys() & read_by_changes(catalogue, cls)  # others may hold what was made of these
        public = {n for n in tied if not n.startswith("_")}
        found |= {n for n in public if not frozen(cls) or isinstance(held[n], _CONTAINERS)}
        free -= tied
    if before is not None and not found.isdisjoint(read_by_changes(catalogue, cls)):
        found |= set_by_methods(catalogue, cls) & held.keys()  # which may have found others in these
        found |= {n for n, v in held.items() if isinstance(v, _CONTAINERS)}
    return frozenset(found | set_here | _shared(catalogue, o, held, free, given))


# Kept by CPython; `raise … from`, `add_note` and what raises it set them.
_OF_EXCEPTIONS: Final = ("args", "__cause__", "__context__", "__suppress_context__", "__traceback__", "__notes__")


@once
def _is_made_otherwise(catalogue: Catalogue, cls: type) -> bool:
    """May instances hold what their constructor does not leave in them?  A copy has what `__getstate__` says, and one
    whose constructor raised may have been handed on before.
    """
    if isinstance(inspect.getattr_static(cls, "__getstate__", None), types.FunctionType):
        return not hasattr(cls, "__setstate__")  # which is a method like others
    raises, hands_on = False, False
    waiting, known = ["__init__"], {"__init__"}
    while waiting:
        method = inspect.getattr_static(cls, waiting.pop(), None)
        text = catalogue.lowered_of(method) if isinstance(method, types.FunctionType) else None
        if text is None or not text.parameters:
            continue
        own = ir.Var(text.parameters[0].name)
        for node in nodes(text.body):
            raises |= isinstance(node, ir.Raise)
            hands_on |= own in handed_on(node)
            if isinstance(node, ir.MethodCall) and node.object == own and node.name not in known:
                known.add(node.name)
                waiting.append(node.name)
    return raises and hands_on


@once
def read_by_changes(catalogue: Catalogue, cls: type) -> frozenset[str]:
    """The attributes that methods of the class which may change an instance read of it, but to change just these."""
    texts = (catalogue.lowered_of(function) for _, function in functions_of(cls))
    changing = (t for t in texts if t is not None and t.parameters and may_change_self(t, catalogue.changing()))
    return frozenset(name for text in changing for name in _read_for_others(text))


def _read_for_others(method: ir.Function) -> Iterator[str]:
    """What is read of the own object, `self.n += 1` left out."""
    own = ir.Var(method.parameters[0].name)
    every = list(nodes(method.body))
    uses = Counter(n.name for n in every if isinstance(n, ir.Var))
    results: dict[ir.Atom, ir.Var] = {}  # of operations, by operand
    stored: set[tuple[ir.Atom, str]] = set()
    for node in every:
        match node:
            case ir.Assign(target, ir.Binary(_, left, right)):
                results |= {left: target, right: target}
            case ir.SetAttr(o, name, value) if o == own:
                stored.add((value, name))
    for node in every:
        match node:
            case ir.Assign(value, ir.Attr(o, name)) if o == own:
                result = results.get(value, value)
                if (result, name) not in stored or uses[value.name] > 2 or uses[result.name] > 2:
                    yield name


@once
def set_by_methods(catalogue: Catalogue, cls: type) -> frozenset[str]:
    """The attributes that methods of the class set, of whatever object."""
    texts = (catalogue.lowered_of(f) for _, f in functions_of(cls))
    return frozenset(n.name for text in texts if text is not None for n in nodes(text.body) if isinstance(n, _SETTING))


_SETTING: Final = (ir.SetAttr, ir.DelAttr)


def _shared(
    catalogue: Catalogue, o: Any, held: Mapping[str, Any], free: Collection[str], given: Iterable[Any]
) -> set[str]:
    """The private attributes that lead to something changeable that callers have as well: they gave it, a public
    attribute leads to it, or a method hands it out.
    """
    private = {n: v for n, v in held.items() if n.startswith("_") and n not in free and _leads_on(v)}
    if not private:
        return set()
    public = (v for n, v in held.items() if not n.startswith("_"))
    known = {id(v) for v in _changeable(catalogue, [*given, *public], o)}
    lent = lent_by(catalogue, type(o))
    inside = {name: list(_changeable(catalogue, [value], o)) for name, value in private.items()}
    for name, value in private.items():
        if (name, False) in lent or ((name, True) in lent and any(v is not value for v in inside[name])):
            known.update(map(id, inside[name]))
    return {name for name, values in inside.items() if any(id(v) in known for v in values)}


def _leads_on(value: Any) -> bool:
    return not isinstance(value, int | float | complex | str | bytes | type | None)


def _changeable(catalogue: Catalogue, values: Iterable[Any], o: Any) -> Iterator[Any]:
    """Of all that the values lead to, what can be changed without a method of `o`."""
    for value in object_graph.reachable([(v, None) for v in values]):
        cls = type(value)
        own = cls in catalogue.classes() and not frozen(cls) and not issubclass(cls, enum.Enum)
        mutable = isinstance(value, (*_CONTAINERS, BaseException))
        if value is object_graph.TOO_MANY or mutable or (own and value is not o):
            yield value


def of_instances(cls: type) -> dict[str, Any]:
    """The public attributes that any instance may be given beside what its constructor sets, with what is found there
    until then: defaults that the class has, and its slots.
    """
    found: dict[str, Any] = {}
    takes_more = takes_any(cls)
    for base in cls.__mro__[-2::-1]:
        for name, member in vars(base).items():
            slot = isinstance(member, types.MemberDescriptorType)
            if name.startswith("_") or not (slot or (takes_more and _is_default(member))) or constant_of(base, name):
                found.pop(name, None)
            else:
                found[name] = None if slot else member
    return found


def takes_any(cls: type) -> bool:
    """May instances be given attributes of any name?"""
    return assignable(cls) and cls.__dictoffset__ != 0 and not frozen(cls)


def _is_default(member: Any) -> bool:
    return not (hasattr(type(member), "__get__") or isinstance(member, _CODE))


_CODE: Final = (type, types.ModuleType, types.BuiltinFunctionType, types.GenericAlias, types.UnionType)


def constant_of(cls: type, name: str) -> bool:
    """Does the name of the attribute, or its annotation, say that instances have none of their own?"""
    stated = str(vars(cls).get("__annotations__", {}).get(name, ""))
    return name.isupper() or _OF_THE_CLASS.search(stated) is not None


_OF_THE_CLASS: Final = regex(r"\b(ClassVar|Final)\b")


def state_of(o: Any) -> dict[str, Any]:
    """By attribute, what tells its values of two moments apart."""
    return {n: (id(v), tuple(map(id, object_graph.children(v)))) for n, v in attributes(o).items()}


def attributes(o: Any) -> dict[str, Any]:
    """What the object itself holds, found without running code of the user's."""
    found: dict[str, Any] = {}
    for cls in type(o).__mro__:
        for name, member in vars(cls).items():
            if isinstance(member, types.MemberDescriptorType):
                try:
                    found[name] = member.__get__(o)
                except AttributeError:
                    continue
    try:
        space = object.__getattribute__(o, "__dict__")
    except AttributeError:
        return found
    return {**found, **space} if type(space) is dict else found


def changes_from_outside(catalogue: Catalogue, root: Any) -> list[Change]:
    """What callers may do to the public attributes of an object and of those it holds, its own first."""
    found: list[Change] = []
    for path, o in objects_below(root, catalogue).items():
        prefix = f"{path}." if path else ""
        found += [replace(change, name=prefix + change.name) for change in _changes_of_one(catalogue, o)]
    return found[:MOST]


def changes_of_value(catalogue: Catalogue, value: Any, shape: Shape | None) -> list[Change]:
    """What those who share an argument may do to it without methods of its class."""
    if type(value) in (list, dict, set, deque):
        return [Change(how, "call", _given(*shapes)) for how, *shapes in _filling(type(value), shape)]
    return changes_from_outside(catalogue, value)


def _changes_of_one(catalogue: Catalogue, o: Any) -> list[Change]:
    """What fills containers first."""
    cls = type(o)
    if cls not in catalogue.classes() or not (assignable(cls) or frozen(cls)):
        return []
    stated = {p.name: p.shape for p in catalogue.constructor(class_name(cls))}
    filled: list[Change] = []
    assigned: list[Change] = []
    for name, value in {**of_instances(cls), **attributes(o)}.items():
        if not isinstance(name, str) or name.startswith("_") or not _plain(cls, name):  # a dict takes any keys
            continue
        shape = stated.get(name)
        if type(value) in (list, dict, set, deque):
            filled += [Change(f"{name}.{how}", "call", _given(*s)) for how, *s in _filling(type(value), shape)]
        elif not frozen(cls) and not isinstance(value, type | types.FunctionType | types.ModuleType):
            assigned.append(Change(name, "set", _given(shape or _shape_of(value))))
    return [*filled, *assigned]


def _plain(cls: type, name: str) -> bool:
    held = inspect.getattr_static(cls, name, None)
    return isinstance(held, types.MemberDescriptorType) or not hasattr(type(held), "__get__")


def _shape_of(value: Any) -> Shape:
    """What an attribute is likely to be given that holds this now."""
    known = shape_of_value(value)
    return ANY if known is None or isinstance(known, NoneShape) else known


def _filling(kind: type, shape: Shape | None) -> list[tuple[Any, ...]]:
    """Methods that change a container, with the shapes of their arguments."""
    inside = list(parts(shape)) if shape is not None else []
    if kind is dict:
        known = next((s for s in inside if isinstance(s, DictShape)), None)
        key, value = (known.key, known.value) if known is not None else (ANY_SCALAR, _ELEMENT)
        return [("__setitem__", key, value), ("clear",)]
    if kind is set:
        members = next((s for s in inside if isinstance(s, SetShape)), None)
        return [("add", members.element if members is not None else ANY_SCALAR), ("clear",)]
    items = next((s for s in inside if isinstance(s, ListShape)), None)
    return [("append", items.element if items is not None else _ELEMENT), ("clear",)]


def _given(*shapes: Shape) -> tuple[ParameterShape, ...]:
    return tuple(ParameterShape(f"x{i}", "positional-only", s) for i, s in enumerate(shapes, 1))
