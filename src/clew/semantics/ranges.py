"""range and slice: tuples of start, stop and step; length and membership of a range of known step are terms."""

from __future__ import annotations

import operator
from typing import Final

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.operation import Machine
from clew.semantics.sequences import index_term, pinned, slice_bounds
from clew.semantics.shadow import NOTHING, Items, Shadow, Tracked, items_of, simplified


def _range(machine: Machine, /, *args: Tracked) -> Tracked:
    values = [a.value for a in args]
    shadows: list[Shadow] = [simplified(index_term(a)) if type(a.value) in (int, bool) else a.shadow for a in args]
    if not 1 <= len(args) <= 3 or not all(type(v) in (int, bool) for v in values):
        if any(s is not None or hasattr(type(v), "__index__") for v, s in zip(values, shadows, strict=True)):
            raise NotFollowed
        return Tracked(range(*values), None)
    if len(args) == 3:
        machine.decide(t.eq(index_term(args[2]), t.ZERO), values[2] == 0)
    real = range(*values)
    if len(args) == 1:
        shadows = [None, *shadows]
    return Tracked(real, items_of((*shadows, None)[:3]))


def _slice(machine: Machine, /, *args: Tracked) -> Tracked:
    real = slice(*(a.value for a in args))
    parts = (NOTHING, *args, NOTHING) if len(args) == 1 else (*args, NOTHING)
    return Tracked(real, items_of(tuple(a.shadow for a in parts[:3])))


def _indices(machine: Machine, target: Tracked, length: Tracked, /) -> Tracked:
    """The bounds of a slice within a sequence of a length; they and the length are decided."""
    size = pinned(machine, length)
    if size < 0:
        return Tracked(target.value.indices(size), None)  # a ValueError
    return Tracked(slice_bounds(machine, target, size).indices(size), None)


def bounds(machine: Machine, target: Tracked) -> tuple[Term, Term, int]:
    """Start and stop as terms, the step decided."""
    real = target.value
    shadows = target.shadow.shadows if isinstance(target.shadow, Items) else (None, None, None)
    start, stop, step = (
        index_term(Tracked(v, s)) for v, s in zip((real.start, real.stop, real.step), shadows, strict=True)
    )
    machine.decide(t.eq(step, t.integer(real.step)), True)
    return start, stop, real.step


def _size(real: range) -> int:
    """Its length, which `len` tells up to 2**63 - 1 only."""
    distance = real.stop - real.start if real.step > 0 else real.start - real.stop
    return max(0, -(-distance // abs(real.step)))


def length_term(machine: Machine, target: Tracked) -> Term:
    start, stop, step = bounds(machine, target)
    distance = t.sub(stop, start) if step > 0 else t.sub(start, stop)
    steps = t.floor_div(t.add(distance, t.integer(abs(step) - 1)), t.integer(abs(step)))
    return t.ite(t.gt(distance, t.ZERO), steps, t.ZERO)


def _contains(machine: Machine, element: Tracked, target: Tracked, /) -> Tracked:
    if type(element.value) not in (int, bool):
        raise NotFollowed
    term = index_term(element)
    start, stop, step = bounds(machine, target)
    if step > 0:
        within = t.and_(t.ge(term, start), t.lt(term, stop))
    else:
        within = t.and_(t.le(term, start), t.gt(term, stop))
    hit = t.eq(t.floor_mod(t.sub(term, start), t.integer(abs(step))), t.ZERO)
    return Tracked(element.value in target.value, simplified(t.and_(within, hit)))


def _count(machine: Machine, target: Tracked, element: Tracked, /) -> Tracked:
    there = _contains(machine, element, target)
    term = there.shadow if isinstance(there.shadow, Term) else None
    return Tracked(int(there.value), None if term is None else t.ite(term, t.ONE, t.ZERO))


def _index(machine: Machine, target: Tracked, element: Tracked, /) -> Tracked:
    there = _contains(machine, element, target)
    if not machine.truth(there):
        return Tracked(target.value.index(element.value), None)  # a ValueError
    start, _, step = bounds(machine, target)
    distance = t.sub(index_term(element), start) if step > 0 else t.sub(start, index_term(element))
    return Tracked(target.value.index(element.value), simplified(t.floor_div(distance, t.integer(abs(step)))))


def _excludes(machine: Machine, element: Tracked, target: Tracked, /) -> Tracked:
    result = _contains(machine, element, target)
    return Tracked(not result.value, simplified(t.not_(result.shadow)) if isinstance(result.shadow, Term) else None)


def _item(machine: Machine, target: Tracked, key: Tracked, /) -> Tracked:
    if type(key.value) not in (int, bool):
        raise NotFollowed
    length = length_term(machine, target)
    size, index = _size(target.value), index_term(key)
    within = t.and_(t.ge(index, t.neg(length)), t.lt(index, length))
    if not machine.decide(within, -size <= key.value < size):
        return Tracked(target.value[key.value], None)  # an IndexError
    start, _, step = bounds(machine, target)
    place = t.ite(t.lt(index, t.ZERO), t.add(index, length), index)
    return Tracked(target.value[key.value], simplified(t.add(start, t.scale(step, place))))


BINARY: Final = {
    ("in", object, range): followed("in", lambda a, b: a in b, _contains),
    ("not-in", object, range): followed("not in", lambda a, b: a not in b, _excludes),
}
ITEM: Final = {range: followed("[]", operator.getitem, _item)}
FUNCTION: Final = {
    (range, object): followed("range", range, _range),
    (slice, object): followed("slice", slice, _slice),
}
METHOD: Final = {
    (slice, "indices"): followed("indices", slice.indices, _indices),
    (range, "count"): followed("count", range.count, _count),
    (range, "index"): followed("index", range.index, _index),
}
