"""Which native code saw something that depends on the inputs, and what it may have done with it.

A native call is a claim waiting to go wrong: its result may depend on anything its arguments reach.  So arguments are
searched, through containers and instances, for anything with a shadow; a search that grows too large counts as found.
"""

from __future__ import annotations

import functools
import gc
import operator
import re
import struct
import sys
import types
import typing
import weakref
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from clew.execution.faults import raised_in
from clew.logic.terms import Term
from clew.semantics.shadow import (
    Choice,
    Fields,
    Items,
    Lost,
    Mapping,
    Members,
    Sequence,
    Shadow,
    Text,
    Unknown,
)

if TYPE_CHECKING:
    from clew.execution.machine import Machine

Pair = tuple[Any, Shadow]

LIMIT = 2_000  # objects looked at before a search gives up and assumes the worst

_LEAVES = (
    int, float, complex, str, bytes, bool, type(None), type, types.ModuleType, types.BuiltinFunctionType,
    types.CodeType, type(...), range, types.TracebackType, types.FrameType,
)  # fmt: skip
_OWN = "clew.execution.machine"  # streams refer to the machine, which knows everything


def first_tainted(machine: Machine, operands: list[Pair]) -> Shadow | Any | None:
    """Something among or below the operands that depends on the inputs, or None."""
    for _, shadow in operands:
        if shadow is not None:
            return shadow
    if not machine.heap:
        return None
    for value in reachable(operands):
        if value is TOO_MANY or _tainted_contents(machine, value):
            return value
    return None


TOO_MANY = object()
_SHADOWS = (Term, Text, Items, Choice, Lost)


def reachable(operands: list[Pair]) -> Iterator[Any]:
    """Every object below the operands that could hold others, once; `TOO_MANY` at the limit."""
    seen: set[int] = set()
    stack = [value for value, _ in operands]
    while stack:
        value = stack.pop()
        if type(value) is types.BuiltinFunctionType:
            value = value.__self__  # what the method is bound to; the module of a function
        if isinstance(value, _LEAVES) or id(value) in seen or type(value).__module__ == _OWN:
            continue
        seen.add(id(value))
        if len(seen) > LIMIT:
            yield TOO_MANY
            return
        yield value
        stack.extend(children(value))


def children(value: Any) -> list[Any]:
    """The objects a value holds, found without running any code of the user's."""
    kind = type(value)
    if kind in (list, tuple, set, frozenset, deque):
        return list(value)
    if kind is dict:
        return [*value.keys(), *value.values()]
    result: list[Any] = []
    if isinstance(value, types.FunctionType | types.MethodType):
        function = value.__func__ if isinstance(value, types.MethodType) else value
        for cell in getattr(function, "__closure__", None) or ():
            try:
                result.append(cell.cell_contents)
            except ValueError:
                continue
        result += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        result += function.__dict__.values()
        if isinstance(value, types.MethodType):
            result.append(value.__self__)
        return result
    if kind in weakref.ProxyTypes:
        try:
            return [value.__dir__.__self__]  # what it stands for
        except ReferenceError:
            return []
    if isinstance(value, types.GeneratorType):
        return list(value.gi_frame.f_locals.values()) if value.gi_frame is not None else []
    if isinstance(value, dict):
        result += [*dict.keys(value), *dict.values(value)]
        if isinstance(value, defaultdict):
            result.append(value.default_factory)
    elif isinstance(value, list | tuple | set | frozenset | deque):
        result += _plain_items(value)
    elif not kind.__flags__ & _HEAP_TYPE or kind.__module__ in _IN_C or _holds_in_c(kind):
        return [owner for child in gc.get_referents(value) for owner in _owners(child)]
    try:
        fields = object.__getattribute__(value, "__dict__")
    except AttributeError:
        fields = None
    if isinstance(fields, dict):
        result += fields.values()
    if isinstance(value, BaseException):
        result += [value.args, value.__cause__, value.__context__]
    for cls in kind.__mro__:
        for name in _slots(cls):
            try:
                result.append(object.__getattribute__(value, name))
            except AttributeError:
                continue
    return result


def _holds_what_no_attribute_shows(kind: type) -> bool:
    """Is it a class of a module in C that makes its types late?  What such objects hold is no attribute of theirs."""
    made_here = (types.FunctionType, property, classmethod, staticmethod)
    return (
        kind.__base__ is object
        and kind.__module__.partition(".")[0] in sys.stdlib_module_names
        and not any(isinstance(member, made_here) for member in vars(kind).values())
        and vars(kind).keys().isdisjoint(("__dict__", "__slots__"))
    )


_holds_in_c: Callable[[type], bool] = functools.cache(_holds_what_no_attribute_shows)


def _owners(child: Any) -> list[Any]:
    """What an object in C refers to: for a bound method, what that is bound to."""
    if isinstance(child, types.BuiltinMethodType):
        owner = child.__self__
        return [] if owner is None or isinstance(owner, types.ModuleType | type) else [owner]
    return [] if isinstance(child, _LEAVES) else [child]


_HEAP_TYPE = 1 << 9  # of `type.__flags__`: made by a class statement, or by C code that makes its types late
_IN_C = frozenset({"itertools", "functools", "operator", "collections", "_collections", "builtins"})


def _plain_items(value: Any) -> Iterator[Any]:
    """The items of an instance of a subclass of a builtin container, past any `__iter__` of the user's."""
    bases: tuple[Any, ...] = (list, tuple, set, frozenset, deque)
    for base in bases:
        if isinstance(value, base):
            return iter(base.__iter__(value))
    return iter(())


def _slots(cls: type) -> tuple[str, ...]:
    slots = cls.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _tainted_contents(machine: Machine, value: Any) -> bool:
    if isinstance(value, _SHADOWS):
        return True  # the companion of a variable that a closure or a suspended generator holds
    for apart in (machine.exposed, machine.slotted):  # where its attributes are kept
        if id(value) in apart and _tainted_contents(machine, apart[id(value)][1]):
            return True
    entry = machine.heap.get(id(value))
    if entry is None:
        return isinstance(value, types.GeneratorType) and id(value.gi_frame) in machine.waiting
    match entry[1]:
        case Sequence(items, length):
            return length is not None or any(s is not None for s in items)
        case Mapping(entries, length):
            return length is not None or any(k is not None or v is not None for k, v in entries.values())
        case Members(entries, length):
            return length is not None or any(s is not None for s in entries.values())
        case Fields(attributes):
            return any(s is not None for s in attributes.values())
        case _:
            return True


_SAME_FOR_ALL = (type(None), type(...), type(NotImplemented), type, types.FunctionType, types.ModuleType)
_CHOSEN = (int, float, complex, str, bytes, tuple, frozenset, list, dict, set, deque)


def determined(machine: Machine, value: Any) -> bool:
    """Is an argument, given by native code that saw something of the inputs, the same object whatever they are?

    It is where no other of its type could have been given: the receiver of a method that was passed.  What is in it is
    known by its contents.
    """
    if isinstance(value, _SAME_FOR_ALL):
        return True
    if isinstance(value, _CHOSEN):
        return False
    alike = [o for o in reachable(machine.native_operands) if o is TOO_MANY or type(o) is type(value)]
    return len(alike) == 1 and alike[0] is value


def raised_inside(machine: Machine, error: BaseException) -> bool:
    """Was it raised by code that is followed?  Else what it says may depend on what was not."""
    frame = raised_in(error)
    return frame is not None and frame.f_code in machine.by_code


def leak(machine: Machine, value: Any, shadow: Shadow) -> None:
    """Native code called back and now sees this value."""
    if machine.leaked is None and first_tainted(machine, [(value, shadow)]) is not None:
        machine.leaked = machine.lost("unmodelled-call", "what native code made of a value it was given by a callback")


Fingerprint = list[tuple[Any, tuple[int, ...]]]


def fingerprint(machine: Machine, operands: list[Pair]) -> Fingerprint:
    """The mutable objects native code could change, with the identities of what they hold."""
    result: Fingerprint = []
    for value in reachable(operands):
        if value is TOO_MANY:
            break
        kind = type(value)
        if isinstance(value, _CONTAINERS) or _has_dict(value) or any(map(_slots, kind.__mro__)) or hides_state(kind):
            result.append((value, tuple(map(id, children(value)))))
    return result


_CONTAINERS = (list, dict, set, deque)
_VISIBLE = frozenset(
    {
        object, *_CONTAINERS, tuple, frozenset, OrderedDict, defaultdict, slice, super, property, staticmethod,
        classmethod, type({}.keys()), type({}.values()), type({}.items()), functools.partial, type(functools.cache(id)),
        operator.itemgetter, operator.attrgetter, operator.methodcaller, re.Pattern, re.Match, struct.Struct,
        typing.Generic,
        *(kind for kind in vars(types).values() if isinstance(kind, type)),
    }
)  # fmt: skip
"""Classes made in C whose instances cannot change, or where `children` show a change."""
_VISIBLE_BY_NAME = frozenset(
    {
        ("datetime", "date"), ("datetime", "time"), ("datetime", "datetime"), ("datetime", "timedelta"),
        ("datetime", "tzinfo"), ("datetime", "timezone"), ("decimal", "Decimal"),
    }
)  # fmt: skip
"""More of them, in modules that take long to import."""


def _hides_state(kind: type) -> bool:
    return any(
        _made_in_c(base)
        and base not in _VISIBLE
        and (base.__module__, base.__name__) not in _VISIBLE_BY_NAME
        and not issubclass(base, (*_LEAVES, BaseException))
        for base in kind.__mro__
    )


# Whether instances may change where no search for what they hold could notice: buffers, streams, digests, generators of
# random numbers, iterators, …
hides_state: Callable[[type], bool] = functools.cache(_hides_state)


def _made_in_c(kind: type) -> bool:
    of_c = (types.MethodDescriptorType, types.WrapperDescriptorType, types.GetSetDescriptorType)
    return not kind.__flags__ & _HEAP_TYPE or any(
        isinstance(member, of_c) for name, member in vars(kind).items() if name not in ("__dict__", "__weakref__")
    )


def _has_dict(value: Any) -> bool:
    return type(value).__dictoffset__ != 0


def after_native(machine: Machine, before: Fingerprint, lost: Lost | None, reads: bool) -> None:
    """What a call may have changed is unknown from now on, whatever this one did to it.  reads: it changes nothing.

    What was seen to change is unknown in any case: a function of the project may have been called back.
    """
    assert lost is not None
    for value, identities in before:
        if isinstance(value, types.FunctionType | types.MethodType | types.ModuleType):
            continue
        if not reads or hides_state(type(value)) or tuple(map(id, children(value))) != identities:
            machine.keep(value, Unknown(lost))
            if id(value) in machine.exposed:
                machine.keep(machine.exposed[id(value)][1], Unknown(lost))
            if id(value) in machine.slotted:
                machine.keep(machine.slotted[id(value)][1], Unknown(lost))


_IMMUTABLE = (int, float, complex, str, bytes, bool, range, type)


def result_of_native(machine: Machine, result: Any, lost: Lost, operands: list[Pair]) -> Pair:
    """The result with its shadow, where something the call could see depends on the inputs."""
    if result is None:
        return None, lost
    if isinstance(result, _IMMUTABLE):
        return result, lost
    if any(result is value for value, _ in operands):
        return result, lost
    machine.keep(result, Unknown(lost))
    return result, lost


def _operands(reads: tuple[Callable[[], Pair], ...]) -> list[Pair]:
    operands: list[Pair] = []
    for read in reads:
        try:
            operands.append(read())
        except NameError:
            continue
    return operands


def values_read(reads: tuple[Callable[[], Pair], ...]) -> list[Any]:
    return [value for value, _ in _operands(reads)]


def reads_tainted(machine: Machine, reads: tuple[Callable[[], Pair], ...]) -> bool:
    """Does native source text read something that depends on the inputs?"""
    operands = _operands(reads)
    if machine.lent:
        machine.look_below([value for value, _ in operands])
    return first_tainted(machine, operands) is not None


_MAKING = ("class inside a function", "import inside a function", "type parameter")


def after_native_text(machine: Machine, reason: str, reads: tuple[Callable[[], Pair], ...], value: Any) -> Pair:
    """The shadow of what native source text computed."""
    operands = _operands(reads)
    if first_tainted(machine, operands) is None:
        return value, None
    lost = machine.lost("unmodelled-operation", f"{reason} was run, not followed")
    if reason in _MAKING:
        machine.suppose(f"native:{reason}:{machine.place()}", f"{reason} does not change the objects it reads")
        for read, _ in operands:
            machine.contents(read)  # notices stale ones
    else:
        after_native(machine, fingerprint(machine, operands), lost, False)
    if value is None or isinstance(value, _IMMUTABLE):
        return value, lost
    machine.keep(value, Unknown(lost))
    return value, lost
