"""Exceptions that are given: what raising them, and callers, left in them; and attributes of members of enums."""

from __future__ import annotations

import enum
from types import TracebackType


class ExcArgs(Exception):
    def __init__(self, n: int) -> None:
        self.n = n


def exc_arg(e: ExcArgs) -> int:
    if e.__cause__ is not None:
        return 1  # reached by: e = ExcArgs(1); e.__cause__ = ValueError(); exc_arg(e)
    return 0


def exc_arg2(e: ExcArgs) -> int:
    if e.args == ():
        return 2  # reached by: exc_arg2(ExcArgs(n=1))
    return 0


def exc_arg3(e: ExcArgs) -> int:
    if str(e) == "a":
        return 2  # reached by: e = ExcArgs(n=1); e.args = ("a",); exc_arg3(e)
    return 0


def exc_arg4(e: ExcArgs) -> int:
    if e.__traceback__ is not None:
        return 2  # reached by: exc_arg4(ExcArgs(1).with_traceback(raised()))
    return 0


def exc_arg5(e: ExcArgs) -> int:
    if hasattr(e, "__notes__"):
        return 2  # reached by: e = ExcArgs(1); e.add_note("x"); exc_arg5(e)
    return 0


def exc_arg6(e: ExcArgs) -> int:
    if e.__context__ is not None:
        return 2  # reached by: e = ExcArgs(1); e.__context__ = e; exc_arg6(e)
    return 0


def val_arg(e: ValueError) -> int:
    if e.__cause__ is not None:
        return 1  # reached by: e = ValueError(1); e.__cause__ = ValueError(); val_arg(e)
    return 0


def val_arg2(e: ValueError) -> int:
    if len(e.args) == 4:
        return 2  # reached by: val_arg2(ValueError(1,2,3,4))
    return 0


def val_arg3(e: Exception) -> int:
    if e.__traceback__ is not None:
        return 2  # reached by: val_arg3(ValueError().with_traceback(raised()))
    return 0


def raised() -> TracebackType | None:
    try:
        1 // 0
    except ZeroDivisionError as e:
        return e.__traceback__
    return None


class E(enum.Enum):
    A = 1
    B = 2
    def __init__(self, n: int) -> None:
        self.weight = n
        self._w = n


def e_weight(e: E) -> int:
    if e.weight == 9:
        return 1  # reached by: E.B.weight = 9; e_weight(E.B) [supposing module-state]
    return 0


def e_weight2(e: E) -> int:
    if e._w == 9:
        return 1  # reached by: E.B._w = 9; e_weight2(E.B) [supposing private-state]
    return 0
