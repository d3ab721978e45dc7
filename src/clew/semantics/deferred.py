"""Strings whose characters are worked out only when somebody looks.

A message such as `f"bad value {x}"` is built often and looked at rarely.  Its shape (how many digits has x?) would be a
series of decisions that nothing depends on, so the shadow is a `Text` that makes those decisions when its length or
characters are first asked for.  Terms are over the inputs and never change, so later is as good as now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.characters import Char
from clew.semantics.shadow import Shadow, Text

MAX_DEPTH = 50


class Deferred(Text):
    """A Text of known shape, once it is asked for."""

    __slots__ = ("_known", "_make", "depth")

    _known: tuple[Term, ...] | None
    _make: Callable[[], Iterable[Char]]
    depth: int

    def __init__(self, make: Callable[[], Iterable[Char]], *parts: Shadow) -> None:
        """parts: what `make` will look at; a long chain of deferred parts is worked out at once, link by link."""
        object.__setattr__(self, "_make", make)
        object.__setattr__(self, "_known", None)
        object.__setattr__(self, "depth", 1 + max((p.depth for p in parts if isinstance(p, Deferred)), default=0))
        if self.depth > MAX_DEPTH:
            self._terms()
            object.__setattr__(self, "depth", 0)

    @property
    def waiting(self) -> bool:
        """Whether nobody has looked yet."""
        return self._known is None

    def _terms(self) -> tuple[Term, ...]:
        if self._known is None:
            object.__setattr__(self, "_known", tuple(c.term for c in self._make()))
        assert self._known is not None
        return self._known

    @property
    def length(self) -> Term:
        return t.integer(len(self._terms()))

    @property
    def chars(self) -> tuple[Term, ...]:
        return self._terms()

    @property
    def source(self) -> None:
        return None

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return "Deferred()" if self.waiting else f"Deferred({self._known!r})"
