"""Making objects: `cls(...)`, stepping into `__new__` and `__init__` where they are Python's."""

from __future__ import annotations

import collections
import contextlib
import enum
import inspect
import types
from dataclasses import MISSING, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from clew.concolic import attributes, native
from clew.concolic.arguments import Arguments
from clew.semantics.class_lookup import lookup
from clew.semantics.shadow import Concretized, Fields, Pair, Shadow, Tracked, items_of

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

_PLAIN_NEW = (object.__new__, BaseException.__new__, Exception.__new__)
_CONTAINER_NEW = tuple(k.__new__ for k in (list, dict, set, bytearray, collections.deque, collections.OrderedDict))

# Exceptions that keep their arguments in other attributes too.
_TELLING = (OSError, SyntaxError, UnicodeError, StopIteration, SystemExit, ImportError, BaseExceptionGroup)


def keeps_only_args(cls: type) -> bool:
    """An exception whose constructor in C does nothing but keep its arguments as `args`."""
    return issubclass(cls, BaseException) and not issubclass(cls, _TELLING)


def construct(machine: Machine, cls: Any, arguments: Arguments) -> Pair:
    """`cls(...)`"""
    if cls is contextlib.nullcontext:
        return _null_context(machine, arguments)
    if isinstance(cls, enum.EnumMeta) or type(cls).__call__ is not type.__call__:
        return _by_metaclass(machine, cls, arguments)
    init, new = lookup(cls, "__init__"), cls.__new__
    shadow: Shadow = None
    stepped_init = getattr(init, "__code__", None) in machine.by_code
    stepped_new = getattr(new, "__code__", None) in machine.by_code
    if new in _PLAIN_NEW and is_dataclass(cls) and not stepped_init and _generated(init):
        return _dataclass(machine, cls, arguments)
    if issubclass(cls, tuple) and hasattr(cls, "_fields") and init is object.__init__:
        return _named_tuple(machine, cls, arguments)
    raising = keeps_only_args(cls) and type(new) is types.BuiltinMethodType
    if raising and not isinstance(init, types.FunctionType) and not arguments.named:
        instance = cls(*arguments.values)
        machine.keep(instance, Fields({"args": items_of(arguments.shadows)}))
        return instance, None
    if not (stepped_init or stepped_new):
        return native.run(machine, cls, arguments)
    if stepped_new:
        instance, shadow = machine.invoke(new, arguments.after(cls))
        if shadow is not None or not isinstance(instance, cls):
            instance, shadow = machine.settle(Tracked(instance, shadow))
            if not isinstance(instance, cls):
                return instance, shadow
    elif new is object.__new__ or new in _CONTAINER_NEW:
        instance = new(cls)  # the arguments are for `__init__`
        machine.named(instance, "")
    elif raising:
        instance = arguments.after(cls).passed_to(new)
        machine.keep(instance, Fields({"args": items_of(arguments.shadows)}))
    else:
        instance, shadow = native.run(machine, new, arguments.after(cls))
        if isinstance(shadow, Concretized) and isinstance(instance, BaseException):
            machine.keep(instance, Fields())
            shadow = None
    if stepped_init:
        result, _ = machine.invoke(init, arguments.after(instance))
        if result is not None:
            raise TypeError(f"__init__() should return None, not '{type(result).__name__}'")
    elif init is not object.__init__:
        native.run(machine, init, arguments.after(instance))
    return instance, shadow


def _null_context(machine: Machine, arguments: Arguments) -> Pair:
    manager: Any = arguments.passed_to(contextlib.nullcontext)
    held = [*arguments.shadows, *arguments.named_shadows.values()]
    if held and held[0] is not None:
        machine.keep(manager, Fields({"enter_result": held[0]}))
    return manager, None


def _generated(init: Any) -> bool:
    return isinstance(init, types.FunctionType) and init.__code__.co_filename == "<string>"


def _dataclass(machine: Machine, cls: Any, arguments: Arguments) -> Pair:
    """The generated `__init__` does what the fields of its class say: assign each, then call `__post_init__`."""
    post_init = lookup(cls, "__post_init__")
    owner: Any = next(base for base in cls.__mro__ if "__init__" in vars(base))
    signature = inspect.signature(cls.__init__)
    bound = signature.bind(None, *arguments.values, **arguments.named)  # raises the TypeError of a bad call
    known = vars(owner).get("__dataclass_fields__", {})
    own = all(name in known for name in [*signature.parameters][1:])
    wanting = any(f.type == "InitVar" or "InitVar" in str(f.type) for f in known.values())
    if not own or wanting or not (post_init is None or isinstance(post_init, types.FunctionType)):
        return native.run(machine, cls, arguments)
    given: dict[str, Shadow] = dict(zip([*signature.parameters][1:], arguments.shadows, strict=False))
    given.update(arguments.named_shadows)
    instance = cls.__new__(cls)
    machine.named(instance, "")
    frozen = owner.__dataclass_params__.frozen
    for field in fields(owner):
        if field.init and field.name in bound.arguments:
            value, shadow = bound.arguments[field.name], given.get(field.name)
        elif field.default_factory is not MISSING:
            value, shadow = machine.invoke(field.default_factory, Arguments())
        elif field.name in signature.parameters:
            value, shadow = signature.parameters[field.name].default, None
        elif isinstance(lookup(cls, field.name), types.MemberDescriptorType) and field.default is not MISSING:
            value, shadow = field.default, None  # no attribute of the class stands in for a slot
        else:
            continue
        if frozen:
            object.__setattr__(instance, field.name, value)
            attributes.keep_field(machine, instance, field.name, shadow)
        else:
            attributes.set_attribute(machine, instance, None, field.name, value, shadow)
    if post_init is not None:
        machine.invoke(post_init, Arguments((instance,), (None,)))
    return instance, None


def _named_tuple(machine: Machine, cls: Any, arguments: Arguments) -> Pair:
    if cls.__new__.__code__ in machine.by_code:
        return machine.invoke(cls.__new__, arguments.after(cls))
    instance = arguments.passed_to(cls)
    given = dict(zip(cls._fields, arguments.shadows, strict=False)) | arguments.named_shadows
    return instance, items_of(tuple(given.get(name) for name in cls._fields))


def _by_metaclass(machine: Machine, cls: Any, arguments: Arguments) -> Pair:
    """An enum looked up by value is a choice among its members; other metaclasses run natively."""
    by_value = isinstance(cls, enum.EnumMeta) and len(arguments.values) == 1 and not arguments.named
    if by_value and lookup(cls, "_missing_") is None:
        member: Any
        for member in cls:
            same = machine.equal(Tracked(member.value, None), arguments.tracked()[0])
            if machine.truth(same):
                return member, None
    return native.run(machine, cls, arguments)
