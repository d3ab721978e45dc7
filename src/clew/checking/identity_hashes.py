"""Objects that are hashed by their address have other hashes in every run, of which the replay knows.

    return next(iter({Thing(), Thing()})) is first

follows addresses, which may lie alike in all processes of the replay and otherwise under pytest.  No process can be
made to allocate otherwise for certain, so classes of the project that have the hash of `object` are given one that
draws a number for each object, from a generator with a seed: what depends on the order of a set of such objects is seen
to, or is not, the same way in each run of clew.

Objects that are there already keep their hash, since containers hold them by it; so do those of which nothing says when
they end.  Functions, classes and bare `object()`s cannot be told from what the library needs; they stay as they are.
"""

from __future__ import annotations

import contextlib
import gc
import random
import weakref
from collections.abc import Callable, Container
from dataclasses import field
from typing import Any

from clew.records import dataclass

_ADDRESS = id  # itself, before it tells of its calls
_HASH = object.__hash__


@dataclass(slots=True)
class Numbers:
    """Of the objects that are alive, by their addresses.  tell: called for each hash that was drawn."""

    tell: Callable[[], None]
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    drawn: dict[int, tuple[int, weakref.ref[Any]]] = field(default_factory=dict)

    def of(self, value: object) -> int:
        key = _ADDRESS(value)
        known = self.drawn.get(key)
        if known is None:
            number = self.keep(value, self.chance.getrandbits(60))
        else:
            number = known[0]
        self.tell()
        return number

    def keep(self, value: object, number: int) -> int:
        key, drawn = _ADDRESS(value), self.drawn
        try:
            drawn[key] = number, weakref.ref(value, lambda _: drawn.pop(key, None))
        except TypeError:  # it has no place for one
            return _HASH(value)
        return number


def scatter(modules: Container[str], numbers: Numbers) -> None:
    """From now on the numbers are the hashes of new objects of the classes in the modules."""
    everything = gc.get_objects()
    classes = {each for each in everything if issubclass(type(each), type) and _is_by_address(each, modules)}
    for each in everything:
        if type(each) in classes:
            numbers.keep(each, _HASH(each))
    for cls in classes:
        with contextlib.suppress(TypeError):
            type.__setattr__(cls, "__hash__", lambda self: numbers.of(self))


def _is_by_address(cls: type, modules: Container[str]) -> bool:
    return cls.__module__ in modules and type.__getattribute__(cls, "__hash__") is _HASH
