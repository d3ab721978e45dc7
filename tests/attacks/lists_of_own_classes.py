"""Lists of a class of the project that has lengths and items of its own."""

from __future__ import annotations


class Sparse(list[int]):
    """A list that has an item wherever it is asked."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, i: int) -> int:  # type: ignore[override]
        return 42 if i < 9 else list.__getitem__(self, i)


class Plain(list[int]):
    """A list with a name."""

    name = ""


def of_a_subclass(xs: list[int]) -> int:
    n = 0
    for _ in xs:
        n += 1
    if len(xs) != n:
        return 1  # reached by: of_a_subclass(Sparse())
    return 0


def item_of_a_subclass(xs: list[int]) -> int:
    if len(xs) == 3:
        try:
            xs[5]
        except IndexError:
            return 1  # reached by: item_of_a_subclass([1, 2, 3])
        return 2  # reached by: item_of_a_subclass(Sparse())
    return 0
