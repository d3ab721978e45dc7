"""The sorts of terms."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from clew.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Sort:
    """`Bool`, `Int`, `Real`, `Float` (IEEE 754 binary64), or `Array` with its index and element sorts.

    Each sort exists once and is compared by identity; array sorts are made by `array`.
    """

    name: str
    arguments: tuple[Sort, ...] = ()

    def __reduce__(self) -> tuple[Callable[..., Sort], tuple[Any, ...]]:
        return _named, (self.name, self.arguments)


BOOL = Sort("Bool")
INT = Sort("Int")
REAL = Sort("Real")
FLOAT = Sort("Float")


@cache
def array(index: Sort, element: Sort) -> Sort:
    return Sort("Array", (index, element))


def _named(name: str, arguments: tuple[Sort, ...]) -> Sort:
    """The one sort that was pickled."""
    return array(*arguments) if arguments else {"Bool": BOOL, "Int": INT, "Real": REAL, "Float": FLOAT}[name]
