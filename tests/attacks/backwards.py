"""What `reversed` gives where the container is changed while it is gone over."""

from collections import deque


def shortened(x: int) -> int:
    ys = [1, 2, x]
    seen: list[int] = []
    for y in reversed(ys):
        seen.append(y)
        ys.clear()
    if len(seen) == 1:
        return 1  # reached by: shortened(3)
    return 0


def popped(xs: list[int]) -> int:
    steps = 0
    for x in reversed(xs):
        steps += 1
        if x > 5:
            xs.pop()
            xs.pop()
    if steps == 1 and len(xs) == 1:
        return 1  # reached by: popped([1, 2, 9])
    return 0


def replaced(xs: list[int]) -> int:
    for x in reversed(xs):
        if x == 7:
            return 1  # reached by: replaced([0, 0])
        xs[0] = 7
    return 0


def grown(xs: list[int]) -> int:
    steps = 0
    for _ in reversed(xs):
        steps += 1
        xs.append(0)
    if steps == 2 and len(xs) == 4:
        return 1  # reached by: grown([1, 2])
    return 0


def complains(x: int) -> int:
    d = deque([1, x])
    try:
        for y in reversed(d):
            d.append(y)
    except RuntimeError:
        return 1  # reached by: complains(1)
    return 0


def keys(d: dict[int, int]) -> int:
    try:
        for k in reversed(d):
            d[k + 1] = 0
    except RuntimeError:
        return 1  # reached by: keys({1: 1})
    return 0


def values(d: dict[str, int]) -> int:
    for v in reversed(d.values()):
        if v == 9:
            return 1  # reached by: values({"a": 1, "b": 2})
        for k in d:
            d[k] = 9
    return 0


def pairs(d: dict[str, int]) -> int:
    for k, v in reversed(d.items()):
        if v == 9 and k == "a":
            return 1  # reached by: pairs({"a": 1, "b": 2})
        d["a"] = 9
    return 0


def later(xs: list[int]) -> int:
    backwards = reversed(xs)
    xs.append(5)
    first = next(backwards, -1)
    if first == 5:
        return 1
    if first == -1:
        return 2  # reached by: later([])
    return 0
