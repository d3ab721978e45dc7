"""Cells for what is in variables and containers, and how they become one (union-find).

What is in the same container is in one cell, whichever variable it was put in by.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from clew.records import dataclass


@dataclass(slots=True, eq=False)
class Cell:
    """What is in a variable, or in a container.

    classes: of it; element: what is in it, if it is a container or is iterated over; key: its keys, if it is a dict;
    items: where it is a pair, say, what stands at each place.  joined: the cell that it is one with; kept: it was there
    when a round had been made.
    """

    classes: set[type] = field(default_factory=set)
    element: Cell | None = None
    key: Cell | None = None
    items: tuple[Cell, ...] = ()
    joined: Cell | None = None
    kept: bool = False


def root(cell: Cell) -> Cell:
    while cell.joined is not None:
        cell = cell.joined
    return cell


class Unknown(Exception):
    """Something may be anything."""


class Cells:
    """What is said of cells."""

    def inside(self, cell: Cell) -> Cell:
        """What is in it."""
        cell = root(cell)
        if cell.element is None:
            cell.element, items, cell.items = Cell(), cell.items, ()
            for item in items:
                self.join(cell.element, item)
        return root(cell.element)

    def keys(self, cell: Cell) -> Cell:
        cell = root(cell)
        if cell.key is None:
            cell.key = Cell()
        return root(cell.key)

    def join(self, one: Cell, other: Cell) -> None:
        """They are the same from now on: one that was there before, so that rounds that add nothing change nothing."""
        one, other = root(one), root(other)
        if one is other:
            return
        if other.kept and not one.kept:
            one, other = other, one
        other.joined = one
        one.classes |= other.classes
        if other.items or other.element is not None:
            if not one.items and one.element is None:
                one.items, one.element = other.items, other.element
            elif one.items and len(one.items) == len(other.items):
                self.join_all(one.items, other.items)
            else:
                inside = self.inside(one)
                for each in (*other.items, *([other.element] if other.element is not None else [])):
                    self.join(inside, each)
        if other.key is not None:
            self.join(self.keys(one), other.key)

    def join_all(self, ones: Iterable[Cell], others: Iterable[Cell]) -> None:
        for one, other in zip(ones, others, strict=True):
            self.join(one, other)

    def include(self, cell: Cell, other: Cell) -> None:
        """Whatever the other is, this may be; what is in the one is in the other."""
        cell, other = root(cell), root(other)
        if cell is other:
            return
        cell.classes |= other.classes
        if other.items and not cell.items and cell.element is None:
            cell.items = other.items
        elif cell.items and len(cell.items) == len(other.items):
            self.join_all(cell.items, other.items)
        elif cell.items or other.items or cell.element is not None or other.element is not None:
            self.join(self.inside(cell), self.inside(other))
        if cell.key is not None or other.key is not None:
            self.join(self.keys(cell), self.keys(other))
