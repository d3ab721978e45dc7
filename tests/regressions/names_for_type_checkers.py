"""Annotations with names that only type checkers see: what these stand for is read off the text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sys

    if sys.version_info >= (3, 10):
        from typing import TypeAlias
    else:
        from typing_extensions import TypeAlias
    Number: TypeAlias = "int | Own"
    Pair = tuple[Number, Number]
    Broken = missing[Number]  # noqa: F821


class Own:
    def __init__(self, n: int) -> None:
        self.n = n


def first(p: Pair) -> int:
    a, _ = p
    if isinstance(a, str):
        return 0  # infeasible assuming types
    if isinstance(a, Own):
        return a.n  # covered
    return 10 // a  # covered


def nothing_known(p: Broken) -> int:
    if isinstance(p, str):
        return 0  # not infeasible
    return 1
