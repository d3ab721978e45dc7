"""Characters that the code of a module tells apart where none of its constants names them.

What it asks `unicodedata` of a character has few answers: one character is drawn for each.  A number of its constants
may be a code point, where it asks `ord` for one.
"""

from __future__ import annotations

import functools
import types
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

_ASKED: Final = ("bidirectional", "category", "combining", "decomposition", "east_asian_width", "mirrored")
_LAST: Final = 0x3100
"""Before it there is a character for nearly every answer."""
_MOST_ANSWERS: Final = 60
_ASCII: Final = 128


def told_apart(function: object, module: types.ModuleType, numbers: Iterable[float]) -> str:
    """By the function itself, or else by any of the module.  numbers: among its constants."""
    code = getattr(function, "__code__", None)
    own = _names_in(code) if isinstance(code, types.CodeType) else frozenset()
    names = own if not own.isdisjoint(_ASKED) else own.union(*map(_names_in, _code_of(module)))
    found = [c for name in _ASKED if name in names for c in _for_each_answer(name)]
    if "ord" in own:
        found += [chr(n) for n in numbers if isinstance(n, int) and _ASCII <= n <= 0x10FFFF]
    return "".join(dict.fromkeys(found))


def _code_of(module: types.ModuleType) -> Iterator[types.CodeType]:
    for value in vars(module).values():
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            yield value.__code__


def _names_in(code: types.CodeType) -> frozenset[str]:
    inside = (_names_in(each) for each in code.co_consts if isinstance(each, types.CodeType))
    return frozenset(code.co_names).union(*inside)


@functools.cache
def _for_each_answer(name: str) -> tuple[str, ...]:
    ask = getattr(unicodedata, name)
    first: dict[object, str] = {}
    for n in range(_LAST):
        if len(first) < _MOST_ANSWERS:
            first.setdefault(ask(chr(n)), chr(n))
    return tuple(first.values())
