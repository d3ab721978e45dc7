"""Builtin functions over anything iterable: `len`, `min`, `max`, `any`, `all`, `sorted`, and the lazy ones.

Lazy iterators are streams of the machine: they draw from their sources when they are drawn from, as CPython's do.
"""

from __future__ import annotations

import functools
import operator
import types
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final

from clew.logic import terms as t
from clew.semantics import ranges
from clew.semantics.class_lookup import in_bases
from clew.semantics.dicts import KINDS as DICT_KINDS
from clew.semantics.dicts import VIEWS
from clew.semantics.drawing import Steps, drawn
from clew.semantics.fallback import NotFollowed, followed, unmodelled
from clew.semantics.gathering import checked_length, gathered
from clew.semantics.iterators import called, kept
from clew.semantics.operation import Machine, Operation
from clew.semantics.sequences import LARGEST_INDEX, NUMBERS, length_term, list_of, plain, tuple_of
from clew.semantics.shadow import NOTHING, Havocked, Tracked, simplified, term_of
from clew.semantics.sorting import descends, order

# ---------------------------------------------------------------- length


def _len(machine: Machine, container: Tracked, /) -> Tracked:
    if type(container.value) is range:
        term = ranges.length_term(machine, container)
        machine.decide(t.le(term, t.integer(LARGEST_INDEX)), _fits(container.value))
    else:
        term = length_term(machine, container)
    return Tracked(len(container.value), simplified(term))


def _fits(numbers: range) -> bool:
    try:
        return len(numbers) >= 0
    except OverflowError:
        return False


def _len_of_object(machine: Machine, container: Tracked, /) -> Tracked:
    real = container.value
    method = in_bases(type(real), "__len__", None)
    written = isinstance(method, types.FunctionType)
    result = machine.call(Tracked(method, None), (container,), {}) if written else None
    if result is None and isinstance(real, (list, dict, set, frozenset, deque)) and container.shadow is None:
        if type(real).__len__ in _LENGTHS and not isinstance(machine.contents(real), Havocked):
            return _len(machine, container)
    if result is None:
        return unmodelled(machine, "len", len, (container,), {})
    return checked_length(machine, result)


_LENGTHS: Final = (list.__len__, dict.__len__, set.__len__, frozenset.__len__, deque.__len__)


# ---------------------------------------------------------------- folding


def _any(machine: Machine, iterable: Tracked, /) -> Tracked:
    return Tracked(any(machine.truth(e) for e in machine.iterate(iterable)), None)


def _all(machine: Machine, iterable: Tracked, /) -> Tracked:
    return Tracked(all(machine.truth(e) for e in machine.iterate(iterable)), None)


def _extreme(compute: Callable[..., Any], largest: bool) -> Callable[..., Tracked]:
    def model(machine: Machine, /, *args: Tracked, key: Tracked = NOTHING, default: Tracked | None = None) -> Tracked:
        if not args or (default is not None and len(args) > 1):
            named = {} if default is None else {"default": default.value}
            return Tracked(compute(*(a.value for a in args), **named), None)  # a TypeError
        source = map(machine.settle, machine.iterate(args[0]) if len(args) == 1 else args)
        first = next(source, None)
        if first is None:
            return default if default is not None else Tracked(compute(()), None)  # a ValueError
        if key.value is not None or not plain(first.value):
            return _found(machine, first, source, key, largest)
        candidates = [first, *source]
        merged = _merged_extreme(candidates, compute, largest)
        if merged is not None:
            return merged
        return _found(machine, candidates[0], iter(candidates[1:]), key, largest)

    return model


def _found(machine: Machine, best: Tracked, others: Iterator[Tracked], key: Tracked, largest: bool) -> Tracked:
    """Keys are asked for, and compared, as the items come."""
    best_key = best if key.value is None else machine.call(key, (best,), {})
    for candidate in others:
        its_key = candidate if key.value is None else machine.call(key, (candidate,), {})
        if machine.truth(machine.binary(">" if largest else "<", its_key, best_key)):
            best, best_key = candidate, its_key
    return best


def _merged_extreme(candidates: list[Tracked], compute: Callable[..., Any], largest: bool) -> Tracked | None:
    """One term, where all candidates are numbers of one type."""
    kinds = {type(c.value) for c in candidates}
    if len(kinds) != 1 or not kinds <= (NUMBERS - {bool}):
        return None
    terms = [term_of(c.value, c.shadow) for c in candidates]
    best = terms[0]
    if any(term is None for term in terms):
        return None
    for term in terms[1:]:
        assert best is not None and term is not None
        if type(candidates[0].value) is int:
            better = t.gt(term, best) if largest else t.lt(term, best)
        else:
            better = t.operation("flt", best, term) if largest else t.operation("flt", term, best)
        best = t.ite(better, term, best)
    assert best is not None
    return Tracked(compute([c.value for c in candidates]), simplified(best))


def _sorted(machine: Machine, iterable: Tracked, /, *, key: Tracked = NOTHING, reverse: Tracked = NOTHING) -> Tracked:
    descending = descends(machine, reverse)
    return list_of(machine, order(machine, list(gathered(machine, iterable)), key, descending))


def _reduce(machine: Machine, function: Tracked, iterable: Tracked, /, *initial: Tracked) -> Tracked:
    elements = machine.iterate(iterable)
    if len(initial) > 1:
        raise TypeError(f"reduce expected at most 3 arguments, got {len(initial) + 2}")
    if initial:
        result = initial[0]
    else:
        first = next(elements, None)
        if first is None:
            raise TypeError("reduce() of empty iterable with no initial value")
        result = first
    for element in elements:
        result = machine.call(function, (result, element), {})
    return result


# ---------------------------------------------------------------- lazy


def _enumerate(machine: Machine, /, iterable: Tracked, start: Tracked = Tracked(0, None)) -> Tracked:  # noqa: B008
    if type(start.value) not in (int, bool):
        raise NotFollowed
    elements, number = drawn(machine, iterable), Tracked(operator.index(start.value), start.shadow)

    def step() -> Tracked | None:
        nonlocal number
        element = next(elements, None)
        if element is None:
            return None
        pair = tuple_of([number, element])
        number = machine.binary("+", number, Tracked(1, None))
        return pair

    return machine.stream(Steps(step))


def _zip(machine: Machine, /, *iterables: Tracked, strict: Tracked = Tracked(False, None)) -> Tracked:  # noqa: B008
    same_length = machine.truth(strict)
    sources = [drawn(machine, i) for i in iterables]

    def step() -> Tracked | None:
        row: list[Tracked] = []
        for source in sources:
            element = next(source, None)
            if element is None:
                if same_length:
                    _check_all_ended(row, sources)
                return None
            row.append(element)
        return tuple_of(row) if row else None

    return machine.stream(Steps(step))


def _check_all_ended(row: list[Tracked], sources: list[Iterator[Tracked]]) -> None:
    if row:
        raise ValueError(f"zip() argument {len(row) + 1} is shorter than {_first(len(row))}")
    for before, source in enumerate(sources[1:], 1):
        if next(source, None) is not None:
            raise ValueError(f"zip() argument {before + 1} is longer than {_first(before)}")


def _first(count: int) -> str:
    return "argument 1" if count == 1 else f"arguments 1-{count}"


def _map(machine: Machine, function: Tracked, /, *iterables: Tracked) -> Tracked:
    if not iterables:
        raise TypeError("map() must have at least two arguments.")
    sources = [drawn(machine, i) for i in iterables]

    def step() -> Tracked | None:
        row = []
        for source in sources:
            element = next(source, None)
            if element is None:
                return None
            row.append(element)
        return called(machine, function, *row)

    return machine.stream(Steps(step))


def _filter(machine: Machine, function: Tracked, iterable: Tracked, /) -> Tracked:
    return machine.stream(kept(machine, function, drawn(machine, iterable), True))


# ---------------------------------------------------------------- entries

SIZED: Final = (list, tuple, range, set, frozenset, deque, *DICT_KINDS, *VIEWS)

FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    **{(len, kind): followed("len", len, _len, total=True) for kind in SIZED},
    (len, object): Operation("len", len, shadow=_len_of_object),
    (any, object): followed("any", any, _any),
    (all, object): followed("all", all, _all),
    (min, object): followed("min", min, _extreme(min, largest=False)),
    (max, object): followed("max", max, _extreme(max, largest=True)),
    (sorted, object): followed("sorted", sorted, _sorted),
    (functools.reduce, object): followed("reduce", functools.reduce, _reduce),
    (enumerate, object): followed("enumerate", enumerate, _enumerate),
    (zip, object): followed("zip", zip, _zip),
    (map, object): followed("map", map, _map),
    (filter, object): followed("filter", filter, _filter),
}
