"""The builtin exception classes as numbers: a class and its subclasses are an interval.

Numbers are given in a preorder walk of the class tree, so that "is caught by `except ArithmeticError`" is two
comparisons.  A class with two bases (`ExceptionGroup`) stands below its last one.
"""

from __future__ import annotations

import builtins
from functools import cache
from typing import Final

from clew.ir.blocks import INT, Binary, Expr, Literal
from clew.records import dataclass

NORMAL: Final = 0
"""What a procedure returns in place of a number when nothing was raised."""

ASKED, BROKEN = -1, -2
"""For an execution that ends since it breaks a contract: what the function asks of its caller, or anything else."""

_REFUSED: Final = "AssertionError'"
"""Below AssertionError: that of an assertion which says what a call has to keep, until a guard around one sees it."""


@dataclass(frozen=True, slots=True)
class ExceptionClass:
    """number: its own; last: the greatest number of a subclass."""

    name: str
    number: int
    last: int


def exception_class(name: str) -> ExceptionClass | None:
    """The builtin exception class of this name."""
    return _numbered().get(name)


def class_numbered(number: int) -> str:
    """The name of the class; the inverse of `exception_class`."""
    return next(c.name for c in _numbered().values() if c.number == number).rstrip("'")


def refused() -> int:
    """The number of an AssertionError that says that a call does not keep what the function asks."""
    return _numbered()[_REFUSED].number


def is_caught(code: Expr, by: ExceptionClass) -> bool | Expr:
    """Whether an exception of the numbered class is an instance of `by`."""
    if isinstance(code, Literal):
        return by.number <= code.value <= by.last
    if by.number == by.last:
        return Binary("==", code, Literal(by.number, INT))
    return Binary("&&", Binary(">=", code, Literal(by.number, INT)), Binary("<=", code, Literal(by.last, INT)))


@cache
def _numbered() -> dict[str, ExceptionClass]:
    classes = {
        name: value
        for name, value in sorted(vars(builtins).items())
        if isinstance(value, type) and issubclass(value, BaseException) and value.__name__ == name
    }
    below: dict[type, list[type]] = {}
    for value in classes.values():
        if value is not BaseException:
            below.setdefault(value.__bases__[-1], []).append(value)
    found: dict[str, ExceptionClass] = {}

    def walk(cls: type, number: int) -> int:
        last = number
        for inner in below.get(cls, ()):
            last = walk(inner, last + 1)
        if cls is AssertionError:
            last += 1
            found[_REFUSED] = ExceptionClass(_REFUSED, last, last)
        found[cls.__name__] = ExceptionClass(cls.__name__, number, last)
        return last

    walk(BaseException, 1)
    return found
