"""`heapq` and `bisect`: the library's own algorithms on stand-ins whose `<` asks the machine.

CPython's heaps use nothing of their elements but `<` (see `sorting.StandIn`), so the decisions are those of the real
heap.
"""

from __future__ import annotations

import bisect
import heapq
import types
from collections.abc import Callable, Iterator
from typing import Any, Final

from clew.semantics.class_lookup import in_bases
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.lists import replace_all
from clew.semantics.operation import Machine, Operation
from clew.semantics.sequences import items, list_of, pinned, plain
from clew.semantics.shadow import NOTHING, Tracked
from clew.semantics.sorting import StandIn, order


def _stand_in(machine: Machine, element: Tracked) -> StandIn:
    return StandIn(machine, element, element)


def _on_heap(algorithm: Callable[..., Any]) -> Callable[..., Tracked]:
    """An operation that changes a list; also where a comparison raised, what it left is written back."""

    def model(machine: Machine, heap: Tracked, /, *args: Tracked) -> Tracked:
        if type(heap.value) is not list:
            raise NotFollowed
        stand_ins = [_stand_in(machine, e) for e in items(machine, heap)]
        try:
            result = algorithm(stand_ins, *(_stand_in(machine, a) for a in args))
        finally:
            replace_all(machine, heap, [s.wanted for s in stand_ins])
        return NOTHING if result is None else result.wanted

    return model


def _extremes(largest: bool) -> Callable[..., Tracked]:
    """`nlargest(n, iterable, key)` is documented to be a sorted list's beginning."""

    def model(machine: Machine, n: Tracked, iterable: Tracked, key: Tracked = NOTHING) -> Tracked:
        if type(n.value) not in (int, bool):
            raise NotFollowed
        wanted = max(0, pinned(machine, n))
        if key.value is not None and type(iterable.value) not in (list, tuple):
            raise NotFollowed  # it is asked for keys as the items come
        if key.value is None and not all(map(plain, iterable.value if type(iterable.value) in (list, tuple) else ())):
            raise NotFollowed  # in which order and how often they are compared is not known
        if wanted != 1 and isinstance(in_bases(type(iterable.value), "__len__", None), types.FunctionType):
            raise NotFollowed  # it is asked for its length
        elements = list(machine.iterate(iterable))
        if not all(plain(each.value) for each in elements):
            machine.approximate("unmodelled-operation", "in which order nlargest() or nsmallest() compares")
        ordered = order(machine, elements, key, largest)
        return list_of(machine, ordered[:wanted])

    return model


class _Comparable(StandIn):
    """Merging also asks whether two elements are equal."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, StandIn)
        return self.machine.truth(self.machine.equal(self.element, other.element))

    __hash__ = None  # type: ignore[assignment]


def _merge(
    machine: Machine,
    /,
    *iterables: Tracked,
    key: Tracked = NOTHING,
    reverse: Tracked = Tracked(False, None),  # noqa: B008
) -> Tracked:
    def stand_ins(source: Tracked) -> Iterator[StandIn]:
        for element in machine.iterate(source):
            wanted = element if key.value is None else machine.call(key, (element,), {})
            yield _Comparable(machine, wanted, element)

    descending = machine.truth(reverse)
    merged = heapq.merge(*map(stand_ins, iterables), reverse=descending)
    return machine.stream(s.wanted for s in merged)


# ---------------------------------------------------------------- bisection


def _place(right: bool) -> Callable[..., int]:
    def search(machine: Machine, a: Tracked, x: Tracked, lo: Tracked, hi: Tracked, key: Tracked) -> int:
        if type(a.value) not in (list, tuple):
            raise NotFollowed
        low = pinned(machine, lo)
        if low < 0:
            raise ValueError("lo must be non-negative")
        elements = items(machine, a)
        high = len(elements) if hi.value is None else pinned(machine, hi)
        while low < high:
            middle = (low + high) // 2
            other = elements[middle]
            other = other if key.value is None else machine.call(key, (other,), {})
            if right:
                low, high = (low, middle) if machine.truth(machine.less(x, other)) else (middle + 1, high)
            else:
                low, high = (middle + 1, high) if machine.truth(machine.less(other, x)) else (low, middle)
        return low

    return search


_ZERO: Final = Tracked(0, None)


def _bisect(right: bool) -> Callable[..., Tracked]:
    search = _place(right)

    def model(
        machine: Machine, a: Tracked, x: Tracked, lo: Tracked = _ZERO, hi: Tracked = NOTHING, *, key: Tracked = NOTHING
    ) -> Tracked:
        return Tracked(search(machine, a, x, lo, hi, key), None)

    return model


def _insort(right: bool) -> Callable[..., Tracked]:
    search = _place(right)

    def model(
        machine: Machine, a: Tracked, x: Tracked, lo: Tracked = _ZERO, hi: Tracked = NOTHING, *, key: Tracked = NOTHING
    ) -> Tracked:
        if type(a.value) is not list:
            raise NotFollowed
        wanted = x if key.value is None else machine.call(key, (x,), {})
        place = search(machine, a, wanted, lo, hi, key)
        elements = items(machine, a)
        elements.insert(place, x)
        replace_all(machine, a, elements)
        return NOTHING

    return model


_ON_HEAPS: Final = (
    heapq.heapify, heapq.heappush, heapq.heappop, heapq.heappushpop, heapq.heapreplace,
)  # fmt: skip
FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    **{(f, object): followed(f.__name__, f, _on_heap(f)) for f in _ON_HEAPS},
    (heapq.nlargest, object): followed("nlargest", heapq.nlargest, _extremes(largest=True)),
    (heapq.nsmallest, object): followed("nsmallest", heapq.nsmallest, _extremes(largest=False)),
    (heapq.merge, object): followed("merge", heapq.merge, _merge),
    (bisect.bisect_left, object): followed("bisect_left", bisect.bisect_left, _bisect(right=False)),
    (bisect.bisect_right, object): followed("bisect_right", bisect.bisect_right, _bisect(right=True)),
    (bisect.insort_left, object): followed("insort_left", bisect.insort_left, _insort(right=False)),
    (bisect.insort_right, object): followed("insort_right", bisect.insort_right, _insort(right=True)),
}
