"""Sorting: the permutation is CPython's; decisions say why it is this one.

Numbers (no nan) are totally ordered, so a stable order is described by comparing neighbours, as one decision: that it
is this order (a decision on each pair of neighbours would not do: which are neighbours depends on the rest).  For
anything else CPython's own algorithm is driven: it sorts stand-ins whose `<` is decided by the machine.
"""

from __future__ import annotations

import itertools
import types
from collections.abc import Callable
from typing import Any, Final

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.class_lookup import in_bases
from clew.semantics.fallback import NotFollowed
from clew.semantics.operation import Machine
from clew.semantics.sequences import first_difference, index_term, items
from clew.semantics.shadow import NOTHING, Concretized, Tracked, term_of

_Less = Callable[[Tracked, Tracked], Tracked]
_LARGEST_INT: Final = 2**31 - 1  # of C's
_OF_C: Final = (types.WrapperDescriptorType, types.MethodDescriptorType)
_ORDERED: Final = ({int}, {bool}, {int, bool}, {float}, {int, float})


class StandIn:
    """An element in CPython's sort, heap or bisection: `<` asks the machine."""

    __slots__ = ("element", "less", "machine", "wanted")

    def __init__(self, machine: Machine, element: Tracked, wanted: Tracked, less: _Less | None = None) -> None:
        self.machine = machine
        self.element = element  # what is sorted by
        self.wanted = wanted  # what is sorted
        self.less = less or machine.less

    def __lt__(self, other: Any) -> bool:
        return self.machine.truth(self.less(self.element, other.element))


def descends(machine: Machine, reverse: Tracked) -> bool:
    """Whether `reverse` asks for it; what is no int, or too large for C, is an error for some versions of Python."""
    if reverse is NOTHING or type(reverse.value) is bool:
        return reverse is not NOTHING and machine.truth(reverse)
    if type(reverse.value) is not int or isinstance(reverse.shadow, Concretized):
        raise NotFollowed
    term = index_term(reverse)
    within = t.and_(t.ge(term, t.integer(-_LARGEST_INT - 1)), t.le(term, t.integer(_LARGEST_INT)))
    if not machine.decide(within, -_LARGEST_INT - 1 <= reverse.value <= _LARGEST_INT):
        raise NotFollowed
    return machine.truth(reverse)


def order(
    machine: Machine, elements: list[Tracked], key: Tracked, descending: bool, left: list[Tracked] | None = None
) -> list[Tracked]:
    """The elements sorted.  left: gets them in the order in which a comparison that raises leaves them."""
    keys = elements
    if key.value is not None:
        keys = [machine.call(key, (e,), {}) for e in elements]
    return ordered_by(machine, elements, keys, descending, left)


def ordered_by(
    machine: Machine,
    elements: list[Tracked],
    keys: list[Tracked],
    descending: bool,
    left: list[Tracked] | None = None,
) -> list[Tracked]:
    """The elements sorted by their keys.  left: as for `order`."""
    if len(elements) < 2:
        return elements
    keys = [machine.settle(k) for k in keys]
    if _totally_ordered(machine, keys):
        return _by_neighbours(machine, elements, keys, descending)
    less = _less_in_sort(machine, keys)
    stand_ins = [StandIn(machine, k, e, less) for k, e in zip(keys, elements, strict=True)]
    try:
        stand_ins.sort(reverse=descending)
    finally:
        if left is not None:
            left[:] = [s.wanted for s in stand_ins]
    return [s.wanted for s in stand_ins]


def _less_in_sort(machine: Machine, keys: list[Tracked]) -> _Less:
    """How `list.sort` asks whether a key is less than another.

    Where all keys are of one class its `__lt__` is asked by itself, and again where that gives `NotImplemented`
    (`unsafe_object_compare` in Objects/listobject.c); so is that of the first items, where all keys are tuples.
    """
    if not all(type(key.value) is tuple and key.value for key in keys):
        return _asking_first(machine, keys)
    firsts = [machine.settle(items(machine, key)[0]) for key in keys]
    less = _asking_first(machine, firsts)

    def of_tuples(a: Tracked, b: Tracked) -> Tracked:
        at = first_difference(machine, a, b)
        if at is None:
            return Tracked(len(a.value) < len(b.value), None)
        return (machine.less if at else less)(items(machine, a)[at], items(machine, b)[at])

    return machine.less if less == machine.less else of_tuples


def _asking_first(machine: Machine, keys: list[Tracked]) -> _Less:
    kinds = {type(key.value) for key in keys}
    own = None if len(kinds) > 1 else in_bases(kinds.pop(), "__lt__")
    if own is None or isinstance(own, _OF_C):
        return machine.less
    if not isinstance(own, types.FunctionType):
        machine.approximate("unmodelled-operation", "how often a sort asks a descriptor for `__lt__`")
        return machine.less

    def less(a: Tracked, b: Tracked) -> Tracked:
        result = machine.call(Tracked(own, None), (a, b), {})
        return machine.less(a, b) if result.value is NotImplemented else result

    return less


def _totally_ordered(machine: Machine, keys: list[Tracked]) -> bool:
    kinds = {type(k.value) for k in keys}
    if kinds not in _ORDERED or any(isinstance(k.shadow, Concretized) for k in keys):
        return False
    for k in keys:
        if type(k.value) is float:
            term = term_of(k.value, k.shadow)
            assert term is not None
            if machine.decide(t.operation("fisnan", term), k.value != k.value):
                return False
    return True


def _by_neighbours(machine: Machine, elements: list[Tracked], keys: list[Tracked], descending: bool) -> list[Tracked]:
    places = sorted(range(len(keys)), key=lambda i: keys[i].value, reverse=descending)
    terms: list[Term] = []
    for before, after in itertools.pairwise(places):
        first, second = (after, before) if descending else (before, after)
        less = machine.less(keys[second], keys[first]) if before < after else machine.less(keys[first], keys[second])
        assert less.value == (before > after)
        if isinstance(less.shadow, Term):
            terms.append(less.shadow if less.value else t.not_(less.shadow))
    machine.decide(t.and_(*terms), True)
    return [elements[i] for i in places]
