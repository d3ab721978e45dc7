"""What list and tuple share: items, slices, comparison, search, concatenation.

An index that depends on the inputs is decided to be in range.  The item is then one term over all elements where they
are numbers of one type; elsewhere the index itself is decided.
"""

from __future__ import annotations

import itertools
import operator
import sys
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.choosing import choose
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.numbers import as_int
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Concretized, Havocked, Items, Sequence, Shadow, Tracked, items_of, simplified, term_of

LARGEST_INDEX: Final = sys.maxsize
SCALARS: Final = frozenset({int, bool, float, str, bytes, type(None)})
NUMBERS: Final = frozenset({int, bool, float})
LONGEST: Final = 1 << 12  # elements of a repeated sequence that are followed one by one
MOST: Final = 1 << 22  # that are made at all

# ---------------------------------------------------------------- reading and making


def shadows_of(machine: Machine, operand: Tracked) -> list[Shadow]:
    """The shadows of the elements, the length decided; not to be changed."""
    if not isinstance(operand.value, tuple):
        return (
            [None] * len(operand.value) if machine.contents(operand.value) is None else machine.elements(operand.value)
        )
    return list(operand.shadow.shadows) if isinstance(operand.shadow, Items) else [None] * len(operand.value)


def items(machine: Machine, operand: Tracked) -> list[Tracked]:
    return list(map(Tracked, operand.value, shadows_of(machine, operand)))


def length_term(machine: Machine, operand: Tracked) -> Term:
    """The length, not decided."""
    contents = None if isinstance(operand.value, tuple) else machine.contents(operand.value)
    if isinstance(contents, Havocked):
        raise NotFollowed
    free = getattr(contents, "length", None)
    return t.integer(len(operand.value)) if free is None else free


def list_of(machine: Machine, elements: list[Tracked]) -> Tracked:
    """A new list."""
    result = [e.value for e in elements]
    if any(e.shadow is not None for e in elements):
        machine.keep(result, Sequence([e.shadow for e in elements]))
    return Tracked(result, None)


def tuple_of(elements: list[Tracked]) -> Tracked:
    return Tracked(tuple(e.value for e in elements), items_of(tuple(e.shadow for e in elements)))


def same_kind(machine: Machine, like: Tracked, elements: list[Tracked]) -> Tracked:
    return tuple_of(elements) if isinstance(like.value, tuple) else list_of(machine, elements)


# ---------------------------------------------------------------- indices and slices


def index_term(operand: Tracked) -> Term:
    """The Int term of an index; anything but a followed int or bool is not modelled."""
    if type(operand.value) not in (int, bool):
        raise NotFollowed
    term = term_of(operand.value, operand.shadow)
    if term is None:
        raise NotFollowed
    return as_int(term)


def pinned(machine: Machine, operand: Tracked) -> int:
    """The value of an int operand, decided."""
    term, value = index_term(operand), operator.index(operand.value)
    machine.decide(t.eq(term, t.integer(value)), True)
    return value


def at_place(index: Term, place: int, length: int) -> Term:
    """The index means this place, counted from either end."""
    return t.or_(t.eq(index, t.integer(place)), t.eq(index, t.integer(place - length)))


def find_place(machine: Machine, key: Tracked, length: int) -> int | None:
    """The place an index means, decided to be in range or not, and then which; None where it is out of range."""
    index, value = index_term(key), operator.index(key.value)
    if not decide_in_range(machine, index, value, length):
        return None
    place = value % length
    machine.decide(at_place(index, place, length), True)
    return place


def decide_in_range(machine: Machine, index: Term, value: int, length: int) -> bool:
    within = t.and_(t.ge(index, t.integer(-length)), t.lt(index, t.integer(length)))
    return machine.decide(within, -length <= value < length)


def must_fit(machine: Machine, number: Tracked, fail: Callable[[int], object]) -> None:
    """Decide that the number fits CPython's index type.  fail: what raises CPython's OverflowError for any other."""
    index, value = index_term(number), operator.index(number.value)
    within = t.and_(t.ge(index, t.integer(-LARGEST_INDEX - 1)), t.le(index, t.integer(LARGEST_INDEX)))
    if not machine.decide(within, -LARGEST_INDEX - 1 <= value <= LARGEST_INDEX):
        fail(value)


def clamped(machine: Machine, operand: Tracked, length: int) -> int | None:
    """A bound of a slice, decided; all that lie before the sequence count as one, and all after it."""
    if operand.value is None and operand.shadow is None:
        return None
    term, value = index_term(operand), operator.index(operand.value)
    if machine.decide(t.lt(term, t.integer(-length)), value < -length):
        return -length - 1
    if machine.decide(t.ge(term, t.integer(length)), value >= length):
        return length
    machine.decide(t.eq(term, t.integer(value)), True)
    return value


def slice_bounds(machine: Machine, key: Tracked, length: int) -> slice:
    """The slice with its bounds decided."""
    if isinstance(key.shadow, Concretized) or not isinstance(key.value, slice):
        raise NotFollowed
    shadows = key.shadow.shadows if isinstance(key.shadow, Items) else (None, None, None)
    values = (key.value.start, key.value.stop, key.value.step)
    parts = [machine.settle(Tracked(v, s)) for v, s in zip(values, shadows, strict=True)]
    for part in parts:
        if part.value is not None:
            index_term(part)
    if parts[2].value is None and parts[2].shadow is None:
        step = None
    else:
        step = pinned(machine, parts[2])
    return slice(clamped(machine, parts[0], length), clamped(machine, parts[1], length), step)


def item(machine: Machine, sequence: Tracked, key: Tracked, /) -> Tracked:
    real = sequence.value
    if isinstance(key.value, slice):
        elements = items(machine, sequence)
        return same_kind(machine, sequence, elements[slice_bounds(machine, key, len(elements))])
    if type(key.value) not in (int, bool):
        if key.shadow is None and not hasattr(type(key.value), "__index__"):
            return Tracked(real[key.value], None)  # a TypeError
        raise NotFollowed
    index, value = index_term(key), operator.index(key.value)
    length = length_term(machine, sequence)
    if not t.is_const(length) and t.is_const(index) and value >= 0:
        contents = machine.contents(real)
        assert isinstance(contents, Sequence)
        if not machine.decide(t.lt(index, length), value < len(real)):
            return Tracked(real[value], None)  # an IndexError
        return Tracked(real[value], contents.items[value])
    elements = items(machine, sequence)
    size = len(elements)
    if t.is_const(index):
        return Tracked(real[value], elements[value].shadow if -size <= value < size else None)
    if not decide_in_range(machine, index, value, size):
        return Tracked(real[value], None)
    return choose(machine, [(at_place(index, i, size), e) for i, e in enumerate(elements)], value % size)


# ---------------------------------------------------------------- comparison and search


def plain(value: Any, depth: int = 4) -> bool:
    """Comparing the value runs no code of the user's and changes nothing."""
    kind = type(value)
    if kind in (tuple, list):
        return depth > 0 and all(plain(v, depth - 1) for v in value)
    return kind in SCALARS


def live(machine: Machine, sequence: Tracked, *others: Tracked) -> Iterable[Tracked]:
    """The items, for who compares them one after the other: what compares in Python may change the sequence meanwhile.

    others: what they are compared with.
    """
    elements = items(machine, sequence)
    return elements if all(plain(each.value) for each in (*elements, *others)) else machine.iterate(sequence)


def all_equal(machine: Machine, pairs: Iterable[tuple[Tracked, Tracked]]) -> Tracked:
    """Every pair is equal: one term over what can be compared without effects."""
    terms: list[Term] = []
    holds = True
    for left, right in pairs:
        if not (plain(left.value) and plain(right.value)) and not machine.decide(t.and_(*terms), holds):
            return Tracked(False, None)
        result = machine.equal(left, right)
        if isinstance(result.shadow, Term) and isinstance(result.value, bool):
            terms.append(result.shadow)
            holds = holds and result.value
        elif (
            isinstance(result.shadow, Concretized) and not machine.decide(t.and_(*terms), holds)
        ) or not machine.truth(result):
            return Tracked(False, None)
    return Tracked(holds, simplified(t.and_(*terms)))


def member(machine: Machine, element: Tracked, elements: Iterable[Tracked]) -> Tracked:
    """The element is equal to one of the elements."""
    if type(element.value) is int and isinstance(element.shadow, Term) and isinstance(elements, list):
        if all(type(other.value) is int and other.shadow is None for other in elements):
            numbers = sorted({other.value for other in elements})
            within = t.in_ranges(element.shadow, tuple((n, n) for n in numbers))
            return Tracked(element.value in numbers, simplified(within))
    terms: list[Term] = []
    found = False
    for other in elements:
        if not (plain(element.value) and plain(other.value)) and machine.decide(t.or_(*terms), found):
            return Tracked(True, None)
        result = machine.equal(other, element)
        if isinstance(result.shadow, Term) and isinstance(result.value, bool):
            terms.append(result.shadow)
            found = found or result.value
        elif (isinstance(result.shadow, Concretized) and machine.decide(t.or_(*terms), found)) or machine.truth(result):
            return Tracked(True, None)
    return Tracked(found, simplified(t.or_(*terms)))


class _Said:
    """Stands for an element, in the message of what did not find it."""

    def __init__(self, machine: Machine, element: Tracked) -> None:
        self.machine, self.element = machine, element

    def __repr__(self) -> str:
        return str(self.machine.call(Tracked(repr, None), (self.element,), {}).value)


def raise_absent(machine: Machine, sequence: Tracked, method: str, element: Tracked, *limits: Any) -> NoReturn:
    """The ValueError of an element that is not there; what compares or shows it in its own way is not asked twice."""
    if plain(element.value) and all(map(plain, sequence.value)):
        getattr(sequence.value, method)(element.value, *limits)
    empty: Any = next(base for base in (list, tuple, deque) if isinstance(sequence.value, base))()
    getattr(empty, method)(_Said(machine, element), *limits)
    raise NotFollowed


def find(machine: Machine, element: Tracked, elements: Iterable[Tracked]) -> int | None:
    """The first place of an equal element, every comparison decided."""
    for place, other in enumerate(elements):
        if machine.truth(machine.equal(other, element)):
            return place
    return None


def equality(wanted: bool) -> Callable[..., Tracked]:
    def model(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
        same_length = len(a.value) == len(b.value)
        if not machine.decide(t.eq(length_term(machine, a), length_term(machine, b)), same_length):
            if isinstance(a.value, tuple):  # whose items are compared all the same, by methods that may do anything
                pairs = list(zip(items(machine, a), items(machine, b), strict=False))
                if not all(plain(each.value) for pair in pairs for each in pair):
                    all_equal(machine, pairs)
            return Tracked(not wanted, None)
        left, right = items(machine, a), items(machine, b)
        result = all_equal(machine, zip(live(machine, a, *right), live(machine, b, *left), strict=False))
        if (len(a.value), len(b.value)) != (len(left), len(right)):
            machine.approximate("unmodelled-operation", "a comparison changed the list that is compared")
        if wanted:
            return result
        negated = t.not_(result.shadow) if isinstance(result.shadow, Term) else None
        return Tracked(not result.value, negated)

    return model


def ordering(op: str, compare: Callable[[int, int], bool]) -> Callable[..., Tracked]:
    """Lexicographic: the first pair that differs, found by decisions, is compared."""

    def model(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
        at = first_difference(machine, a, b)
        if at is None:
            return Tracked(compare(len(a.value), len(b.value)), None)
        return machine.binary(op, items(machine, a)[at], items(machine, b)[at])

    return model


def first_difference(machine: Machine, a: Tracked, b: Tracked) -> int | None:
    """Where the items of two sequences differ first; None: nowhere before one of them ends."""
    left, right = live(machine, a, *items(machine, b)), live(machine, b, *items(machine, a))
    pairs = enumerate(zip(left, right, strict=False))
    at = next((at for at, pair in pairs if not machine.truth(machine.equal(*pair))), None)
    return None if at is None or at >= min(len(a.value), len(b.value)) else at


def contains(machine: Machine, element: Tracked, sequence: Tracked, /) -> Tracked:
    return member(machine, element, live(machine, sequence, element))


def count(machine: Machine, sequence: Tracked, element: Tracked, /) -> Tracked:
    terms, number = [t.ZERO], 0
    for other in live(machine, sequence, element):
        result = machine.equal(other, element)
        if isinstance(result.shadow, Term) and isinstance(result.value, bool):
            terms.append(t.ite(result.shadow, t.ONE, t.ZERO))
            number += result.value
        elif machine.truth(result):
            terms.append(t.ONE)
            number += 1
    return Tracked(number, simplified(t.add(*terms)))


def index(machine: Machine, sequence: Tracked, element: Tracked, /, *limits: Tracked) -> Tracked:
    elements: Iterable[Tracked] = live(machine, sequence, element)
    first = 0
    if limits:
        size = len(sequence.value)
        if any(bound.value is None for bound in limits):
            raise NotFollowed
        chosen = [clamped(machine, bound, size) for bound in limits]
        first, last, _ = slice(*chosen, *(None,) * (3 - len(chosen))).indices(size)
        if not isinstance(elements, list) and len(limits) > 1 and last >= size:
            raise NotFollowed  # how far it goes matters where comparing makes it longer
        elements = itertools.islice(elements, first, max(first, last) if len(limits) > 1 else None)
    place = find(machine, element, elements)
    if place is None:
        raise_absent(machine, sequence, "index", element, *(bound.value for bound in limits))
    return Tracked(first + place, None)


# ---------------------------------------------------------------- concatenation


def concatenation(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    return same_kind(machine, a, items(machine, a) + items(machine, b))


def times(machine: Machine, number: Tracked, empty: bool) -> int:
    """How often a sequence is repeated, decided; never less than zero."""
    must_fit(machine, number, [None].__mul__)
    none = empty or machine.decide(t.le(index_term(number), t.ZERO), operator.index(number.value) <= 0)
    return 0 if none else pinned(machine, number)


def repetition(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    sequence, number = (a, b) if type(a.value) in (list, tuple) else (b, a)
    elements = items(machine, sequence)
    count = times(machine, number, not elements)
    if len(elements) * count > MOST:
        raise MemoryError  # a machine with less memory would; the run is taken for one that more would let go on
    if all(element.shadow is None for element in elements):
        return Tracked(sequence.value * count, None)
    if len(elements) * count > LONGEST:
        raise NotFollowed
    return same_kind(machine, sequence, elements * count)


_ORDERINGS: Final = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def entries(kind: type) -> dict[tuple[str, type, type], Operation]:
    """The operators of two sequences of one type, and of one with a number."""
    result = {
        ("==", kind, kind): followed("==", operator.eq, equality(True)),
        ("!=", kind, kind): followed("!=", operator.ne, equality(False)),
        ("in", object, kind): followed("in", lambda a, b: a in b, contains),
        ("not-in", object, kind): followed("not in", lambda a, b: a not in b, _excludes),
        ("+", kind, kind): followed("+", operator.add, concatenation),
        ("*", kind, int): followed("*", operator.mul, repetition),
        ("*", int, kind): followed("*", operator.mul, repetition),
    }
    for op, compare in _ORDERINGS.items():
        result[op, kind, kind] = followed(op, compare, ordering(op, compare))
    return result


def _excludes(machine: Machine, element: Tracked, sequence: Tracked, /) -> Tracked:
    result = contains(machine, element, sequence)
    return Tracked(not result.value, simplified(t.not_(result.shadow)) if isinstance(result.shadow, Term) else None)


def methods(kind: Any) -> dict[tuple[type, str], Operation]:
    return {
        (kind, "count"): followed("count", kind.count, count),
        (kind, "index"): followed("index", kind.index, index),
    }
