"""`unicodedata` of the running interpreter: properties of a character as terms, and what normalization leaves alone.

The code points are grouped by the value of a property once, and lazily (50 to 250 ms).  A property that is a text has
terms for its letters, so that a comparison with one of many values is one decision; only its length is decided.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.characters import (
    ASCII,
    Char,
    Ranges,
    all_characters,
    all_of,
    complement,
    decide,
    intersection,
    pin,
    ranges_of,
    shadow_of,
    union,
    within,
)
from clew.semantics.modelled import NONE, NotModelled, modelled, word
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Shadow, Tracked, simplified

Groups: TypeAlias = tuple[tuple[int, Ranges], ...]

TEXTS: Final = ("category", "bidirectional", "east_asian_width")
NUMBERS: Final = ("combining", "mirrored")
Form: TypeAlias = Literal["NFC", "NFD", "NFKC", "NFKD"]
FORMS: Final[dict[str, Form]] = {"NFC": "NFC", "NFD": "NFD", "NFKC": "NFKC", "NFKD": "NFKD"}
HANGUL_PARTS: Final[Ranges] = ((0x1161, 0x1175), (0x11A8, 0x11C2))  # which join what stands before them, by arithmetic


@cache
def partition(name: str) -> dict[Any, Ranges]:
    """The code points by the value of the property."""
    values = list(map(getattr(unicodedata, name), all_characters()))
    numbers = {value: number for number, value in enumerate(sorted(set(values)))}
    known = bytes(map(numbers.__getitem__, values))
    found: dict[Any, list[tuple[int, int]]] = {value: [] for value in numbers}
    for stretch in re.finditer(rb"(?s)(.)\1*", known):
        found[values[stretch.start()]].append((stretch.start(), stretch.end() - 1))
    return {value: tuple(ranges) for value, ranges in found.items()}


@cache
def named() -> Ranges:
    """The characters that have a name."""
    return ranges_of(code for code, c in enumerate(all_characters()) if unicodedata.name(c, None) is not None)


class Lengthy(NamedTuple):
    """The values of one length: the characters that have one, and for each place the characters by the letter there."""

    ranges: Ranges
    places: tuple[Groups, ...]


@cache
def by_length(name: str) -> tuple[Lengthy, ...]:
    """The values of a text property, first the length that most characters have."""
    groups = partition(name)
    found = []
    for length in sorted({len(value) for value in groups}):
        values = {value: ranges for value, ranges in groups.items() if len(value) == length}
        places = tuple(_grouped((ord(value[i]), ranges) for value, ranges in values.items()) for i in range(length))
        found.append(Lengthy(union(*values.values()), places))
    return tuple(sorted(found, key=lambda each: -_size(each.ranges)))


def _grouped(pairs: Iterable[tuple[int, Ranges]]) -> Groups:
    """By number, that with the most ranges first: it needs no question."""
    joined: dict[int, list[Ranges]] = {}
    for number, ranges in pairs:
        joined.setdefault(number, []).append(ranges)
    return tuple(sorted(((n, union(*many)) for n, many in joined.items()), key=lambda each: (-len(each[1]), each[0])))


@cache
def number_groups(name: str) -> Groups:
    """The characters by the value of a property that is a number."""
    return _grouped(partition(name).items())


def _size(ranges: Ranges) -> int:
    return sum(high - low + 1 for low, high in ranges)


@lru_cache(maxsize=4096)
def chosen(term: Term, groups: Groups) -> Term:
    """The number of the group that the code point is in, which is one of them."""
    result = t.integer(groups[0][0])
    for number, ranges in groups[1:]:
        result = t.ite(t.in_ranges(term, ranges), t.integer(number), result)
    return result


def _one(machine: Machine, operand: Tracked) -> Char | None:
    """The character, its being one decided; None where CPython refuses the text."""
    chars = word(machine, operand, str)
    return chars[0] if len(chars) == 1 else None


def _text_of(name: str) -> Callable[[Machine, Tracked], Shadow]:
    def model(machine: Machine, character: Tracked) -> Shadow:
        char = _one(machine, character)
        if char is None:
            return None
        *first, last = by_length(name)
        found = next((each for each in first if decide(machine, within(char, each.ranges))), last)
        value = getattr(unicodedata, name)(chr(char.code))
        letters = zip(found.places, value, strict=True)
        return shadow_of(Char(chosen(char.term, groups), ord(letter)) for groups, letter in letters)

    return model


def _number_of(name: str) -> Callable[[Machine, Tracked], Shadow]:
    def model(machine: Machine, character: Tracked) -> Shadow:
        char = _one(machine, character)
        return None if char is None else simplified(chosen(char.term, number_groups(name)))

    return model


def _name(machine: Machine, character: Tracked, default: Tracked = NONE) -> Shadow:
    """Whether there is one is decided; which, is not told."""
    char = _one(machine, character)
    if char is None:
        return None
    if not decide(machine, within(char, named())):
        return default.shadow
    if t.is_const(char.term):
        return None
    return replace(machine.lost("unmodelled-operation", "the name of a character"), kind=str)


# ---------------------------------------------------------------- normal forms


@cache
def left_alone(form: Form) -> Ranges:
    """The characters of which every text is in the normal form (UAX #15, section 9): each stays itself, is no mark that
    is sorted, and never joins the one before.
    """
    starters = partition("combining")[0]
    flags = bytes(map(_stays(form), all_characters()))
    stays = tuple((m.start(), m.end() - 1) for m in re.finditer(b"\x01+", flags))
    allowed = intersection(starters, stays)
    return intersection(allowed, _never_second()) if form in ("NFC", "NFKC") else allowed


def _stays(form: Form) -> Callable[[str], bool]:
    return lambda c: unicodedata.normalize(form, c) == c


@cache
def _never_second() -> Ranges:
    """Characters with which no pair is composed, as their second."""
    second: set[int] = set()
    for c in all_characters():
        parts = unicodedata.decomposition(c).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            second.add(int(parts[1], 16))
    return complement(union(ranges_of(second), HANGUL_PARTS))


def _form(form: Tracked) -> Form:
    if form.shadow is not None or type(form.value) is not str or form.value not in FORMS:
        raise NotModelled("a normal form that is not one of the four, or depends on the inputs")
    return FORMS[form.value]


def _normalize(machine: Machine, form: Tracked, operand: Tracked) -> Shadow:
    name = _form(form)
    chars = word(machine, operand, str)
    if decide(machine, all_of(within(c, ASCII) for c in chars)):
        return shadow_of(chars)
    if decide(machine, all_of(within(c, left_alone(name)) for c in chars)):
        return shadow_of(chars)
    pin(machine, chars)
    return None


def _is_normalized(machine: Machine, form: Tracked, operand: Tracked) -> Shadow:
    name = _form(form)
    chars = word(machine, operand, str)
    if decide(machine, all_of(within(c, ASCII) for c in chars)):
        return None
    if not decide(machine, all_of(within(c, left_alone(name)) for c in chars)):
        pin(machine, chars)
    return None


_MODELS: Final[dict[str, Callable[..., Any]]] = {
    **{name: _text_of(name) for name in TEXTS},
    **{name: _number_of(name) for name in NUMBERS},
    "name": _name,
    "normalize": _normalize,
    "is_normalized": _is_normalized,
}
FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    (getattr(unicodedata, name), object): modelled(name, getattr(unicodedata, name), model)
    for name, model in _MODELS.items()
}
