"""Objects that have no attribute yet, of classes that name some."""

from __future__ import annotations


class Plain:
    n = 0


class Stated:
    n: int


class Derived(Plain):
    pass


_plain, _stated, _derived = Plain(), Stated(), Derived()
_table = {"derived": _derived}


def plain() -> Plain:
    return _plain


def stated() -> Stated:
    return _stated


def derived(name: str) -> Derived | None:
    return _table.get(name)


def of_plain() -> int:
    if _plain.n:
        return 1  # reached by: setattr(plain(), "n", 1); of_plain()
    return 0


def of_stated() -> int:
    if getattr(_stated, "n", 0):
        return 1  # reached by: setattr(stated(), "n", 1); of_stated()
    return 0


def of_derived() -> int:
    if _derived.n:
        return 1  # reached by: setattr(derived("derived"), "n", 1); of_derived()
    return 0


def by_another_name() -> int:
    if _table["derived"].n:
        return 1  # reached by: setattr(derived("derived"), "n", 1); by_another_name()
    return 0


class Cell:
    content: int = 0

    def __repr__(self) -> str:
        return "Cell()"


def shared(cell: Cell = Cell()) -> Cell:
    return cell


def of_default() -> int:
    if shared().content:
        return 1  # reached by: setattr(shared(), "content", 1); of_default()
    return 0


class Holder:
    _cell = Cell()

    @classmethod
    def cell(cls) -> Cell:
        return cls._cell

    def is_full(self) -> int:
        if self._cell.content:
            return 1  # reached by: setattr(Holder.cell(), "content", 1); Holder().is_full()
        return 0


def counter():
    cell = Cell()

    def fill() -> Cell:
        return cell

    def is_full() -> int:
        if cell.content:
            return 1
        return 0

    return fill, is_full


_fill, _is_full = counter()


def fill() -> Cell:
    return _fill()


def of_closure() -> int:
    if _is_full():
        return 1  # reached by: setattr(fill(), "content", 1); of_closure()
    return 0
