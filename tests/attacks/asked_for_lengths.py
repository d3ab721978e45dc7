"""What takes all items at once asks how many there are, which may raise, and be counted."""

from typing import Iterator


class Rows:
    def __init__(self, n: int) -> None:
        self.n = n
        self.asked = 0

    def __len__(self) -> int:
        self.asked += 1
        if self.n == 123457:
            raise KeyError("not loaded")
        return 1

    def __iter__(self) -> Iterator[int]:
        return iter((1, 2))


def listed(n: int) -> int:
    try:
        list(Rows(n))
    except KeyError:
        return 1  # reached by: listed(123457)
    return 0


def as_tuple(n: int) -> int:
    try:
        tuple(Rows(n))
    except KeyError:
        return 1  # reached by: as_tuple(123457)
    return 0


def in_order(n: int) -> int:
    rows = Rows(n)
    sorted(rows)
    if rows.asked == 1 and n == 123458:
        return 1  # reached by: in_order(123458)
    return 0


def displayed(n: int) -> int:
    try:
        return len([*Rows(n), 3])
    except KeyError:
        return 1  # reached by: displayed(123457)


def passed(n: int) -> int:
    try:
        return max(*Rows(n))
    except KeyError:
        return 1  # reached by: passed(123457)


def extended(n: int) -> int:
    rows, found = Rows(n), [0]
    found.extend(rows)
    if rows.asked and n == 123458:
        return 1  # reached by: extended(123458)
    return 0


class Cursor:
    """An iterator that knows how much is left."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.at = 0

    def __iter__(self) -> "Cursor":
        return self

    def __next__(self) -> int:
        self.at += 1
        if self.at > 2:
            raise StopIteration
        return self.at

    def __length_hint__(self) -> int:
        if self.n == 123457:
            raise KeyError
        return 2


def put_in_place(n: int) -> int:
    found = [0]
    try:
        found[0:1] = Cursor(n)
    except KeyError:
        return 1  # reached by: put_in_place(123457)
    return 0


def unpacked(n: int) -> int:
    try:
        _, *_ = Cursor(n)
    except KeyError:
        return 1  # reached by: unpacked(123457)
    return 0


class Shelf:
    """A sequence of the old kind."""

    def __init__(self) -> None:
        self.asked = 0

    def __len__(self) -> int:
        self.asked += 1
        return 3

    def __getitem__(self, at: int) -> int:
        if at >= 3:
            raise IndexError
        return at


def backwards(n: int) -> int:
    shelf = Shelf()
    list(reversed(shelf))
    if shelf.asked == 2 and n == 123458:
        return 1  # reached by: backwards(123458)
    return 0


def through_an_iterator(n: int) -> int:
    shelf = Shelf()
    list(iter(shelf))
    if shelf.asked == 1 and n == 123458:
        return 1  # reached by: through_an_iterator(123458)
    return 0
