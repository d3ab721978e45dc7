"""The entries for str and bytes, put together for the table.

Keys: UNARY and BINARY by symbol and operand types, ITEM by container type, FUNCTION by the function itself and the
type of its first argument, METHOD by type and method name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from clew.semantics import byte_strings, formatting, parsing, regex, strings
from clew.semantics.letters import letter_methods
from clew.semantics.operation import Operation
from clew.semantics.string_parts import shape_methods
from clew.semantics.string_search import search_methods

UNARY: Final[dict[tuple[str, type], Operation]] = {}
BINARY: Final[dict[tuple[str, type, type], Operation]] = dict(formatting.BINARY)
ITEM: Final[dict[type, Operation]] = dict(regex.ITEM)
FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    **regex.FUNCTION,
    **parsing.FUNCTION,
    **byte_strings.FUNCTION,
    **formatting.FUNCTION,
}
METHOD: Final[dict[tuple[type, str], Operation]] = {**regex.METHOD, **formatting.METHOD}

for _kind in (str, bytes):
    UNARY["bool", _kind] = strings.TRUTH
    for _symbol, _operation in strings.COMPARISONS.items():
        BINARY[_symbol, _kind, _kind] = _operation
    for _plus in ("+", "+="):
        BINARY[_plus, _kind, _kind] = strings.CONCATENATION
    for _number in (int, bool):
        for _times in ("*", "*="):
            BINARY[_times, _kind, _number] = strings.REPETITION
            BINARY[_times, _number, _kind] = strings.REPETITION
    BINARY["in", _kind, _kind] = strings.MEMBER
    BINARY["not-in", _kind, _kind] = strings.NOT_MEMBER
    ITEM[_kind] = strings.ITEM
    FUNCTION[len, _kind] = strings.LENGTH
    FUNCTION[bool, _kind] = strings.TRUTH
    FUNCTION[iter, _kind] = strings.ITERATION
    FUNCTION[ord, _kind] = strings.ORD
    for _methods in (search_methods(_kind), shape_methods(_kind), letter_methods(_kind)):
        for _name, _operation in _methods.items():
            METHOD[_kind, _name] = _operation

for _number in (int, bool):
    BINARY["in", _number, bytes] = strings.MEMBER
    BINARY["not-in", _number, bytes] = strings.NOT_MEMBER
    FUNCTION[chr, _number] = strings.CHR
