"""Iterators that are made, and drawn from only after what they go over was changed."""

import itertools
from collections import deque


def reversed_grown(xs: list[int]) -> int:
    r = reversed(xs)
    xs.insert(0, 7)
    got = list(r)
    if got and got[-1] == 7:
        return 2  # reached by: reversed_grown([1])
    return 0


def reversed_assigned(xs: list[int]) -> int:
    r = reversed(xs)
    n = len(xs)
    xs[:] = [7] * 3
    got = list(r)
    if n > 0 and len(got) == 3:
        return 1  # reached by: reversed_assigned([1, 2, 3])
    if n == 2 and got == [7, 7]:
        return 2  # reached by: reversed_assigned([1, 2])
    return 0


def reversed_refilled(xs: list[int]) -> int:
    r = reversed(xs)
    xs.clear()
    xs.extend([1, 2, 3])
    k = next(r, 0)
    if k == 2:
        return 2  # reached by: reversed_refilled([8, 8])
    if k == 1:
        return 1  # reached by: reversed_refilled([8])
    return 0


def keys_before(d: dict[str, int], name: str) -> str:
    walk = iter(d)
    d[name] = 0
    try:
        return next(walk)
    except RuntimeError:
        return "changed"  # reached by: keys_before({"a": 1}, "b")
    except StopIteration:
        return "none"


def items_before(d: dict[str, int], name: str) -> int:
    pairs = zip(d.items(), itertools.count())
    d.pop(name, None)
    try:
        return len(list(pairs))
    except RuntimeError:
        return -1  # reached by: items_before({"a": 1, "b": 2}, "a")


def set_before(s: set[int], n: int) -> int:
    doubled = map(lambda x: 2 * x, s)
    s.add(n)
    try:
        return sum(doubled)
    except RuntimeError:
        return -1  # reached by: set_before({1}, 2)


def deque_before(n: int) -> int:
    waiting = deque([1, 2])
    numbered = enumerate(waiting)
    if n > 3:
        waiting.append(n)
    try:
        return len(list(numbered))
    except RuntimeError:
        return -1  # reached by: deque_before(4)


def deque_backwards(n: int) -> int:
    waiting = deque([1, 2])
    last = reversed(waiting)
    if n > 3:
        waiting.popleft()
    try:
        return next(last)
    except RuntimeError:
        return -1  # reached by: deque_backwards(4)


def pool_before(xs: list[int]) -> int:
    pairs = itertools.combinations(xs, 2)
    xs.append(1)
    if len(list(pairs)) == 1 and len(xs) == 3:
        return 1  # reached by: pool_before([4, 5])
    return 0


def chained(d: dict[int, int], n: int) -> int:
    both = itertools.chain([0], d)
    d[n] = 1
    got = list(both)
    if len(got) == 3:
        return 1  # reached by: chained({1: 1}, 2)
    return len(got)


def sliced(d: dict[int, int], n: int) -> int:
    first = itertools.islice(d, 1)
    d[n] = 1
    try:
        return len(list(first))
    except RuntimeError:
        return -1  # reached by: sliced({1: 1}, 2)


def expression(d: dict[int, int], n: int) -> int:
    large = (k for k in d if k > 0)
    d[n] = 1
    try:
        return len(list(large))
    except RuntimeError:
        return -1  # reached by: expression({1: 1}, 2)


def grown_list(xs: list[int]) -> int:
    walk = iter(xs)
    xs.append(9)
    if max(walk, default=0) == 9 and len(xs) == 1:
        return 1  # reached by: grown_list([])
    return 0


def exhausted_list(xs: list[int]) -> int:
    walk = iter(xs)
    count = sum(1 for _ in walk)
    xs.append(9)
    if next(walk, None) is None and count == 2:
        return 1  # reached by: exhausted_list([3, 4])
    return 0
