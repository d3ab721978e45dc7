"""What code may set on classes: `cls.limit = n`, `type(o).limit = n`, `setattr(each, name, n)`.

Attributes that a method sets on its own object are those of one object.  The same text in a function that is given a
class, as class methods and the methods of metaclasses are, changes what all calls share.
"""

from __future__ import annotations

import enum
import functools
import inspect
import types
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from clew.effects import object_graph
from clew.effects.class_homes import is_defined_in
from clew.ir import tree as ir
from clew.ir.walk import lasting_receiver, nodes

_ASKING: Final = frozenset({"getattr", "hasattr", "isinstance"})
_SETTERS: Final = frozenset({"setattr", "delattr"})
_OPERANDS: Final = {"__setattr__": 2, "__delattr__": 1}
_SPECIAL: Final = frozenset(_OPERANDS)
# What a decorated function is given, whoever calls it, is an object or nothing.
_OF_OBJECTS: Final = (
    types.FunctionType,
    staticmethod,
    property,
    functools.cached_property,
    functools.partialmethod,
    functools.singledispatchmethod,
    enum.property,
)


TABLES: Final = 50_000  # objects of a project's data that are looked through


def given_classes(modules: Iterable[types.ModuleType]) -> frozenset[str]:
    """Qualified names of the functions in classes whose first argument is, or may be, a class."""
    found: set[str] = set()
    classes: list[type] = []
    data: list[Any] = []
    for module in modules:
        held = [value for name, value in vars(module).items() if name not in object_graph.NO_DATA]
        data += [value for value in held if not isinstance(value, type | types.ModuleType)]
        classes += [each for each in held if isinstance(each, type) and is_defined_in(each, module.__name__)]
    for cls in classes:
        found.update(_given_classes(cls))
        data += [v for v in vars(cls).values() if not isinstance(v, (types.FunctionType, *_OF_OBJECTS))]
    found.update(_loose_methods(data, classes))
    return frozenset(found)


def _loose_methods(data: Iterable[Any], classes: Iterable[type]) -> Iterator[str]:
    """Methods that something else than their class holds, which may hand any object to them; all of the classes where
    that is too much to look through.
    """
    for value in object_graph.reachable([(each, None) for each in data], limit=TABLES):
        if value is object_graph.TOO_MANY:
            yield from (f.__qualname__ for cls in classes for f in _functions_of(cls))
        if isinstance(value, types.MethodType):
            continue
        if isinstance(value, types.FunctionType) and "." in value.__qualname__.rpartition("<locals>.")[2]:
            yield value.__qualname__


def _functions_of(cls: type) -> Iterator[types.FunctionType]:
    """In the body of the class, and of those in it."""
    for name, member in list(vars(cls).items()):
        if isinstance(member, types.FunctionType):
            yield member
        elif isinstance(member, type) and member.__qualname__ == f"{cls.__qualname__}.{name}":
            yield from _functions_of(member)


def _given_classes(cls: type) -> Iterator[str]:
    for name, member in list(vars(cls).items()):
        if isinstance(member, type):
            yield from _given_classes(member) if member.__qualname__ == f"{cls.__qualname__}.{name}" else ()
        elif isinstance(member, classmethod):
            yield getattr(member.__func__, "__qualname__", "")
        elif not hasattr(type(member), "__get__"):
            pass
        elif issubclass(cls, type) or name == "__new__" or not isinstance(member, _OF_OBJECTS):
            yield f"{cls.__qualname__}.{name}"
            yield from (f.__qualname__ for f in (member,) if isinstance(f, types.FunctionType))
    if issubclass(cls, type):  # methods of what it inherits from beside `type` are given classes
        for base in inspect.getmro(cls)[1:]:
            yield from (f.__qualname__ for f in vars(base).values() if isinstance(f, types.FunctionType))


def receiver_of(function: ir.Function, given: Collection[str]) -> str:
    """The parameter that is the object a method is called on; empty where it may be a class, or something else."""
    return "" if function.qualname in given else lasting_receiver(function)


def has_class(function: ir.Function, given: Collection[str]) -> bool:
    """Is it given a class, or does it ask an object for its own?"""
    if function.qualname in given or "classmethod" in function.decorators:
        return True
    return any(
        (isinstance(node, ir.Global) and node.name == "type")
        or (isinstance(node, ir.Attr) and node.name == "__class__")
        for node in nodes(function.body)
    )


def set_on_others(function: ir.Function, given: Collection[str]) -> Iterator[str]:
    """Names of attributes of other objects than the receiver that it assigns or deletes."""
    asking, receiver = _temporaries(function, _ASKING), receiver_of(function, given)
    for node in nodes(function.body):
        match node:
            case ir.SetAttr(o, name) | ir.DelAttr(o, name) if not _is_named(o, receiver):
                yield name
            case ir.Call(ir.Var(called)) if called in asking:
                pass
            case ir.Call(_, (_, ir.Const(str(name)), *_)):  # `setattr(o, "name", …)` among others
                yield name
            case ir.MethodCall(_, method, (*_, ir.Const(str(name)), _) | (*_, ir.Const(str(name)))) if (
                method in _SPECIAL
            ):
                yield name


def members_of(cls: type) -> Iterator[str]:
    """Names of what the class itself holds, special ones left out."""
    return (name for name in vars(cls) if not name.startswith("__"))


def sets_any_name(function: ir.Function, given: Collection[str], namespace: Mapping[str, Any]) -> bool:
    """May it set, or delete, attributes of a class under names that it computes?  namespace: of its module."""
    every = list(nodes(function.body))
    if not any(isinstance(node, ir.Native | ir.NativeStatement) or _mentions_setter(node) for node in every):
        return False
    setters, receiver = _temporaries(function, _SETTERS), receiver_of(function, given)
    supers = {node.target for node in every if isinstance(node, ir.Assign) and isinstance(node.value, ir.SuperCall)}
    objects = _objects(every, namespace) | ({ir.Var(receiver), *supers} if receiver else set())
    called: set[object] = {node.function for node in every if isinstance(node, ir.Call)}
    called |= {node.bound for node in every if isinstance(node, ir.MethodCall)}
    for node in every:
        match node:
            case ir.Assign(target, ir.Global() | ir.Attr() as value) if (
                _mentions_setter(value) and target not in called
            ):
                return True  # whoever is handed it
            case ir.Call(ir.Var(name), (o, *rest)) if name in setters:
                if o not in objects and not _is_text(rest):
                    return True
            case ir.Call(_, given_it) if any(isinstance(g, ir.Const) and g.value in _SPECIAL for g in given_it):
                return True  # `methodcaller("__setattr__", …)`
            case ir.MethodCall(o, name, arguments) if name in _SPECIAL:
                at = len(arguments) - _OPERANDS[name]  # 1 where the class is asked, and given the object
                if at < 0 or ((o, *arguments)[at] not in objects and not _is_text(arguments[at:])):
                    return True
            case ir.Native(text) | ir.NativeStatement(text) if any(name in text for name in _SETTERS | _SPECIAL):
                return True
    return False


def _mentions_setter(node: object) -> bool:
    known = isinstance(node, ir.Global) and node.name in _SETTERS
    named = isinstance(node, ir.Attr | ir.MethodCall) and node.name in _SPECIAL
    return known or named or (isinstance(node, ir.Const) and node.value in _SPECIAL)


def _is_text(arguments: Sequence[object]) -> bool:
    """Is the name there as a constant?"""
    return bool(arguments) and isinstance(arguments[0], ir.Const)


def _objects(every: Iterable[object], namespace: Mapping[str, Any]) -> set[object]:
    """Variables that hold nothing but what calls of classes of the module have made."""
    makers: dict[object, object] = {}
    found: set[object] = set()
    others: set[object] = set()
    for node in every:
        match node:
            case ir.Assign(target, ir.Global(name)):
                makers[target] = namespace.get(name)
                others.add(target)
            case ir.Assign(target, ir.Call(callee)) if _makes_objects(makers.get(callee)):
                found.add(target)
            case ir.Assign(target) | ir.For(target):
                others.add(target)
            case ir.Unpack(targets):
                others.update(targets)
            case ir.With(_, ir.Var() as target):
                others.add(target)
    return found - others


def _makes_objects(cls: object) -> bool:
    return isinstance(cls, type) and not issubclass(cls, type) and type(cls).__call__ is type.__call__


def _temporaries(function: ir.Function, names: Collection[str]) -> set[str]:
    """Those that hold a builtin of these names; each is assigned once."""
    assigned = (node for node in nodes(function.body) if isinstance(node, ir.Assign))
    held = (node.target.name for node in assigned if isinstance(node.value, ir.Global) and node.value.name in names)
    return {name for name in held if name.startswith("%")}


def _is_named(o: object, name: str) -> bool:
    return isinstance(o, ir.Var) and o.name == name
