"""Lists that are looked at, or changed, while they are sorted or gone over backwards."""

import functools


def first_while_sorted(x: int) -> int:
    ys = [3, 1, x]
    ys.sort(key=lambda v: ys[0] + v)  # fails by: first_while_sorted(2)
    return ys[0]


def divided_by_length(x: int) -> list[int]:
    ys = [3, 1, x]
    ys.sort(key=lambda v: v // len(ys))  # fails by: divided_by_length(2)
    return ys


def place_while_sorted(order: list[int]) -> list[int]:
    order.sort(key=lambda v: order.index(v))  # fails by: place_while_sorted([1])
    return order


def compared(x: int) -> list[int]:
    ys = [3, x]

    def compare(a: int, b: int) -> int:
        return a - b + ys[0]  # fails by: compared(1)

    ys.sort(key=functools.cmp_to_key(compare))
    return ys


def backwards(x: int) -> int:
    ys, out = [1, 2, x], []
    for y in reversed(ys):
        out.append(y)
        ys.clear()
    return out[1]  # fails by: backwards(3)


def set_meanwhile(x: int) -> int:
    ys, out = [1, 2, x], []
    for y in reversed(ys):
        out.append(y)
        ys[0] = 0
        ys[1] = 0
    return x // out[1]  # fails by: set_meanwhile(3)
