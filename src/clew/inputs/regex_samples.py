"""Strings that a regular expression accepts, made by walking what `re` parsed: material for seeds and mutations.

Look-around, back references and conditions are passed over, so a sample may fail to match; it only has to be worth a
try.
"""

from __future__ import annotations

import random
import re
from re import _constants as sre
from re import _parser as parser
from typing import Any, Final

MOST_REPEATS: Final = 3
CATEGORIES: Final = {
    sre.CATEGORY_DIGIT: "0172",
    sre.CATEGORY_SPACE: " ",
    sre.CATEGORY_WORD: "ab1_",
    sre.CATEGORY_NOT_DIGIT: "ax",
    sre.CATEGORY_NOT_SPACE: "a1",
    sre.CATEGORY_NOT_WORD: " -",
}


def samples(pattern: str | bytes, count: int, flags: int = 0) -> tuple[str, ...]:
    """Up to `count` different strings; none where the pattern cannot be read."""
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    try:
        parsed = parser.parse(text, flags & ~re.DEBUG)
    except (re.error, RecursionError, OverflowError, ValueError):
        return ()
    rng = random.Random(text)
    found: dict[str, None] = {}
    for number in range(count):
        found["".join(_sample(parsed, rng, number))[:200]] = None
    return tuple(found)


def looks_like_pattern(text: str) -> bool:
    """Is a string constant likely a regular expression?"""
    return bool(re.search(r"\\[dwsDWSb.]|\(\?|\[[^\]]+\][+*?{]|\.[*+]|[\^$]|\)[+*?]", text))


def _sample(parsed: Any, rng: random.Random, number: int) -> list[str]:
    out: list[str] = []
    for op, argument in parsed:
        if op is sre.LITERAL:
            out.append(chr(argument))
        elif op is sre.NOT_LITERAL:
            out.append("a" if argument != ord("a") else "b")
        elif op is sre.ANY:
            out.append(rng.choice("a1 "))
        elif op is sre.IN:
            out.append(_member(argument, rng))
        elif op is sre.BRANCH:
            out += _sample(rng.choice(argument[1]), rng, number)
        elif op is sre.SUBPATTERN:
            out += _sample(argument[3], rng, number)
        elif op in (sre.MAX_REPEAT, sre.MIN_REPEAT, getattr(sre, "POSSESSIVE_REPEAT", None)):
            least, most, inner = argument
            high = min(int(most), max(int(least), MOST_REPEATS))
            # The first sample is the longest one, the second the shortest: both ends of what is optional.
            times = high if number == 0 else int(least) if number == 1 else rng.randint(int(least), high)
            for _ in range(times):
                out += _sample(inner, rng, number)
        elif op is getattr(sre, "ATOMIC_GROUP", None):
            out += _sample(argument, rng, number)
    return out


def _member(items: Any, rng: random.Random) -> str:
    """A member of a character class."""
    if items and items[0][0] is sre.NEGATE:
        excluded = items[1:]
        return next((c for c in "a1 -Zz0" if not any(_covers(item, ord(c)) for item in excluded)), "~")
    op, argument = rng.choice(items)
    if op is sre.LITERAL:
        return chr(argument)
    if op is sre.RANGE:
        return chr(rng.choice((argument[0], argument[1], rng.randint(*argument))))
    return rng.choice(CATEGORIES.get(argument, "a"))


def _covers(item: Any, code: int) -> bool:
    op, argument = item
    if op is sre.LITERAL:
        return bool(argument == code)
    if op is sre.RANGE:
        return bool(argument[0] <= code <= argument[1])
    return chr(code) in CATEGORIES.get(argument, "")
