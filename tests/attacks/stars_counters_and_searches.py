"""Stars beside what rebinds and fails, counters beside keywords, searches of lists that grow, `reverse` as an int."""

from collections import Counter, deque


def pack(*a: object, **k: object) -> int:
    return len(a) * 10 + len(k)


def descending(n: int, k: int) -> int:
    try:
        xs = sorted([n, 1], reverse=k)
    except OverflowError:
        return 1  # reached by: descending(3, 2**40)
    if k == 2 and xs[0] == 1 and n < 1:
        return 2  # reached by: descending(0, 2)
    if k == 0 and xs[0] == n and n > 1:
        return 3
    if k == 0 and xs[0] == 1 and n > 1:
        return 4  # reached by: descending(5, 0)
    return 0


def by_bool(n: int, b: bool) -> int:
    xs = [n, 7]
    xs.sort(reverse=b)
    if b and xs == [7, n] and n == 5:
        return 1  # reached by: by_bool(5, True)
    if not b and xs == [7, n] and n == 9:
        return 2  # reached by: by_bool(9, False)
    return 0


def counter_both(n: int, k: int) -> int:
    c = Counter("ab", a=k)
    if n == 31 * k + 1000 and c["a"] == k + 1 and c["b"] == 1:
        return 1  # reached by: counter_both(1217, 7)
    return 0


def counter_minus(n: int, k: int) -> int:
    c = Counter(a=k)
    c.subtract(a=2, b=k)
    c.update({"b": 1})
    if n == 31 * k + 1000 and c["a"] == k - 2 and c["b"] == 1 - k:
        return 1  # reached by: counter_minus(1217, 7)
    return 0


def counter_given(c: "Counter[str]", k: int) -> int:
    c.update(a=k)
    if c["a"] == 1000 + k and k == 7:
        return 1  # reached by: counter_given(Counter(a=1000), 7)
    return 0


def counter_empty(c: "Counter[str]", k: int) -> int:
    if not c:
        c.update(a=k)
        if c["a"] == k and len(c) == 1 and k == 7:
            return 1  # reached by: counter_empty(Counter(), 7)
    return 0


def unhashable(n: int) -> int:
    log = []
    try:
        {*[[]], log.append(1)}
    except TypeError:
        if not log and n == 1007:
            return 1  # reached by: unhashable(1007)
    return 0


def twice_given(n: int) -> int:
    log = []
    try:
        pack(**{"a": 1}, a=log.append(1))
    except TypeError:
        if log and n == 1007:
            return 1  # reached by: twice_given(1007)
    return 0


def no_mapping(n: int) -> int:
    log = []
    try:
        pack(**n, a=log.append(1))
    except TypeError:
        if not log:
            return 1  # reached by: no_mapping(1007)
    return 0


def no_iterable(n: int) -> int:
    log = []
    try:
        [*n, log.append(1)]
    except TypeError:
        if not log:
            return 1  # reached by: no_iterable(1007)
    return 0


def generator_first(n: int, k: int) -> int:
    log = []

    def gen():
        log.append(k)
        yield k
        log.append(k + 1)

    r = pack(*gen(), log.append(0), u=log.append(1))
    if n == 31 * k + 1000 and log == [7, 8, 0, 1] and r == 21:
        return 1  # reached by: generator_first(1217, 7)
    return 0


def generator_alone(n: int, k: int) -> int:
    log = []

    def gen():
        log.append(k)
        yield k

    r = pack(*gen(), u=log.append(1))
    if n == 31 * k + 1000 and log == [1, 7] and r == 11:
        return 1  # reached by: generator_alone(1217, 7)
    return 0


def rebound(n: int, k: int) -> int:
    x = k

    def gen():
        nonlocal x
        x = 2
        yield 1

    r = [*gen(), x]
    if n == 31 * k + 1000 and r == [1, 2]:
        return 1  # reached by: rebound(1217, 7)
    return 0


def rebound_in_a_call(n: int, k: int) -> int:
    x = k

    def gen():
        nonlocal x
        x = 2
        yield 1

    r = max(*gen(), x)
    if n == 31 * k + 1000 and r == 2:
        return 1  # reached by: rebound_in_a_call(1217, 7)
    return 0


def rebound_before(n: int, k: int) -> int:
    x = k

    def gen():
        nonlocal x
        x = 2
        yield 1

    r = [x, *gen(), x]
    if n == 31 * k + 1000 and r == [7, 1, 2]:
        return 1  # reached by: rebound_before(1217, 7)
    return 0


def in_a_slice(n: int, k: int) -> int:
    xs = [1, 2, 3]
    ys = [k]
    xs[len(ys):] = [*ys, ys.append(9) or 5, *ys]
    if n == 31 * k + 1000 and xs == [1, 7, 5, 7, 9]:
        return 1
    return 0


class Own:
    def __init__(self, log: list) -> None:
        self.log = log

    def keys(self):
        self.log.append("k")
        return ["a", "b"]

    def __getitem__(self, k):
        self.log.append(k)
        return 1


def own_mapping(n: int) -> int:
    log = []
    {**Own(log), "c": log.append("x")}
    if log == ["k", "a", "b", "x"] and n == 1007:
        return 1  # reached by: own_mapping(1007)
    return 0


def own_mapping_in_a_call(n: int) -> int:
    log = []
    pack(**Own(log), c=log.append("x"))
    if log == ["k", "a", "b", "x"] and n == 1007:
        return 1  # reached by: own_mapping_in_a_call(1007)
    return 0


def dict_order(n: int, k: int) -> int:
    d = {"a": 1, "b": 2}
    r = {"z": d.pop("b"), **d, "b": d.setdefault("q", k), **d}
    if n == 31 * k + 1000 and list(r.items()) == [("z", 2), ("a", 1), ("b", 7), ("q", 7)]:
        return 1  # reached by: dict_order(1217, 7)
    return 0


def nested(n: int, k: int) -> int:
    xs = [k, 2]
    r = [*[*xs, xs.pop()], *(xs, xs.append(4))[0], xs.pop(0)]
    if n == 31 * k + 1000 and r == [7, 2, 2, 7, 4, 7]:
        return 1  # reached by: nested(1217, 7)
    return 0


def deques(n: int, k: int) -> int:
    q = deque([k, 2])
    r = [*q, q.popleft(), *q]
    if n == 31 * k + 1000 and r == [7, 2, 7, 2]:
        return 1  # reached by: deques(1217, 7)
    return 0


def texts(n: int, s: str) -> int:
    r = [*s, s.upper(), *s[1:]]
    if n == 1007 and r == ["a", "b", "AB", "b"]:
        return 1  # reached by: texts(1007, "ab")
    return 0


class Item:
    def __init__(self, n: int, xs: list) -> None:
        self.n = n
        self.xs = xs

    def __eq__(self, other: object) -> bool:
        if len(self.xs) < 6:
            self.xs.append(self.n)
        return False

    def __lt__(self, other: object) -> bool:
        self.xs.append(other)
        return True


def grows(n: int, k: int) -> int:
    xs = []
    xs += [Item(k, xs), 0]
    if n > 100 and (n - 1000) in xs:
        return 1  # reached by: grows(1007, 7)
    return 0


def index_from(n: int, k: int) -> int:
    xs = []
    xs += [0, Item(k, xs), 0]
    try:
        at = xs.index(n - 1000, 1)
    except ValueError:
        return 2
    if at == 3 and n != 1000:
        return 1  # reached by: index_from(1007, 7)
    return 0


def index_to(n: int, k: int) -> int:
    xs = []
    xs += [0, Item(k, xs), 0]
    try:
        xs.index(n - 1000, 1, 3)
    except ValueError:
        if n == 1007 and k == 7 and len(xs) == 4:
            return 2  # reached by: index_to(1007, 7)
    return 0


def removes(n: int, k: int) -> int:
    xs = []
    xs += [0, Item(k, xs), 0]
    if n == 1000:
        return 0
    try:
        xs.remove(n - 1000)
    except ValueError:
        return 2
    if len(xs) == 3 and xs[2] == 0:
        return 1  # reached by: removes(1007, 7)
    return 0


def lengthened(n: int, k: int) -> int:
    xs = []
    xs += [Item(k, xs)]
    if n == 1007 and k == 7 and not xs == [5] and len(xs) == 2:
        return 1  # reached by: lengthened(1007, 7)
    return 0


def tuple_of(n: int, k: int) -> int:
    xs = []
    t = (Item(k, xs), Item(k + 1, xs), k)
    if n == 1000 + k and n - 1000 in t and xs == [7, 8]:
        return 1  # reached by: tuple_of(1007, 7)
    return 0
