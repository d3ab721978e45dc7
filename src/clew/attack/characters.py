"""Characters that the code of a module tells apart where none of its constants names them.

What it asks `unicodedata`, or a table, of a character has few answers: one character is drawn for each.  A number of
its constants may be a code point, where it asks `ord` for one.
"""

from __future__ import annotations

import functools
import types
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from typing import Final

_ASKED: Final = ("bidirectional", "category", "combining", "decomposition", "east_asian_width", "mirrored")
_LAST: Final = 0x3100
"""Before it there is a character for nearly every answer."""
_MOST_ANSWERS: Final = 60
_ASCII: Final = 128
_LARGEST: Final = 0x10FFFF


def told_apart(function: object, module: types.ModuleType, numbers: Iterable[float]) -> str:
    """By the function itself, or else by any of the module.  numbers: among its constants."""
    code = getattr(function, "__code__", None)
    own = _names_in(code) if isinstance(code, types.CodeType) else frozenset()
    tables = [chr(n) for table in _tables(module, own) for n in _for_each_value(table)] if "ord" in own else []
    points = [chr(n) for n in numbers if isinstance(n, int) and _ASCII <= n <= _LARGEST] if "ord" in own else []
    is_asking = bool(tables) or not own.isdisjoint(_ASKED)
    names = own if is_asking else own.union(*map(_names_in, _code_of(module)))
    answers = [c for name in _ASKED if name in names for c in _for_each_answer(name)]
    return "".join(dict.fromkeys([*points, *tables, *answers]))


def _tables(module: types.ModuleType, names: Collection[str]) -> Iterator[dict[object, object]]:
    """Dicts that are global here, or in modules that are, by names in the order of the alphabet."""
    held = [vars(module).get(name) for name in sorted(names)]
    held += [vars(each).get(name) for each in held if isinstance(each, types.ModuleType) for name in sorted(names)]
    yield from (each for each in held if type(each) is dict)


def _for_each_value(table: dict[object, object]) -> list[int]:
    """A code point for each value, where the table has few."""
    first: dict[str, int] = {}
    for key, value in table.items():
        if type(key) is not int or not 0 <= key <= _LARGEST:
            return []
        first.setdefault(repr(value) if type(value) in (int, str, bool) else "", key)
        if len(first) > _MOST_ANSWERS:
            return []
    return [*first.values()]


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
