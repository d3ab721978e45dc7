"""Which functions of a library may change what one of its modules holds."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from opcode import opmap
from typing import Any, Final

from clew.effects.raw_attribute import raw_attribute

_CLOSED: Final = (int, float, complex, str, bytes, type(None), tuple, frozenset, types.ModuleType)
_STORE: Final = opmap["STORE_GLOBAL"]


def changing_functions(what: str) -> frozenset[str]:
    """Names of the functions and classes of a module that is written in Python, of which one may bind a variable of the
    module anew, or change what that holds: `add_type` and others for `mimetypes.types_map`; none where none can.

    what: the variable, with its module.
    """
    home, _, name = what.rpartition(".")
    module = sys.modules.get(home)
    if not isinstance(module, types.ModuleType) or getattr(module, "__file__", None) is None:
        return frozenset()
    space = dict(vars(module))
    if name in space and not _is_open(space[name]) and not any(_binds(code, name) for code in _codes(space)):
        return frozenset()
    top = home.partition(".")[0]
    kinds = (types.FunctionType, types.BuiltinFunctionType, type)
    return frozenset(own for own, value in space.items() if isinstance(value, kinds) and _top_of(value) == top)


def _top_of(value: Any) -> str:
    """The package it is from, `sqlite3` for what `_sqlite3` has."""
    return str(raw_attribute(value, "__module__")).partition(".")[0].lstrip("_")


def _is_open(value: Any) -> bool:
    """May it hold something else later?"""
    return not isinstance(value, _CLOSED) and not callable(value)


def _codes(space: dict[str, Any]) -> Iterator[types.CodeType]:
    """Of all functions and methods."""
    found = [*space.values(), *(own for cls in space.values() if isinstance(cls, type) for own in vars(cls).values())]
    waiting = [value.__code__ for value in found if isinstance(value, types.FunctionType)]
    while waiting:
        code = waiting.pop()
        yield code
        waiting += (inner for inner in code.co_consts if isinstance(inner, types.CodeType))


def _binds(code: types.CodeType, name: str) -> bool:
    """Does it bind the global variable?"""
    if name not in code.co_names:
        return False
    low = code.co_names.index(name) & 0xFF  # of an extended argument the last part
    return any(
        op == _STORE and argument == low for op, argument in zip(code.co_code[::2], code.co_code[1::2], strict=True)
    )
