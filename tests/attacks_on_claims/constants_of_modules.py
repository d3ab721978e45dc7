"""Variables of the module that look like constants, each with the calls after which they are none."""

from __future__ import annotations

import re

WORD = re.compile(r"(a)")
TABLE = {"a": 1}
LIMITS = [1, 2]
ALIAS = LIMITS
SETTINGS = (1, [2])
PARTS = {"parts": LIMITS}
_seen: list[str] = []
STEPS = [3]


def note(text: str) -> None:
    _seen.append(text)


def other_pattern() -> None:
    global WORD
    WORD = re.compile(r"(a)?")


def by_pattern(text: str) -> str:
    m = WORD.match(text)
    return m.group(1).upper() if m else ""  # fails by: other_pattern(); by_pattern("")


def spoil_table() -> None:
    TABLE["a"] = 0


def by_table(n: int) -> int:
    note("table")
    return n // TABLE["a"]  # fails by: spoil_table(); by_table(1)


def spoil_alias() -> None:
    ALIAS[0] = 0


def by_limit(n: int) -> int:
    note("limit")
    return n // LIMITS[0]  # fails by: spoil_alias(); by_limit(1)


def spoil_inside() -> None:
    SETTINGS[1].clear()


def by_inner(n: int) -> int:
    note("inner")
    return n + SETTINGS[1][0]  # fails by: spoil_inside(); by_inner(1)


def handed_out() -> list[int]:
    return STEPS


def spoil_handed(n: int) -> None:
    handed_out()[0] = n


def by_handed(n: int) -> int:
    note("handed")
    return n // STEPS[0]  # fails by: spoil_handed(0); by_handed(1)


def first_seen() -> str:
    return _seen[0]  # fails by: _seen.clear(); first_seen()
