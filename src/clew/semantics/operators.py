"""The functions of the `operator` module that are binary operators; the others are beside what they do."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.operation import Machine, Operation
from clew.semantics.sequences import SCALARS
from clew.semantics.shadow import Shadow, Tracked
from clew.semantics.symbols import CONCRETE


def _operator(op: str) -> Callable[..., Tracked]:
    def model(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
        return machine.binary(op, a, b)

    return model


def _concat(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    if type(a.value) not in (list, tuple, str, bytes):
        raise NotFollowed
    return machine.binary("+", a, b)


def _contains(machine: Machine, container: Tracked, element: Tracked, /) -> Tracked:
    return machine.binary("in", element, container)


def identical(machine: Machine, a: Tracked, b: Tracked) -> tuple[bool, Shadow]:
    """`a is b` of objects that are no plain values."""
    if type(a.value) in SCALARS - {type(None)} and (a.shadow is not None or b.shadow is not None):
        raise NotFollowed
    return a.value is b.value, None


def _is(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    return Tracked(*identical(machine, a, b))


def _is_not(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    same, _ = identical(machine, a, b)
    return Tracked(not same, None)


FUNCTION: Final[dict[tuple[Callable[..., object], type], Operation]] = {
    **{(f, object): followed(f.__name__, f, _operator(op)) for op, f in CONCRETE.items()},
    (operator.concat, object): followed("concat", operator.concat, _concat),
    (operator.contains, object): followed("contains", operator.contains, _contains),
    (operator.is_, object): followed("is_", operator.is_, _is),
    (operator.is_not, object): followed("is_not", operator.is_not, _is_not),
}
