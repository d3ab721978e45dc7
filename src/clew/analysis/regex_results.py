"""What `re` gives: matches, and what is known of their groups by the pattern alone.

`(\\d{1,3})(-\\w+)?` has a first group that is never None, of one to three decimal digits, and a second that may be
None.  Where the pattern is not known, no group but the whole match is said to take part; whether it is a text is still
known of a pattern that is one, since `re` refuses to mix texts and bytes.
"""

from __future__ import annotations

import re
import re._constants as sre
import re._parser as sre_parser
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from clew.analysis.abstract_values import (
    INFINITE,
    NATURAL,
    Fixed,
    Int,
    Known,
    Many,
    Matched,
    Maybe,
    Table,
    Value,
    text,
)
from clew.ir import tree as ir
from clew.records import dataclass

SEARCHES: Final = ("match", "search", "fullmatch")
REPLACING: Final = ("sub", "subn")
FUNCTIONS: Final = frozenset({*SEARCHES, *REPLACING, "split", "findall", "finditer"})
"""Of the module, with the pattern as their first argument, and of patterns."""
MOST_WITHOUT_FLAGS: Final = {"sub": 4, "subn": 4, "split": 3}
"""Arguments of those functions that take more than a pattern and a text before flags."""
_LONGEST: Final = 2**16  # a length beyond it counts as none

Node = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Search:
    """A call.  name: of the function; pattern: its text where that is known; flags: there are some, which nobody looked
    at; arguments: without the pattern.
    """

    name: str
    pattern: Value | str
    flags: bool
    arguments: tuple[ir.Argument, ...]

    @property
    def subject(self) -> str:
        """The variable whose text it is asked whether it matches."""
        first = self.arguments[0] if self.arguments else None
        return first.name if isinstance(first, ir.Var) and self.name in SEARCHES else ""

    @property
    def handed(self) -> str:
        """The variable whose value it may give each match to, to be told what comes in its place."""
        first = self.arguments[0] if self.arguments else None
        return first.name if isinstance(first, ir.Var) and self.name in REPLACING else ""


def least_matched(search: Search) -> float:
    """How long a text is at the least in which it finds something."""
    whole = match_of(search).groups[:1]
    return whole[0].low if whole and isinstance(whole[0], Many) else 0


def result_of_search(search: Search) -> Value:
    match = match_of(search)
    own = text() if match.of_texts else None
    match search.name:
        case "match" | "search" | "fullmatch":
            return Maybe(match)
        case "finditer":
            return Many("once", 0, INFINITE, match)
        case "sub":
            return own
        case "subn":
            return Fixed((own, NATURAL))
        case "split":
            return Many("list", 1, INFINITE, own if len(match.groups) == 1 else _maybe(own))
        case "findall":
            return Many("list", 0, INFINITE, _found(match))
    return None


def match_of(search: Search) -> Matched:
    """What a search finds."""
    match search.pattern:
        case str() as pattern if not search.flags:
            return _of_text(pattern, 0)
        case Known(re.Pattern() as compiled) if isinstance(compiled.pattern, str):
            return _of_text(compiled.pattern, compiled.flags & ~re.DEBUG)
        case str() | Many("str"):
            return Matched((), (), True)
    return Matched((), (), False)


def _maybe(value: Value) -> Value:
    return None if value is None else Maybe(value)


def _found(match: Matched) -> Value:
    """An element of what `findall` gives: a group that takes no part is the empty text there."""
    if not match.groups:
        return None
    parts = [text(0, g.value.high) if isinstance(g, Maybe) and isinstance(g.value, Many) else g for g in match.groups]
    return parts[len(parts) > 1] if len(parts) < 3 else Fixed(tuple(parts[1:]))


def method_of_match(match: Matched, name: str, arguments: tuple[ir.Argument, ...]) -> Value:
    if any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
        return None
    keys = tuple(a.value if isinstance(a, ir.Const) else None for a in arguments)
    match name:
        case "group" if len(keys) < 2:
            return group_of(match, keys[0] if keys else 0)
        case "group":
            return Fixed(tuple(group_of(match, key) for key in keys))
        case "groups" if not keys and match.groups:
            return Fixed(match.groups[1:])
        case "groupdict" if not keys and match.groups:
            return Table(tuple((own, match.groups[number]) for own, number in match.names))
        case "start" | "end":
            return NATURAL if not keys or keys == (0,) else Int(-1, INFINITE, exact=True)
        case "span":
            end = NATURAL if not keys or keys == (0,) else Int(-1, INFINITE, exact=True)
            return Fixed((end, end))
    return None


def group_of(match: Matched, key: object) -> Value:
    """The group of this number or name; None where it is not known which."""
    number = dict(match.names).get(key) if isinstance(key, str) else key
    if type(number) is int and 0 <= number < len(match.groups):
        return match.groups[number]
    if type(number) is int and number == 0 and match.of_texts:
        return text()
    return Maybe(text()) if match.of_texts and type(key) in (int, str) else None


def as_match(value: Value) -> Matched | None:
    """The match that it is, where it is not None."""
    if isinstance(value, Maybe):
        value = value.value
    return value if isinstance(value, Matched) else None


def has_item(value: Value, key: ir.Atom) -> bool:
    """Is it a match, or None, that certainly has the group of this number or name?"""
    match = as_match(value)
    if match is None or not isinstance(key, ir.Const):
        return False
    if isinstance(key.value, str):
        return key.value in dict(match.names)
    return type(key.value) is int and 0 <= key.value < max(len(match.groups), 1)


@cache
def _of_text(pattern: str, flags: int) -> Matched:
    try:
        parsed = sre_parser.parse(pattern, flags)
    except (re.error, OverflowError, RecursionError, Warning):
        return Matched((), (), True)
    groups: list[Value] = [_extent(parsed), *(Maybe(text()) for _ in range(parsed.state.groups - 1))]
    _walk(parsed, True, True, groups)
    return Matched(tuple(groups), tuple(parsed.state.groupdict.items()), True)


def _walk(nodes: Iterable[Node], sure: bool, once: bool, groups: list[Value]) -> None:
    """sure: whatever matches goes through here; once: and no more than once.  (The ends of a group in a repeat can be
    those of different rounds.)
    """
    for op, value in nodes:
        if op is sre.SUBPATTERN:
            number, _, _, inner = value
            if number is not None:
                extent = _extent(inner) if once else text()
                groups[number] = extent if sure else Maybe(extent)
            _walk(inner, sure, once, groups)
        elif op in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            least, most, inner = value
            _walk(inner, sure and least > 0, once and most == 1, groups)
        elif op is sre.BRANCH:
            for inner in value[1]:
                _walk(inner, False, once, groups)


def _extent(nodes: Any) -> Many:
    """The texts that a part matches: how long they are, and whether they are all decimal digits."""
    low, high = nodes.getwidth()
    most = high if high <= _LONGEST else INFINITE
    return Many("str", low, most, Many("str", 1, 1), decimal=low > 0 and _is_decimal(nodes))


def _is_decimal(nodes: Iterable[Node]) -> bool:
    """Is each character that it matches a decimal digit, of any script?"""
    for op, value in nodes:
        if op is sre.SUBPATTERN:
            if not _is_decimal(value[3]):
                return False
        elif op in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            if not _is_decimal(value[2]):
                return False
        elif op is sre.BRANCH:
            if not all(_is_decimal(inner) for inner in value[1]):
                return False
        elif op is sre.IN:
            if not all(_is_decimal_class(item) for item in value):
                return False
        elif op is sre.LITERAL:
            if not chr(value).isdecimal():
                return False
        elif op is not sre.AT:
            return False
    return True


def _is_decimal_class(item: Node) -> bool:
    match item:
        case sre.RANGE, (first, last):
            return bool(ord("0") <= first <= last <= ord("9"))
        case sre.LITERAL, code:
            return chr(code).isdecimal()
        case sre.CATEGORY, category:
            return bool(category == sre.CATEGORY_DIGIT)
    return False
