"""Attributes that hold bound methods, and are set to others: state machines, strategies."""
from __future__ import annotations

from collections.abc import Callable


class Machine:
    def __init__(self) -> None:
        self._handle: Callable[[], int] = self._first

    def _first(self) -> int:
        return 1

    def _second(self) -> int:
        return 2

    def switch(self) -> None:
        self._handle = self._second


_machine = Machine()


def switch() -> None:
    _machine.switch()


def handled() -> int:
    if _machine._handle() == 2:
        return 1  # reached by: switch(); handled()
    return 0


class Slotted:
    __slots__ = ("handle",)

    def __init__(self) -> None:
        self.handle: Callable[[], int] = self.first

    def first(self) -> int:
        return 1

    def second(self) -> int:
        return 2


_slotted = Slotted()


def switch_slot() -> None:
    _slotted.handle = _slotted.second


def handled_by_slot() -> int:
    if _slotted.handle() == 2:
        return 1  # reached by: switch_slot(); handled_by_slot()
    return 0


class Chooser:
    def __init__(self) -> None:
        self._choose: Callable[[int, int], int] = max

    def turn(self) -> None:
        self._choose = min


_chooser = Chooser()


def turn() -> None:
    _chooser.turn()


def chosen(a: int) -> int:
    if _chooser._choose(a, 5) < 5:
        return 1  # reached by: turn(); chosen(1)
    return 0


class Runner:
    def run(self) -> int:
        return 1


runner = Runner()


def replace() -> None:
    runner.run = lambda: 2  # type: ignore[method-assign]


def is_replaced() -> int:
    if runner.run() == 2:
        return 1  # reached by: replace(); is_replaced()
    return 0


class Once:
    def run(self) -> int:
        self.run = self._again  # type: ignore[method-assign]
        return 1

    def _again(self) -> int:
        return 2


once = Once()


def is_run_again() -> int:
    if once.run() == 2:
        return 1  # reached by: is_run_again(); is_run_again()
    return 0
