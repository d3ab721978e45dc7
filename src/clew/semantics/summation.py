"""`sum`: additions from left to right, and `math.prod`: multiplications.

Since Python 3.12 doubles are added with a compensation for what rounding loses.

CPython (`builtin_sum_impl` in Python/bltinmodule.c) then begins with what are exactly ints, as long as all of it fits
a C `long`; from a double on it adds doubles as Neumaier (1974) does, and ints that fit a `long` without compensation;
from anything else on, it uses `+` alone.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from clew.logic import terms as t
from clew.semantics.fallback import followed
from clew.semantics.numbers import ZERO_FLOAT, finite, is_zero
from clew.semantics.operation import Machine, Operation
from clew.semantics.python_versions import COMPENSATED_SUM
from clew.semantics.shadow import Tracked, simplified, term_of


def _sum(machine: Machine, iterable: Tracked, /, start: Tracked = Tracked(0, None)) -> Tracked:  # noqa: B008
    if type(start.value) in (str, bytes, bytearray):
        return Tracked(sum((), start.value), None)  # a TypeError
    elements = map(machine.settle, machine.iterate(iterable))
    return _compensated(machine, start, elements) if COMPENSATED_SUM else _added(machine, start, elements)


def _added(machine: Machine, total: Tracked, elements: Iterator[Tracked]) -> Tracked:
    for element in elements:
        total = machine.binary("+", total, element)
    return total


def _prod(machine: Machine, iterable: Tracked, /, *, start: Tracked = Tracked(1, None)) -> Tracked:  # noqa: B008
    """`*` from left to right: what CPython does by itself with ints and doubles gives the same."""
    total = start
    for element in map(machine.settle, machine.iterate(iterable)):
        total = machine.binary("*", total, element)
    return total


def _compensated(machine: Machine, total: Tracked, elements: Iterator[Tracked]) -> Tracked:
    if type(total.value) is int:
        ints = [total]
        for element in elements:
            total = machine.binary("+", total, element)
            if type(element.value) not in (int, bool):
                break
            ints += [element, total]
        # Asked only where it matters.
        if type(total.value) is float and not all(_fits_long(machine, number) for number in ints):
            return _added(machine, total, elements)
    return (_doubles if type(total.value) is float else _added)(machine, total, elements)


def _doubles(machine: Machine, total: Tracked, elements: Iterator[Tracked]) -> Tracked:
    lost = Tracked(0.0, None)  # what rounding has lost so far
    for element in elements:
        if type(element.value) is float:
            rounded = machine.binary("+", total, element)
            lost = _add_error(lost, total, element, rounded)
            total = rounded
        elif isinstance(element.value, int) and _fits_long(machine, element):
            total = machine.binary("+", total, element)
        else:
            return _added(machine, _corrected(total, lost), itertools.chain([element], elements))
    return _corrected(total, lost)


def _fits_long(machine: Machine, number: Tracked) -> bool:
    fits: bool = -sys.maxsize - 1 <= number.value <= sys.maxsize
    term = term_of(number.value, number.shadow)
    if term is None or type(number.value) is bool:
        return fits
    return machine.decide(t.and_(t.ge(term, t.integer(-sys.maxsize - 1)), t.le(term, t.integer(sys.maxsize))), fits)


def _add_error(lost: Tracked, total: Tracked, element: Tracked, rounded: Tracked) -> Tracked:
    """`lost`, and what `total + element` lost: the smaller one less the part of it that is in `rounded`."""
    a, b, s = total.value, element.value, rounded.value
    value = lost.value + ((a - s) + b if abs(a) >= abs(b) else (b - s) + a)
    before, x, y, z = [term_of(n.value, n.shadow) for n in (lost, total, element, rounded)]
    if before is None or x is None or y is None or z is None:
        return Tracked(value, rounded.shadow)
    larger_first = t.operation("fle", t.operation("fabs", y), t.operation("fabs", x))
    error = t.ite(larger_first, _error(x, y, z), _error(y, x, z))
    return Tracked(value, simplified(error if before is ZERO_FLOAT else t.operation("fadd", before, error)))


def _error(larger: t.Term, smaller: t.Term, rounded: t.Term) -> t.Term:
    return t.operation("fadd", t.operation("fsub", larger, rounded), smaller)


def _corrected(total: Tracked, lost: Tracked) -> Tracked:
    """A compensation of zero would lose the sign of a zero; one that is not finite is none."""
    value = total.value + lost.value if lost.value and math.isfinite(lost.value) else total.value
    term, error = term_of(total.value, total.shadow), term_of(lost.value, lost.shadow)
    if term is None or error is None:
        return Tracked(value, total.shadow)
    used = t.and_(t.not_(is_zero(error)), finite(error))
    return Tracked(value, simplified(t.ite(used, t.operation("fadd", term, error), term)))


FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    (sum, object): followed("sum", sum, _sum),
    (math.prod, object): followed("prod", math.prod, _prod),
}
