"""The rules findings are made by: stable codes, each with a page (`rules/CLEW101.md`) that `clew rule` shows.

The page is the rule: its first line has code and title, and where it is about claims, a comment below says of which,
and how surprising they are.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Final

from clew.records import dataclass
from clew.regexes import regex

_HEAD: Final = regex(r"# (CLEW\d{3}): (.*)\n(?:<!-- of: (.*); rank: (\d+) -->\n)?")


@dataclass(frozen=True, slots=True)
class Rule:
    """of: the classes of exceptions, or kinds of clauses of contracts, whose claims it is about.

    rank: of the claims that are refuted, those of the least are shown first.  page: Markdown.
    """

    title: str
    of: tuple[str, ...]
    rank: int
    page: str


@functools.cache
def rules() -> Mapping[str, Rule]:
    """By code, in their order."""
    from importlib import resources  # a large import

    found: dict[str, Rule] = {}
    for file in sorted(resources.files("clew.report").joinpath("rules").iterdir(), key=lambda file: file.name):
        text = file.read_text(encoding="utf-8")
        if (head := _HEAD.match(text)) is not None:
            code, title, of, rank = head.groups()
            page = f"# {code}: {title}\n{text[head.end() :]}"
            found[code] = Rule(title, tuple(of.split()) if of else (), int(rank or 0), page)
    return found


def rule_of(names: Iterable[str]) -> str:
    """The rule about the first of these classes, or kinds, that any is about."""
    return next(code for name in names for code, rule in rules().items() if name in rule.of)
