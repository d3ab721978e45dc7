"""Operators of str and bytes: items, slices, comparison, concatenation, membership; `len`, truth, `ord`, `chr`.

What can be said about a string of undecided length is said as one term (equality with a known string, an item at a
known place, order, membership in a constant); the rest decides the length first.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.characters import (
    MAX_CODE,
    Char,
    Fact,
    Word,
    any_of,
    decide,
    equal_words,
    ranges_of,
    same,
    shadow_of,
    within,
)
from clew.semantics.deferred import Deferred
from clew.semantics.modelled import NotModelled, answer, bounded, integer_term, modelled, number, sized, text, word
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Items, Shadow, Text, Tracked, known_text, simplified

# ---------------------------------------------------------------- length and equality


def length_shadow(machine: Machine, operand: Tracked) -> Shadow:
    return simplified(text(operand).length)


def truth_shadow(machine: Machine, operand: Tracked) -> Shadow:
    return simplified(t.ne(text(operand).length, t.ZERO))


def is_free(known: Text) -> bool:
    """Whether its length is not a constant."""
    return not t.is_const(known.length)


def one_known(machine: Machine, left: Tracked, right: Tracked) -> tuple[Text, Text]:
    """The two texts, at least one of known length: that of the right one is decided where neither is."""
    a, b = text(left), text(right)
    if is_free(a) and is_free(b):
        b = known_shape(machine, right)
    return a, b


def known_shape(machine: Machine, operand: Tracked) -> Text:
    chars = machine.characters(operand)
    if chars is None:
        raise NotModelled("a string that was not followed")
    return Text(t.integer(len(chars)), chars)


def equality(a: Text, b: Text) -> Term:
    """a == b, one of them of known length."""
    if is_free(b):
        a, b = b, a
    size = b.length.data
    same_length = t.eq(a.length, b.length)
    if same_length is t.FALSE:
        return t.FALSE
    return t.and_(same_length, *(t.eq(x, y) for x, y in zip(a.first(size), b.chars, strict=True)))


def texts_equal(machine: Machine, left: Tracked, right: Tracked) -> Term | None:
    """left == right for two str, or two bytes, as one term; None where a shadow was lost."""
    try:
        a, b = text(left), text(right)
        if a.source is not None and a.source == b.source:
            return t.TRUE
        return equality(*one_known(machine, left, right))
    except NotModelled:
        return None


def _equal(machine: Machine, left: Tracked, right: Tracked) -> Shadow:
    term = texts_equal(machine, left, right)
    if term is None:
        raise NotModelled("a string that was not followed")
    return simplified(term)


def _different(machine: Machine, left: Tracked, right: Tracked) -> Shadow:
    term = texts_equal(machine, left, right)
    if term is None:
        raise NotModelled("a string that was not followed")
    return simplified(t.not_(term))


def less(a: Text, b: Text, or_equal: bool) -> Term:
    """a < b (or a <= b) in the order of code points, one of them of known length."""
    if is_free(b):
        return t.not_(less(b, a, not or_equal))
    size = b.length.data
    places = range(size) if is_free(a) else range(min(size, a.length.data))
    if is_free(a):
        result = t.le(a.length, t.integer(size)) if or_equal else t.FALSE
    else:
        shorter = a.length.data <= size if or_equal else a.length.data < size
        result = t.boolean(shorter)
    for i in reversed(places):
        x, y = a.char(i), b.chars[i]
        ended = t.le(a.length, t.integer(i))
        here = t.or_(t.lt(x, y), t.and_(t.eq(x, y), result))
        result = t.or_(ended, t.and_(t.not_(ended), here))
    return result


def _order(or_equal: bool, swapped: bool) -> Callable[..., Shadow]:
    def model(machine: Machine, left: Tracked, right: Tracked) -> Shadow:
        a, b = one_known(machine, left, right)
        return simplified(less(b, a, or_equal) if swapped else less(a, b, or_equal))

    return model


# ---------------------------------------------------------------- items and slices


def char_at(chars: Word, index: Term) -> Term:
    """The code point at a symbolic index known to be in range, negative ones counting from the end."""
    size = len(chars)
    result = chars[-1].term
    for i in range(size - 2, -1, -1):
        here = t.or_(t.eq(index, t.integer(i)), t.eq(index, t.integer(i - size)))
        result = t.ite(here, chars[i].term, result)
    return result


def _code(machine: Machine, operand: Tracked, key: Tracked) -> Term | None:
    """The code point `operand[key]`; None where the index is out of range.  Decides which."""
    known, index = text(operand), integer_term(key)
    place = operator.index(key.value)
    size = len(operand.value)
    if is_free(known) and t.is_const(index) and place >= 0:
        outside = Fact(t.le(known.length, index), size <= place)
        return None if decide(machine, outside) else known.char(place)
    chars = word(machine, operand)
    size = len(chars)
    outside = Fact(t.or_(t.ge(index, t.integer(size)), t.lt(index, t.integer(-size))), not -size <= place < size)
    return None if decide(machine, outside) else char_at(chars, index)


def _item(machine: Machine, operand: Tracked, key: Tracked) -> Shadow:
    if type(key.value) is slice:
        return _sliced(machine, operand, key)
    code = _code(machine, operand, key)
    if code is None:
        return None
    return simplified(code) if isinstance(operand.value, bytes) else known_text((code,))


def slice_parts(machine: Machine, key: Tracked) -> tuple[Tracked, Tracked, Tracked]:
    """start, stop and step of a slice; its shadow is None or the Items of the three."""
    shadows = key.shadow.shadows if isinstance(key.shadow, Items) else (None, None, None)
    if len(shadows) != 3 or not (key.shadow is None or isinstance(key.shadow, Items)):
        raise NotModelled("this slice")
    values = (key.value.start, key.value.stop, key.value.step)
    start, stop, step = (machine.settle(Tracked(v, s)) for v, s in zip(values, shadows, strict=True))
    return start, stop, step


def slice_bounds(machine: Machine, key: Tracked, size: int) -> slice:
    """The slice with every part decided, as far as a sequence of `size` items can tell it."""
    start, stop, step = slice_parts(machine, key)
    stride = None if step.value is None else number(machine, step)
    edges = [None if p.value is None else bounded(machine, p, -size - 1, size) for p in (start, stop)]
    return slice(edges[0], edges[1], stride)


def _sliced(machine: Machine, operand: Tracked, key: Tracked) -> Shadow:
    known, parts = text(operand), slice_parts(machine, key)
    if key.shadow is None and is_free(known) and _is_prefix(*(p.value for p in parts)):
        stop = parts[1].value
        if decide(machine, Fact(t.ge(known.length, t.integer(stop)), len(operand.value) >= stop)):
            return known_text(known.first(stop)[slice(parts[0].value, stop, parts[2].value)])
    if is_free(known) and _is_empty(machine, *parts):
        return known_text(())  # however long the text is
    chars = word(machine, operand)
    decided = slice_bounds(machine, key, len(chars))
    return None if decided.step == 0 else shadow_of(chars[decided])


def _is_empty(machine: Machine, start: Tracked, stop: Tracked, step: Tracked) -> bool:
    """Does it take nothing, as it ends where it begins?  Decided where the end depends on the input."""
    if start.value is not None or step.value is not None or stop.value is None or stop.shadow is None:
        return False
    return decide(machine, Fact(t.eq(integer_term(stop), t.ZERO), operator.index(stop.value) == 0))


def _is_prefix(start: Any, stop: Any, step: Any) -> bool:
    """Whether `[start:stop:step]` with these constants takes from the first `stop` items only, going forward."""
    forward = step is None or (type(step) is int and step > 0)
    return forward and type(stop) is int and stop >= 0 and (start is None or (type(start) is int and start >= 0))


# ---------------------------------------------------------------- concatenation


def _concatenated(machine: Machine, left: Tracked, right: Tracked) -> Shadow:
    for one, other in ((left, right), (right, left)):
        if one.shadow is None and not one.value:
            return other.shadow
    parts = (text(left), text(right))
    if any(p.waiting if isinstance(p, Deferred) else is_free(p) for p in parts):
        return Deferred(lambda: word(machine, left) + word(machine, right), *parts)
    return shadow_of(word(machine, left) + word(machine, right))


def _repeated(machine: Machine, operand: Tracked, count: Tracked) -> Shadow:
    if type(operand.value) not in (str, bytes):
        operand, count = count, operand
    times = sized(machine, count, 0, 1 << 62)
    if times >= 1 << 20:
        raise NotModelled("a very long string")
    return shadow_of(word(machine, operand) * times)


# ---------------------------------------------------------------- membership


def occurrences(haystack: Word, needle: Word) -> list[Fact]:
    """By place: whether the needle is there."""
    return [equal_words(haystack[i : i + len(needle)], needle) for i in range(len(haystack) - len(needle) + 1)]


def _in(machine: Machine, container: Tracked, needle: Tracked) -> Shadow:
    """`needle in container`."""
    if isinstance(container.value, bytes) and type(needle.value) in (int, bool):
        term = integer_term(needle)
        outside = Fact(t.or_(t.lt(term, t.ZERO), t.gt(term, t.integer(255))), not 0 <= needle.value <= 255)
        if decide(machine, outside):
            return None
        return answer(any_of(same(c, Char(term, needle.value)) for c in word(machine, container)))
    part = text(needle, type(container.value))
    if container.shadow is None:
        if is_free(part) and len(container.value) <= 12:
            return simplified(substring_term(part, container.value))
        chars = word(machine, needle)
        if len(chars) == 1:
            return answer(within(chars[0], ranges_of(_codes(container.value))))
    return answer(any_of(occurrences(word(machine, container), word(machine, needle))))


def substring_term(part: Text, container: str | bytes) -> Term:
    """A string of undecided length is a part of a constant."""
    choices = [t.eq(part.length, t.ZERO)]
    for size in range(1, len(container) + 1):
        pieces = dict.fromkeys(tuple(_codes(container[i : i + size])) for i in range(len(container) - size + 1))
        first = part.first(size)
        if size == 1:
            found = t.in_ranges(first[0], ranges_of(p[0] for p in pieces))
        else:
            found = t.or_(*(t.and_(*map(t.eq, first, map(t.integer, piece))) for piece in pieces))
        choices.append(t.and_(t.eq(part.length, t.integer(size)), found))
    return t.or_(*choices)


def _codes(value: str | bytes) -> list[int]:
    return list(map(ord, value)) if isinstance(value, str) else list(value)


def _not_in(machine: Machine, container: Tracked, needle: Tracked) -> Shadow:
    result = _in(machine, container, needle)
    return t.not_(result) if isinstance(result, Term) else None


# ---------------------------------------------------------------- characters


def _ord(machine: Machine, operand: Tracked) -> Shadow:
    known = text(operand)
    if not decide(machine, Fact(t.eq(known.length, t.ONE), len(operand.value) == 1)):
        return None
    return simplified(known.char(0))


C_INT: Final = (-(2**31), 2**31 - 1)


def _chr(machine: Machine, operand: Tracked) -> Shadow:
    term = integer_term(operand)
    inside = Fact(t.in_ranges(term, ((0, MAX_CODE),)), 0 <= operand.value <= MAX_CODE)
    if decide(machine, inside):
        return known_text((term,))
    # Beyond an int of C it is another exception (until Python 3.13).
    decide(machine, Fact(t.in_ranges(term, (C_INT,)), C_INT[0] <= operand.value <= C_INT[1]))
    return None


def _iteration(machine: Machine, operand: Tracked) -> Tracked:
    return machine.stream(machine.iterate(operand))


COMPARISONS: dict[str, Operation] = {
    "==": modelled("==", operator.eq, _equal, total=True),
    "!=": modelled("!=", operator.ne, _different, total=True),
    "<": modelled("<", operator.lt, _order(False, False), total=True),
    "<=": modelled("<=", operator.le, _order(True, False), total=True),
    ">": modelled(">", operator.gt, _order(False, True), total=True),
    ">=": modelled(">=", operator.ge, _order(True, True), total=True),
}

CONCATENATION = modelled("+", operator.add, _concatenated, total=True)
REPETITION = modelled("*", operator.mul, _repeated)
ITEM = modelled("[]", operator.getitem, _item)
# The operands of `in` come as the source has them: needle first.
MEMBER = modelled("in", lambda n, c: n in c, lambda machine, n, c: _in(machine, c, n))
NOT_MEMBER = modelled("not in", lambda n, c: n not in c, lambda machine, n, c: _not_in(machine, c, n))
LENGTH = modelled("len", len, length_shadow, total=True)
TRUTH = modelled("bool", bool, truth_shadow, total=True)
ITERATION = modelled("iter", iter, _iteration, total=True)
ORD = modelled("ord", ord, _ord)
CHR = modelled("chr", chr, _chr)
