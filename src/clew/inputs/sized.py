"""Inputs of the sizes that the code asks for, and bounds that have room for them (see `analysis.sizes`)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from clew.analysis.sizes import LARGEST, Sizes, sizes_of
from clew.effects.bodies import longest_text
from clew.frontend.module import Unit
from clew.inputs.interface import changes_of
from clew.inputs.seeds import encode
from clew.inputs.shapes import AnyShape, ClassName, ObjectShape, Shape, UnionShape
from clew.inputs.signatures import Catalogue, Change
from clew.inputs.vocabulary import with_called
from clew.search.request import Bounds

BEYOND: Final = 2  # how much larger than a size inputs may be
COMMON: Final = 5  # up to here the usual seeds have inputs of every size
MOST_SIZES: Final = 6
MOST_CALLS: Final = 40  # of one method, on an object
MOST_CALLED: Final = 60  # inputs with such objects


def sizes_for(unit: Unit, module: str, catalogue: Catalogue) -> Sizes:
    """The sizes that the unit, and what it calls, compares with."""
    functions = with_called(unit.function, catalogue.functions)
    # What attributes are set to is said there.
    functions += [
        f for f in catalogue.functions.values() if f.name == "__init__" and all(f is not g for g in functions)
    ]

    def values(name: str) -> Iterator[Any]:
        yield vars(sys.modules[module]).get(name)
        for cls in catalogue.classes():
            yield vars(cls).get(name)

    def known(name: str) -> list[int]:
        return [value for value in values(name) if type(value) is int and abs(value) <= LARGEST]

    def lengths(name: str) -> list[int]:
        containers = (list, tuple, dict, set, frozenset, str, bytes)
        return [len(value) for value in values(name) if type(value) in containers and len(value) <= LARGEST]

    found = sizes_of(functions, known, lengths)
    longest = min(max((longest_text(function) for function in functions), default=0), LARGEST)
    return replace(found, texts=tuple(sorted({*found.texts, longest} - {0})))


def with_room(bounds: Bounds, sizes: Sizes) -> Bounds:
    """The bounds, raised to just beyond the sizes."""
    return replace(
        bounds,
        length=max(bounds.length, *(size + BEYOND for size in sizes.lengths), 0),
        text=max(bounds.text, *(size + BEYOND for size in sizes.texts), 0),
    )


def to_try(sizes: Sizes) -> list[int]:
    """Sizes of inputs on both sides of what is compared with, the smallest first; of many only some."""
    asked = sorted({size for size in (*sizes.lengths, *sizes.texts) if size >= COMMON})
    if len(asked) > MOST_SIZES:
        asked = [*asked[: MOST_SIZES // 2], *asked[-(MOST_SIZES // 2) :]]
    return sorted({near for size in asked for near in (size, size + 1)})


def calls_to_try(sizes: Sizes, bounds: Bounds) -> list[int]:
    """How often a method is called on an object: as often as something is counted, where that is beyond the bound."""
    asked = sorted({*sizes.lengths, *sizes.texts})
    return [n for size in asked for n in (size, size + 1) if bounds.method_calls < n <= MOST_CALLS]


def called_assignments(
    objects: Iterable[tuple[str, Shape]], counts: Iterable[int], catalogue: Catalogue
) -> Iterator[dict[str, Any]]:
    """One method called that often, with the plainest arguments and with different ones.  objects: by name of input."""
    named = [(*found, cls) for name, shape in objects for found, cls in _classes(name, shape)]
    made = 0
    for count in counts:
        for name, chosen, cls in named:
            for which, change in enumerate(changes_of(catalogue, cls)):
                for distinct in (False, True) if change.parameters else (False,):
                    made += 1
                    if made > MOST_CALLED:
                        return
                    calls = {f"{name}?call{i}": which for i in range(count)}
                    given = _different(f"{name}.call", change, count) if distinct else {}
                    yield {**chosen, f"{name}?calls": count, **calls, **given}


def _classes(name: str, shape: Shape) -> Iterator[tuple[tuple[str, dict[str, Any]], ClassName]]:
    """The variable, the choices that lead to it, and its class."""
    match shape:
        case ObjectShape(cls):
            yield (name, {}), cls
        case UnionShape(options) | AnyShape(options):
            for kind, option in enumerate(options):
                for (inner, chosen), cls in _classes(f"{name}:{kind}" if len(options) > 1 else name, option):
                    yield (inner, {f"{name}?kind": kind, **chosen}), cls


def _different(prefix: str, change: Change, count: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for i in range(count):
        for p in change.parameters:
            encode(p.shape, f"{prefix}{i}.{change.name}.{p.name}", i, found)
            encode(p.shape, f"{prefix}{i}.{change.name}.{p.name}", f"k{i}", found)
    return found
