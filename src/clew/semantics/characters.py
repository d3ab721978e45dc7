"""Code points with their value in this run, facts about them, and the character classes of the running interpreter.

Strings are modelled as tuples of `Char`: a code-point term and the code point it is in this run.  A `Fact` is a Bool
term with its truth in this run; facts are combined without deciding anything, so that one decision can carry a whole
question.  The classes (`str.isalpha`, …) are asked of the interpreter itself, once and lazily, over all code points:
10 to 30 ms each.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.operation import Machine
from clew.semantics.shadow import Shadow, Tracked, known_text

Ranges: TypeAlias = tuple[tuple[int, int], ...]
MAX_CODE: Final = 0x10FFFF


class Char(NamedTuple):
    """A code point (or byte): its term, and what it is in this run."""

    term: Term
    code: int


Word: TypeAlias = tuple[Char, ...]


class Fact(NamedTuple):
    """A condition: its term, and whether it holds in this run."""

    term: Term
    holds: bool


NEVER: Final = Fact(t.FALSE, False)


def all_of(facts: Iterable[Fact]) -> Fact:
    known = tuple(facts)
    return Fact(t.and_(*(f.term for f in known)), all(f.holds for f in known))


def any_of(facts: Iterable[Fact]) -> Fact:
    known = tuple(facts)
    return Fact(t.or_(*(f.term for f in known)), any(f.holds for f in known))


def negation(fact: Fact) -> Fact:
    return Fact(t.not_(fact.term), not fact.holds)


def decide(machine: Machine, fact: Fact) -> bool:
    """Ask the fact in this run; constants are not recorded."""
    if t.is_const(fact.term) and fact.term.data == fact.holds:
        return fact.holds
    return machine.decide(fact.term, fact.holds)


def constant(code: int) -> Char:
    return Char(t.integer(code), code)


def constants(text: str | bytes) -> Word:
    return tuple(map(constant, codes_of(text)))


def codes_of(value: str | bytes | bytearray) -> list[int]:
    return list(map(ord, value)) if isinstance(value, str) else list(value)


def word_of(machine: Machine, tracked: Tracked) -> Word | None:
    """The characters of a str or bytes, its length decided; None where they are lost."""
    if tracked.shadow is None and not isinstance(tracked.value, bytearray):
        return constants(tracked.value)
    terms = machine.characters(tracked)
    if terms is None:
        return None
    return tuple(map(Char, terms, codes_of(tracked.value)))


def shadow_of(word: Iterable[Char]) -> Shadow:
    return known_text(tuple(c.term for c in word))


def text_from(word: Sequence[Char], kind: type) -> Tracked:
    """The str or bytes made of these characters."""
    codes = [c.code for c in word]
    value = "".join(map(chr, codes)) if kind is str else kind(codes)
    return Tracked(value, shadow_of(word))


def same(a: Char, b: Char) -> Fact:
    return Fact(t.eq(a.term, b.term), a.code == b.code)


def within(char: Char, ranges: Ranges) -> Fact:
    return Fact(t.in_ranges(char.term, ranges), contains(ranges, char.code))


def equal_words(a: Sequence[Char], b: Sequence[Char]) -> Fact:
    return all_of(map(same, a, b)) if len(a) == len(b) else NEVER


def pin(machine: Machine, word: Iterable[Char]) -> Word:
    """Decide that the characters are what they are in this run: exact for whatever is then computed from them.

    The way out where no term says what CPython does; the other strings are other runs.
    """
    chars = tuple(word)
    decide(machine, all_of(same(c, constant(c.code)) for c in chars))
    return tuple(constant(c.code) for c in chars)


# ---------------------------------------------------------------- ranges


def contains(ranges: Ranges, code: int) -> bool:
    low, high = 0, len(ranges)
    while low < high:
        middle = (low + high) // 2
        if code > ranges[middle][1]:
            low = middle + 1
        else:
            high = middle
    return low < len(ranges) and ranges[low][0] <= code


def ranges_of(codes: Iterable[int]) -> Ranges:
    """The ranges of a set of code points."""
    result: list[tuple[int, int]] = []
    for code in sorted(set(codes)):
        if result and result[-1][1] == code - 1:
            result[-1] = (result[-1][0], code)
        else:
            result.append((code, code))
    return tuple(result)


def union(*many: Ranges) -> Ranges:
    result: list[tuple[int, int]] = []
    for low, high in sorted(r for ranges in many for r in ranges):
        if result and low <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(high, result[-1][1]))
        else:
            result.append((low, high))
    return tuple(result)


def complement(ranges: Ranges, top: int = MAX_CODE) -> Ranges:
    result: list[tuple[int, int]] = []
    start = 0
    for low, high in ranges:
        if low > start:
            result.append((start, low - 1))
        start = high + 1
    if start <= top:
        result.append((start, top))
    return tuple(result)


def intersection(a: Ranges, b: Ranges) -> Ranges:
    return complement(union(complement(a), complement(b)))


ASCII: Final[Ranges] = ((0, 127),)
DIGITS: Final[Ranges] = ((48, 57),)
UPPER: Final[Ranges] = ((65, 90),)
LOWER: Final[Ranges] = ((97, 122),)

# ---------------------------------------------------------------- the interpreter's classes


@cache
def all_characters() -> str:
    """Every code point, surrogates too, in order."""
    plane = bytearray(array("I", range(0x10000)).tobytes())
    third = 2 if sys.byteorder == "little" else 1
    planes = bytearray()
    for number in range(0x11):
        plane[third::4] = bytes((number,)) * 0x10000
        planes += plane
    return planes.decode("utf-32-le" if sys.byteorder == "little" else "utf-32-be", "surrogatepass")


def _where(flags: bytes | bytearray) -> Ranges:
    return tuple((m.start(), m.end() - 1) for m in re.finditer(b"\x01+", flags))


def _stretches() -> Iterator[tuple[int, str]]:
    """All characters in pieces, each with its first code point."""
    everything = all_characters()
    for start in range(0, len(everything), _STRETCH):
        yield start, everything[start : start + _STRETCH]


_STRETCH: Final = 256


@cache
def character_class(name: str) -> Ranges:
    """The code points c with `chr(c).name()` true, for a predicate of str such as `isalpha`.

    Every character is asked only where one question about many does not answer.
    """
    predicate: Callable[[str], bool] = getattr(str, name)
    flags = bytearray(MAX_CODE + 1)
    for start, text in _parts_of_interest(name):
        flags[start : start + len(text)] = bytes(map(predicate, text))
    return _where(flags)


def _parts_of_interest(name: str) -> Iterator[tuple[int, str]]:
    """Where the class may have members."""
    match name:
        case "isalpha" | "isalnum" | "isdecimal" | "isdigit" | "isnumeric":
            # To `re` a word character is one of these, or the underscore.
            return ((m.start(), m.group()) for m in re.finditer(r"\w+", all_characters()))
        case "isspace":
            return ((m.start(), m.group()) for m in re.finditer(r"\s+", all_characters()))
        case "isupper" | "istitle":
            return ((start, text) for start, text in _stretches() if not ("a" + text).islower())
        case "islower":
            return ((start, text) for start, text in _stretches() if not ("A" + text).isupper())
        case _:
            return _stretches()


@cache
def byte_class(name: str) -> Ranges:
    """The values of a byte for which the method of `bytes` with this name holds."""
    predicate: Callable[[bytes], bool] = getattr(bytes, name)
    return _where(bytes(predicate(bytes([b])) for b in range(256)))


@cache
def continues_identifier() -> Ranges:
    """What may follow in an identifier."""
    return _where(bytes(("a" + c).isidentifier() for c in all_characters()))


@cache
def cased_characters() -> Ranges:
    """The characters with the property Cased: a letter after one is not the first of its word to `str.title`."""
    return _where(bytes((c + "A").title()[-1] == "a" for c in all_characters()))


@cache
def decimal_zeros() -> tuple[int, ...]:
    """The code points of the zeros; each begins a run of ten digits (checked), so a digit's value is its distance."""
    import unicodedata

    zeros: list[int] = []
    for low, high in character_class("isdecimal"):
        assert (high - low + 1) % 10 == 0
        zeros.extend(range(low, high + 1, 10))
    assert all(unicodedata.decimal(chr(z + d)) == d for z in zeros for d in range(10))
    return tuple(zeros)


@cache
def unchanged_by(method: str) -> Ranges:
    """The code points that a case mapping of str leaves as they are.

    The Greek capital sigma, whose lower case depends on its neighbours, is not among those of `lower`.
    """
    convert: Callable[[str], str] = getattr(str, method)
    flags = bytearray(b"\x01") * (MAX_CODE + 1)
    for start, text in _stretches():
        # No character becomes nothing, and the sigma never stays itself: a text that stays consists of what stays.
        whole = " ".join(text) if method == "title" else text
        if convert(whole) != whole:
            flags[start : start + len(text)] = bytes(convert(c) == c for c in text)
    return _where(flags)
