"""Iterators that are drawn from: what they do after an exception came out of them, or after their end.

A generator is finished by an exception, and so are its models.  Most iterators written in C are not: `map` goes on with
the next item after its function raised, and asks its source again after the end.  They are modelled by steps, of which
each gives an item or None for the end, and which remember what CPython's own remember.  Where an iterator is drawn from
that is a generator here and is none in CPython, an exception is remembered, and nothing is known of what comes after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import GeneratorType

from clew.semantics.operation import Machine
from clew.semantics.shadow import Tracked


class Steps(Iterator[Tracked]):
    """step: the next item, or None for now."""

    __slots__ = ("step",)

    def __init__(self, step: Callable[[], Tracked | None]) -> None:
        self.step = step

    def __next__(self) -> Tracked:
        item = self.step()
        if item is None:
            raise StopIteration
        return item


class Drawn(Iterator[Tracked]):
    """The items of an iterator that is kept, and so may be drawn from again after it raised."""

    __slots__ = ("failed", "items", "machine")

    def __init__(self, machine: Machine, items: Iterator[Tracked]) -> None:
        self.machine = machine
        self.items = items
        self.failed = False

    def __next__(self) -> Tracked:
        if self.failed:
            self.machine.approximate("unmodelled-operation", "what an iterator gives after an exception came out of it")
        try:
            return next(self.items)
        except StopIteration:
            raise
        except BaseException:
            self.failed = type(self.items) is GeneratorType
            raise


def drawn(machine: Machine, source: Tracked) -> Iterator[Tracked]:
    return Drawn(machine, machine.iterate(source))
