import contextlib

import deal


def raised(xs: list[int]) -> int:
    if not xs:
        raise LookupError("none")
    return xs[0] // xs[1]


def documented(xs: list[int]) -> int:
    """The first.

    Raises:
        IndexError: if there is none.
    """
    return xs[0] // xs[1]


# clew: raises IndexError, ZeroDivisionError
def commented(xs: list[int]) -> int:
    return xs[0] // xs[1]


@deal.raises(IndexError)
def contracted(xs: list[int]) -> int:
    if not xs:
        raise ZeroDivisionError
    return xs[0] // xs[1]


def handled(table: dict[str, int]) -> int:
    try:
        return table["a"]
    except KeyError:
        return table["b"]


def handled_as_lookup(table: dict[str, int]) -> int:
    try:
        return table["a"] // table["b"]
    except (LookupError, TypeError):
        return 0


def handled_at_all(table: dict[str, int]) -> int:
    try:
        return table["a"] // table["b"]
    except Exception:
        return 0


def called(text: str) -> int:
    return int(text)


def caller(text: str) -> int:
    try:
        return called(text)
    except ValueError:
        return 0


def broad_caller(xs: list[int]) -> int:
    with contextlib.suppress(Exception):
        return raised(xs)
    return 0


class Table:
    def __init__(self, rows: list[int]) -> None:
        self.rows = rows

    def __getitem__(self, i: int) -> int:
        return self.rows[i]

    def __truediv__(self, by: int) -> float:
        return len(self.rows) / by

    def first(self) -> int:
        return self.rows[0]


def suppressed(table: dict[str, int]) -> int:
    with contextlib.suppress(KeyError):
        return table["a"] // table["b"]
    return table["c"]
