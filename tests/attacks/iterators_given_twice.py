"""One iterator as two arguments."""

from collections.abc import Iterator


def same(a: Iterator[int], b: Iterator[int]) -> int:
    if a is b:
        return 1  # reached by: same(i := iter([1]), i)
    return 0  # reached by: same(iter([1]), iter([1]))


def equal(a: Iterator[str], b: Iterator[str]) -> int:
    if a == b:
        return 1  # reached by: equal(i := iter(""), i)
    return 0


def optional(a: Iterator[int] | None, b: Iterator[int] | None) -> int:
    if a is not None and a is b:
        return 1  # reached by: optional(i := iter([1]), i)
    return 0


def alternating(a: Iterator[int], b: Iterator[int]) -> int:
    first = next(a, 0)
    if next(b, 0) != first and a is b:
        return first  # reached by: alternating(i := iter([1]), i)
    return 0


def taken_from(a: Iterator[int], b: Iterator[int]) -> int:
    n = sum(1 for _ in a)
    m = sum(1 for _ in b)
    if n == 2 and m == 0 and a is b:
        return 1  # reached by: taken_from(i := iter([1, 2]), i)
    return n


def held(xs: list[Iterator[int]]) -> int:
    if len(xs) == 2 and xs[0] is xs[1]:
        return 1  # reached by: held([iter([1])] * 2) [supposing no-sharing]
    return 0
