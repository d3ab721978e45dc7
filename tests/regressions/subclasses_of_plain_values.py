"""Instances of subclasses of int, str and tuple are values too: what they are depends on what they were made from."""


class ByNew(int):
    def __new__(cls, v):
        return super().__new__(cls, v)


class ByInit(int):
    def __init__(self, v):
        self.tag = 1


class Plain(int):
    pass


class Words(str):
    def __new__(cls, v):
        return super().__new__(cls, v + "c")


class WordsInit(str):
    def __init__(self, v):
        self.tag = 1


class Pair(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))


class Box(list):
    def __init__(self, v):
        super().__init__([v])


class Table(dict):
    def __init__(self, v):
        super().__init__(a=v)


class Group(frozenset):
    def __new__(cls, v):
        return super().__new__(cls, [v])


class Cached:
    known: dict = {}

    def __new__(cls, v):
        if v not in cls.known:
            cls.known[v] = super().__new__(cls)
        return cls.known[v]

    def __init__(self, v):
        self.v = v


class Either:
    def __new__(cls, v):
        return v if v > 5 else super().__new__(cls)


def by_new(x: int):
    if ByNew(x) * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def by_init(x: int):
    if ByInit(x) * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def plain(x: int):
    if Plain(x) * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def words(x: str):
    if Words(x) == "x7qc":
        return 1  # not infeasible
    return 0


def words_init(x: str):
    if WordsInit(x) + "c" == "x7qc":
        return 1  # not infeasible
    return 0


def pair(x: int):
    if Pair(1, x)[1] * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def box(x: int):
    if Box(x)[0] * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def table(x: int):
    if Table(x)["a"] * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def group(x: int):
    if next(iter(Group(x))) * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def cached(x: int, y: int):
    a = Cached(x)
    b = Cached(y)
    if a is b and x * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def cached_value(x: int):
    if Cached(x).v * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def either(x: int):
    v = Either(x)
    if isinstance(v, int) and v * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def tagged(x: int):
    v = Plain(1)
    v.tag = x
    found = list(filter(lambda o: o.tag * 3 - 5 == 226, [v]))
    if found:
        return 1  # not infeasible
    return 0


def tagged_and_sorted(x: int):
    v = Plain(1)
    v.tag = x
    return max([v, Plain(1)], key=lambda o: getattr(o, "tag", 76)).__dict__.get("tag", 0) > 76
