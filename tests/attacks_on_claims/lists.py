"""Indexes that look right, each with the call that shows that they are not."""

from __future__ import annotations


def shorter_row(rows: list[list[int]]) -> int:
    total = 0
    for i in range(len(rows)):
        for j in range(len(rows[0])):
            total += rows[i][j]  # fails by: shorter_row([[1], []])
    return total


def grown_range(xs: list[int]) -> int:
    total = 0
    for i in range(len(xs)):
        if xs[i] == 7:  # fails by: grown_range([1, 7, 2])
            xs.pop(0)
        total += i
    return total


def one_list_twice(xs: list[int], ys: list[int]) -> int:
    total = 0
    for i in range(len(ys)):
        if len(xs) > 1:
            xs.pop()
        total += ys[i]  # fails by: x = [1, 2, 3]; one_list_twice(x, x)
    return total


def slice_too_short(xs: list[int], n: int) -> int:
    part = xs[1:n]
    if n > 1 and len(xs) > 1:
        return part[n - 2]  # fails by: slice_too_short([1, 2], 5)
    return 0


def from_behind(xs: list[int], i: int) -> int:
    if 0 <= i <= len(xs):
        return xs[-i]  # fails by: from_behind([], 0)
    return 0


def below_the_start(xs: list[int]) -> int:
    i = len(xs) - 1
    while xs[i] >= 0:  # fails by: below_the_start([1])
        i -= 1
    return i


def kept_length(xs: list[int], n: int) -> int:
    length = len(xs)
    if n in xs:
        xs.remove(n)
    if length > 0:
        return xs[length - 1]  # fails by: kept_length([1], 1)
    return 0


def empty_after_all(xs: list[int]) -> int:
    positive = [x for x in xs if x > 0]
    if xs:
        return max(positive)  # fails by: empty_after_all([0])
    return 0


def swapped_tables(n: int) -> int:
    before, now = [0], [0, 0]
    for _ in range(n):
        before, now = now, before
    return now[1]  # fails by: swapped_tables(1)


def made_from_count(n: int) -> int:
    made = [1] * n
    return made[0]  # fails by: made_from_count(0)


def in_step(xs: list[int], ys: list[int]) -> int:
    total = 0
    for i, _ in enumerate(xs):
        total += ys[i]  # fails by: in_step([1], [])
    return total


def item_as_index(xs: list[int]) -> int:
    for x in xs:
        if x >= 0:
            return xs[x]  # fails by: item_as_index([1])
    return 0
