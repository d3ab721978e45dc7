"""The sorts of terms."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sort:
    """`Bool`, `Int`, `Real`, `Float` (IEEE 754 binary64), or `Array` with its index and element sorts."""

    name: str
    arguments: tuple[Sort, ...] = ()


BOOL = Sort("Bool")
INT = Sort("Int")
REAL = Sort("Real")
FLOAT = Sort("Float")


def array(index: Sort, element: Sort) -> Sort:
    return Sort("Array", (index, element))
