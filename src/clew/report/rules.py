"""The rules findings are made by: stable codes, each with a page (`rules/CLEW101.md`) that `clew rule` shows."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Final

RULES: Final = {
    "CLEW001": "an ignore comment that names no rule, or an unknown one",
    "CLEW002": "an ignore comment that silences nothing",
    "CLEW101": "unreachable code",
    "CLEW102": "doomed code: reached, but every execution through it fails",
    "CLEW103": "a condition that is always true",
    "CLEW104": "a condition that is always false",
    "CLEW201": "an assertion that can fail",
    "CLEW202": "an index or key that need not be there",
    "CLEW203": "a division by zero",
    "CLEW204": "an operation on None, or on a value of another type",
    "CLEW205": "a value that an operation refuses",
    "CLEW206": "a variable that need not have a value",
    "CLEW207": "another exception that nothing announces",
    "CLEW208": "a call that breaks a precondition",
    "CLEW209": "a postcondition that does not hold",
    "CLEW210": "an invariant of a class that does not hold",
}


def page(code: str) -> str:
    """The page of a rule, as Markdown."""
    return resources.files("clew.report").joinpath("rules", f"{code}.md").read_text(encoding="utf-8")


def title(code: str) -> str:
    return RULES[code]


def table(codes: Iterable[str] = RULES) -> str:
    """One line a rule."""
    return "".join(f"{code}  {RULES[code]}\n" for code in codes)
