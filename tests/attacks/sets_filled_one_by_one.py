"""Sets take from an iterator one by one, and no more than they need."""

from typing import Iterator


def seen_while_filled(n: int) -> int:
    found: set[int] = set()

    def grown(x: int) -> int:
        return x + len(found) * n

    found.update(map(grown, [1, 2]))
    if 123457 in found:
        return 1  # reached by: seen_while_filled(123455)
    return 0


class Feed:
    def __init__(self) -> None:
        self.given = 0

    def items(self) -> Iterator[int]:
        for i in (1, 2, 3):
            self.given += 1
            yield i


def disjoint(n: int) -> int:
    feed = Feed()
    {1, 2}.isdisjoint(feed.items())
    if feed.given == 1 and n == 9871:
        return 1  # reached by: disjoint(9871)
    return 0


def superset(n: int) -> int:
    feed = Feed()
    {1}.issuperset(feed.items())
    if feed.given == 2 and n == 9871:
        return 1  # reached by: superset(9871)
    return 0


def common(n: int) -> int:
    feed = Feed()
    {1, 2}.intersection(feed.items())
    if feed.given == 2 and n == 9871:
        return 1  # reached by: common(9871)
    return 0


def kept(n: int) -> int:
    feed, found = Feed(), {1}
    found.intersection_update(feed.items())
    if feed.given == 1 and n == 9871:
        return 1  # reached by: kept(9871)
    return 0


def unhashable(n: int) -> int:
    feed = Feed()
    try:
        set([i] for i in feed.items())
    except TypeError:
        pass
    if feed.given == 1 and n == 9871:
        return 1  # reached by: unhashable(9871)
    return 0


def of_the_other(n: int) -> int:
    if next(iter({n} & {True})) is True:
        return 1  # reached by: of_the_other(1)
    return 0
