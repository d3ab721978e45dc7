"""Which native code saw something that depends on the inputs, and what it may have done with it.

A native call is a claim waiting to go wrong: its result may depend on anything its arguments reach.  So arguments are
searched, through containers and instances, for anything with a shadow; a search that grows too large counts as found.
"""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clew.effects.faults import raised_in
from clew.effects.object_graph import CONTAINERS, TOO_MANY, children, has_dict, hides_state, reachable, slots_of
from clew.logic.terms import Term
from clew.semantics.shadow import (
    Choice,
    Concretized,
    Fields,
    Havocked,
    Items,
    Mapping,
    Members,
    Pair,
    Sequence,
    Shadow,
    Text,
)
from clew.verdict.assumptions import Assumption

if TYPE_CHECKING:
    from clew.concolic.machine import Machine


def first_tainted(machine: Machine, operands: list[Pair]) -> Shadow | Any | None:
    """Something among or below the operands that depends on the inputs, or None."""
    for _, shadow in operands:
        if shadow is not None:
            return shadow
    if not machine.heap:
        return None
    for value, _ in operands:  # a method that is bound to a text is none of those that are reached
        if _tainted_contents(machine, value):
            return value
    for value in reachable(operands, machine.looks):
        if value is TOO_MANY or _tainted_contents(machine, value):
            return value
    return None


_SHADOWS = (Term, Text, Items, Choice, Concretized)


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
    for value in reachable(operands, machine.looks):
        if value is TOO_MANY:
            break
        kind = type(value)
        if isinstance(value, CONTAINERS) or has_dict(value) or any(map(slots_of, kind.__mro__)) or hides_state(kind):
            result.append((value, tuple(map(id, children(value)))))
    return result


def after_native(machine: Machine, before: Fingerprint, lost: Concretized | None, reads: bool) -> None:
    """What a call may have changed is unknown from now on, whatever this one did to it.  reads: it changes nothing.

    What was seen to change is unknown in any case: a function of the project may have been called back.
    """
    assert lost is not None
    for value, identities in before:
        if isinstance(value, types.FunctionType | types.MethodType | types.ModuleType):
            continue
        if not reads or hides_state(type(value)) or tuple(map(id, children(value))) != identities:
            machine.keep(value, Havocked(lost))
            if id(value) in machine.exposed:
                machine.keep(machine.exposed[id(value)][1], Havocked(lost))
            if id(value) in machine.slotted:
                machine.keep(machine.slotted[id(value)][1], Havocked(lost))


_IMMUTABLE = (int, float, complex, str, bytes, bool, range, type)


def result_of_native(machine: Machine, result: Any, lost: Concretized, operands: list[Pair]) -> Pair:
    """The result with its shadow, where something the call could see depends on the inputs."""
    if result is None:
        return None, lost
    if isinstance(result, _IMMUTABLE):
        return result, lost
    if any(result is value for value, _ in operands):
        return result, lost
    machine.keep(result, Havocked(lost))
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
        text = f"{reason} does not change the objects it reads"
        machine.suppose(Assumption("native", text, about=f"{reason}:{machine.place()}"))
        for read, _ in operands:
            machine.contents(read)  # notices stale ones
    else:
        after_native(machine, fingerprint(machine, operands), lost, False)
    if value is None or isinstance(value, _IMMUTABLE):
        return value, lost
    machine.keep(value, Havocked(lost))
    return value, lost
