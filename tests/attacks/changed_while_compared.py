"""An element whose `__eq__` changes the container that is searched or compared: what comes next is what is there then."""

from collections import deque


class Put:
    def __init__(self, xs: list[object], k: int) -> None:
        self.xs = xs
        self.k = k

    def __eq__(self, other: object) -> bool:
        self.xs[-1] = self.k * 31 + 1000
        return False


class PutSame(Put):
    def __eq__(self, other: object) -> bool:
        self.xs[-1] = self.k * 31 + 1000
        return True


class Drop(Put):
    def __eq__(self, other: object) -> bool:
        self.xs.clear()
        return False


class Key:
    def __init__(self, d: dict[str, object], k: int, same: bool) -> None:
        self.d = d
        self.k = k
        self.same = same

    def __eq__(self, other: object) -> bool:
        self.d["z"] = self.k * 31 + 1000
        return self.same


class InDeque:
    def __init__(self, q: "deque[object]", k: int) -> None:
        self.q = q
        self.k = k

    def __eq__(self, other: object) -> bool:
        self.q[-1] = self.k * 31 + 1000
        return False


class Grows(InDeque):
    def __eq__(self, other: object) -> bool:
        self.q.append(self.k)
        return False


def contained(n: int, k: int) -> int:
    xs: list[object] = []
    xs.extend([Put(xs, k), 0])
    if n != 0 and n in xs:
        return 1  # reached by: contained(1155, 5)
    return 0


def counted(n: int, k: int) -> int:
    xs: list[object] = []
    xs.extend([Put(xs, k), 0])
    if n != 0 and xs.count(n) == 1:
        return 1  # reached by: counted(1155, 5)
    return 0


def indexed(n: int, k: int) -> int:
    xs: list[object] = []
    xs.extend([Put(xs, k), 0])
    if n == 0:
        return 3
    try:
        xs.index(n)
    except ValueError:
        return 2
    return 1  # reached by: indexed(1155, 5)


def removed(n: int, k: int) -> int:
    xs: list[object] = []
    xs.extend([Put(xs, k), 0])
    if n == 0:
        return 3
    try:
        xs.remove(n)
    except ValueError:
        return 2
    return 1  # reached by: removed(1155, 5)


def equal(n: int, k: int) -> int:
    xs: list[object] = []
    xs.extend([PutSame(xs, k), 0])
    if n != 0 and xs == [1, n]:
        return 1  # reached by: equal(1155, 5)
    return 0


def less(n: int, k: int) -> int:
    xs: list[object] = []
    xs.extend([PutSame(xs, k), 0])
    if xs < [1, n] and n < 1000 + k * 31 + 2 and n > k * 31 + 1000:
        return 1  # reached by: less(1156, 5)
    return 0


def emptied(n: int, k: int) -> int:
    xs: list[object] = []
    xs.extend([Drop(xs, k), 0])
    ys: list[object] = [n, 0]
    if xs < ys and n > 0:
        return 1  # reached by: emptied(1, 1)
    return 0


def among_values(n: int, k: int) -> int:
    d: dict[str, object] = {}
    d["a"] = Key(d, k, False)
    d["z"] = 0
    if n != 0 and n in d.values():
        return 1  # reached by: among_values(1155, 5)
    return 0


def equal_dicts(n: int, k: int) -> int:
    d: dict[str, object] = {}
    d["a"] = Key(d, k, True)
    d["z"] = 0
    if n != 0 and d == {"a": 1, "z": n}:
        return 1  # reached by: equal_dicts(1155, 5)
    return 0


def in_a_deque(n: int, k: int) -> int:
    q: deque[object] = deque()
    q.extend([InDeque(q, k), 0])
    if n != 0 and n in q:
        return 1  # reached by: in_a_deque(1155, 5)
    return 0


def in_a_growing_deque(n: int, k: int) -> int:
    q: deque[object] = deque()
    q.extend([Grows(q, k), 0])
    try:
        n in q
    except RuntimeError:
        return 1  # reached by: in_a_growing_deque(1, 5)
    return 0


def removed_from_a_growing_deque(n: int, k: int) -> int:
    q: deque[object] = deque()
    q.extend([Grows(q, k), n])
    try:
        q.remove(n)
    except IndexError:
        return 1  # reached by: removed_from_a_growing_deque(1, 5)
    return 0


def a_slice_given_by_what_changes_it(k: int) -> int:
    xs = [1, 2, 3]

    def put(n: int) -> int:
        xs.append(k)
        return n

    xs[0:1] = map(put, [7])
    if xs == [7, 2, 3, k]:
        return 1  # reached by: a_slice_given_by_what_changes_it(5)
    return 0


def a_slice_given_by_what_empties_it(k: int) -> int:
    xs = [1, 2, 3]

    def each() -> "list[int]":
        xs.clear()
        yield k

    xs[1:2] = each()
    if xs == [k]:
        return 1  # reached by: a_slice_given_by_what_empties_it(5)
    return 0
