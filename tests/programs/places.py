"""Where something stands in a queue or a range, and products: by terms."""

import math
from collections import deque


def in_queue(x: int):
    queue = deque([1, x, 2])
    try:
        place = queue.index(41, 1)
    except ValueError:
        return -1  # covered
    if place != 1 or x != 41:
        return 1  # infeasible
    return 0  # covered


def in_range(n: int, low: int):
    rows = range(9000, low, -4)
    if rows.count(n) > 1:
        return 1  # infeasible
    if n in rows and rows.index(n) * 3 == 5115:
        return 2  # covered
    if n in rows and rows[rows.index(n)] != n:
        return 3  # infeasible
    return 0


def product(xs: list[int]):
    if len(xs) == 2 and math.prod(xs) == 391 and min(xs) > 1:
        return 1  # covered
    if math.prod(xs, start=2) == 7 and len(xs) < 3:
        return 2  # infeasible
    return 0
