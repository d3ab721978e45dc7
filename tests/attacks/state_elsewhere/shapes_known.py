"""Registries that other modules fill when they are imported."""

from __future__ import annotations

from collections.abc import Callable

HANDLERS: dict[str, Callable[[int], int]] = {}
_known: dict[str, type] = {}


def register(name: str) -> Callable[[Callable[[int], int]], Callable[[int], int]]:
    def keep(function: Callable[[int], int]) -> Callable[[int], int]:
        HANDLERS[name] = function
        return function

    return keep


class Shape:
    sides = 0

    def __init_subclass__(cls) -> None:
        _known[cls.__name__] = cls

    def area(self) -> int:
        return 0


def handled(name: str, x: int) -> int:
    handler = HANDLERS.get(name)
    if handler is not None:
        return 1  # reached by: import plugging; handled("double", 1) [supposing module-state]
    return 0


def subclasses(x: int) -> int:
    if Shape.__subclasses__():
        return 1  # reached by: import plugging; subclasses(1) [supposing module-state, process-state]
    return 0


def known(name: str) -> int:
    if name in _known:
        return 1  # reached by: import plugging; known("Square") [supposing module-state]
    return 0


def overridden(shape: Shape) -> int:
    if shape.area() > 0:
        return 1  # reached by: import plugging; overridden(plugging.Square()) [supposing types]
    return 0


def attribute(shape: Shape) -> int:
    if shape.sides == 4:
        return 1  # reached by: import plugging; attribute(plugging.Square()) [supposing types, module-state]
    return 0


def count(x: int) -> int:
    if len(HANDLERS) + len(_known) > 0:
        return 1  # reached by: import plugging; count(1) [supposing module-state]
    return 0
