"""Sets and dicts of keys with a hash of their own, made of what can be gone through once."""


class Key:
    def __init__(self, n: int) -> None:
        self.n = n

    def __hash__(self) -> int:
        return 1

    def __eq__(self, o: object) -> bool:
        return isinstance(o, Key) and o.n == self.n


def made(n: int) -> int:
    t = set(Key(i) for i in range(3))
    if len(t) == 3 and n == 5:
        return 1  # reached by: made(5)
    return 0


def updated(n: int) -> int:
    t: set[Key] = set()
    t.update(Key(i) for i in range(3))
    if len(t) == 3 and n == 5:
        return 1  # reached by: updated(5)
    return 0


def common(n: int) -> int:
    t = {Key(1), Key(2)}
    u = t.intersection(Key(i) for i in range(3))
    if len(u) == 2 and n == 5:
        return 1  # reached by: common(5)
    return 0


def union(n: int) -> int:
    t = {Key(1), Key(2)}
    u = t.union(Key(i) for i in range(4))
    if len(u) == 4 and n == 5:
        return 1  # reached by: union(5)
    return 0


def counted(n: int) -> int:
    made = 0

    def keys():
        nonlocal made
        for i in range(3):
            made += 1
            yield Key(i)

    t = {Key(1), Key(2)}
    t.difference_update(keys())
    if len(t) == 0 and made == 3 and n == 5:
        return 1  # reached by: counted(5)
    return 0


def diff(n: int) -> int:
    t = {Key(1), Key(2)}
    t = t.difference(Key(i) for i in range(2))
    if len(t) == 1 and n == 5:
        return 1  # reached by: diff(5)
    return 0


def sym(n: int) -> int:
    t = {Key(1), Key(2)}
    t = t.symmetric_difference(Key(i) for i in range(2))
    if len(t) == 2 and n == 5:
        return 1  # reached by: sym(5)
    return 0


def keyed(n: int) -> int:
    d = dict((Key(i), i) for i in range(3))
    e = dict.fromkeys(Key(i) for i in range(3))
    if len(d) == 3 and len(e) == 3 and n == 5:
        return 1  # reached by: keyed(5)
    return 0


def disjoint(n: int) -> int:
    t = {Key(1), Key(2)}
    if not t.isdisjoint(Key(i) for i in range(2)) and t.issuperset(Key(i) for i in (1, 2)) and t.issubset(Key(i) for i in range(4)) and n == 5:
        return 1  # reached by: disjoint(5)
    return 0
