"""What `__iter__` gives has to be an iterator, and is not asked for another one; other answers of the wrong type."""

class Bad:
    def __init__(self, xs: list[int]) -> None:
        self.xs = xs

    def __iter__(self):
        return self.xs


class BadNext:
    def __iter__(self):
        return self

    __next__ = None


class NoBool:
    def __bool__(self):
        return 1


class BadLen:
    def __len__(self):
        return -1


class BadHash:
    def __hash__(self):
        return "a"


class BadIndex:
    def __index__(self):
        return "a"


class BadStr:
    def __str__(self):
        return 1


class BadContains:
    def __contains__(self, x):
        return "yes"


class Gen:
    def __iter__(self):
        yield 1


class Lst:
    def __getitem__(self, i):
        return [1, 2][i]


def loop() -> int:
    n = 0
    try:
        for x in Bad([1, 2]):
            n += x
    except TypeError:
        return -1  # reached by: loop()
    return n


def comp() -> int:
    try:
        return sum([x for x in Bad([1, 2])])
    except TypeError:
        return -1  # reached by: comp()


def lst() -> int:
    try:
        return len(list(Bad([1, 2])))
    except TypeError:
        return -1  # reached by: lst()


def unpack() -> int:
    try:
        a, b = Bad([1, 2])
    except TypeError:
        return -1  # reached by: unpack()
    return a


def star() -> int:
    try:
        return max(*Bad([1, 2]))
    except TypeError:
        return -1  # reached by: star()


def contained() -> int:
    try:
        return int(1 in Bad([1]))
    except TypeError:
        return -1  # reached by: contained()


def from_() -> int:
    def g():
        yield from Bad([1])
    try:
        return next(g())
    except TypeError:
        return -1  # reached by: from_()


def zipped() -> int:
    try:
        return len(list(zip(Bad([1]), [1])))
    except TypeError:
        return -1  # reached by: zipped()


def nxt() -> int:
    try:
        for x in BadNext():
            return 1
    except TypeError:
        return -1  # reached by: nxt()
    return 0


def no_bool() -> int:
    try:
        return 1 if NoBool() else 0
    except TypeError:
        return -1  # reached by: no_bool()


def bad_len() -> int:
    try:
        return len(BadLen())
    except ValueError:
        return -1  # reached by: bad_len()


def bad_hash() -> int:
    try:
        return len({BadHash()})
    except TypeError:
        return -1  # reached by: bad_hash()


def bad_index() -> int:
    try:
        return [1, 2][BadIndex()]
    except TypeError:
        return -1  # reached by: bad_index()


def bad_str() -> int:
    try:
        return len(f"{BadStr()}")
    except TypeError:
        return -1  # reached by: bad_str()


def bad_contains(flag: bool) -> int:
    r = 1 in BadContains()
    if r is True and flag:
        return -1  # reached by: bad_contains(True)
    return 0


def any_() -> int:
    try:
        return int(any(Bad([1])))
    except TypeError:
        return -1  # reached by: any_()


def dict_() -> int:
    try:
        return len(dict.fromkeys(Bad([1])))
    except TypeError:
        return -1  # reached by: dict_()


def join() -> str:
    try:
        return ",".join(Bad(["a"]))
    except TypeError:
        return "x"  # reached by: join()


def extend() -> int:
    xs = [1]
    try:
        xs.extend(Bad([1]))
    except TypeError:
        return -1  # reached by: extend()
    return len(xs)


def iadd() -> int:
    xs = [1]
    try:
        xs += Bad([1])
    except TypeError:
        return -1  # reached by: iadd()
    return len(xs)


def slice_() -> int:
    xs = [1]
    try:
        xs[:] = Bad([1])
    except TypeError:
        return -1  # reached by: slice_()
    return len(xs)


def starred() -> int:
    try:
        return len([*Bad([1])])
    except TypeError:
        return -1  # reached by: starred()


class Lost:
    def __iter__(self):
        return eval("[1, 2]")


def lost_in_a_loop(n: int, k: int) -> int:
    try:
        for x in Lost():
            return 2
    except TypeError:
        if n == 31 * k + 1000:
            return 1  # reached by: lost_in_a_loop(1217, 7)
    return 0


def lost_by_iter(n: int, k: int) -> int:
    try:
        iter(Lost())
    except TypeError:
        if n == 31 * k + 1000:
            return 1  # reached by: lost_by_iter(1217, 7)
    return 0
