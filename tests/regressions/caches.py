"""What a cached function returned before may have been changed since, by another call."""

import functools


@functools.lru_cache
def recent(n: int) -> list:
    return [n, 5]


@functools.lru_cache
def doubled(n: int) -> int:
    return 2 * n


def last(d: int):
    v = recent(d)[-1]
    recent(1).append(0)
    if v:
        return 1  # covered
    return 0  # covered


def even(d: int):
    if doubled(d) % 2 == 0:
        return 1  # covered
    return 0  # infeasible
