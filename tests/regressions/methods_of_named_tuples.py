"""`_replace` and `_asdict` of named tuples are followed, as long as the class keeps what they are built on."""

from typing import NamedTuple


class Pair(NamedTuple):
    left: int
    right: int = 1

    def moved(self, by: int) -> "Pair":
        return self._replace(left=self.left + by)


class Odd(NamedTuple("Odd", [("left", int), ("right", int)])):
    def _replace(self, **changes):
        return 5

    def _asdict(self):
        return {}


class Doubling(NamedTuple("Doubling", [("left", int), ("right", int)])):
    def __iter__(self):
        yield from (2 * value for value in tuple.__iter__(self))


def moves(pair: Pair):
    other = pair.moved(3)
    if other.left == 1712:
        return 1
    if other.right != pair.right:
        return 2  # infeasible
    return 0


def replaces_both(pair: Pair, by: int):
    other = pair._replace(left=pair.right, right=pair.left + by)
    if other.left - other.right == 991:
        return 1
    return 0


def by_name(pair: Pair, by: int):
    fields = pair._asdict()
    if fields["left"] - by == 5 and fields["right"] > 40:
        return 1
    if len(fields) != 2:
        return 2  # infeasible
    return 0


def wrong_name(pair: Pair):
    try:
        pair._replace(middle=3)
    except (ValueError, TypeError):
        return 1
    return 0


def of_its_own(odd: Odd):
    if odd._replace(left=odd.right) == 5:
        return 1
    return 0


def of_its_own_named(odd: Odd):
    if len(odd._asdict()) == 0:
        return 1
    return 0


def read_otherwise(doubling: Doubling):
    if doubling._asdict()["left"] == 2 * doubling.left:
        return 1
    return 0


class Colour(NamedTuple):
    red: int
    green: int


def made(xs: list[int]) -> int:
    try:
        c = Colour._make(xs)
    except TypeError:
        return 1  # covered
    if c.red == 7 and c.green > c.red:
        return 2  # covered
    if c.red != xs[0]:
        return 3  # infeasible
    return 4  # covered


def made_of_a_generator(xs: tuple[int, int]) -> int:
    c = Colour._make(abs(x) for x in xs)
    if c.red < 0:
        return 1
    return c.green  # covered
