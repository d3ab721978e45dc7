"""A source file as units: every function and method, lowered, with its coverage goals."""

from __future__ import annotations

from dataclasses import dataclass

from clew.ir.tree import Function
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class Goal:
    """One coverage goal.

    kind: `statement`, `branch` or `condition`; outcome: None for statements, `true`/`false` for decisions and conditions,
    `entered`/`empty`/`exhausted` for loops over iterables, `taken`/`missed` for match cases, `entered` for except clauses.
    id: `shop.cart::Cart.total:17:branch:true`; the column is added (`17.8`) where a line has several alike.
    """

    id: str
    kind: str
    span: Span
    outcome: str | None


@dataclass(frozen=True, slots=True)
class NativePart:
    """Something that was not lowered."""

    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Unit:
    """A function of the module.

    id: `shop.cart::Cart.total`; parent: the id of the unit it is nested in, or None; class_path: the dotted name of the class
    it is defined in, or None; binding: `function`, `method`, `static`, `class`, `property`; lowered, parts: how many
    expressions and statements were lowered, of how many.
    """

    id: str
    qualname: str
    parent: str | None
    class_path: str | None
    binding: str
    span: Span
    function: Function
    goals: tuple[Goal, ...]
    natives: tuple[NativePart, ...]
    lowered: int
    parts: int


@dataclass(frozen=True, slots=True)
class Module:
    """name: dotted import name; file: path as given; units in source order, nested functions after their parent."""

    name: str
    file: str
    text: str
    units: tuple[Unit, ...]
