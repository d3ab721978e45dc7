"""Iterators are asked for once, and `__exit__` is asked whether it swallows only what was raised."""

class Talk:
    def __bool__(self) -> bool:
        raise KeyError("asked")


class Cm:
    def __enter__(self) -> "Cm":
        return self

    def __exit__(self, *args: object) -> Talk:
        return Talk()


def normal(flag: bool) -> int:
    with Cm():
        pass
    return 1  # reached by: normal(True)


def left(flag: bool) -> int:
    for _ in range(2):
        with Cm():
            break
    return 1  # reached by: left(True)


def raised(flag: bool) -> int:
    try:
        with Cm():
            raise ValueError
    except KeyError:
        return 1  # reached by: raised(True)
    return 0


class It:
    def __init__(self) -> None:
        self.n = 0

    def __iter__(self) -> "It":
        self.n += 10
        return self

    def __next__(self) -> int:
        self.n += 1
        if self.n > 13:
            raise StopIteration
        return self.n


class Has:
    def __init__(self) -> None:
        self.it = It()

    def __iter__(self) -> It:
        return self.it


def once(flag: bool) -> int:
    h = Has()
    for x in h:
        if x == 1 and flag:
            return 1  # reached by: once(True)
    return 0


def twice(flag: bool) -> int:
    h = Has()
    for x in iter(h):
        if x == 11 and flag:
            return 1  # reached by: twice(True)
    return 0


def listed(flag: bool) -> int:
    h = Has()
    if list(h) == list(range(1, 14)) and flag:
        return 1  # reached by: listed(True)
    return 0


def contained(flag: bool) -> int:
    h = Has()
    if 5 in h and h.it.n == 5 and flag:
        return 1  # reached by: contained(True)
    return 0


def unpacked(flag: bool) -> int:
    h = Has()
    a, *b = h
    if a == 1 and flag:
        return 1  # reached by: unpacked(True)
    return 0


def zipped(flag: bool) -> int:
    h = Has()
    if list(zip(h, [1])) == [(1, 1)] and flag:
        return 1  # reached by: zipped(True)
    return 0


class OnlyNext:
    def __next__(self) -> int:
        return 1


def only_next(flag: bool) -> int:
    try:
        for x in OnlyNext():
            return 0
    except TypeError:
        return 1  # reached by: only_next(True)
    return 0


def only_next_listed(flag: bool) -> int:
    try:
        next(OnlyNext())
        a, b = OnlyNext()
    except TypeError:
        return 1  # reached by: only_next_listed(True)
    return 0


class GivesOnlyNext:
    def __iter__(self):
        return OnlyNext()


def gives_only_next(flag: bool) -> int:
    for x in GivesOnlyNext():
        if flag:
            return x  # reached by: gives_only_next(True)
    return 0


class NoExit:
    def __enter__(self) -> int:
        return 1

    __exit__ = None


def no_exit(n: int, k: int) -> int:
    try:
        with NoExit():
            k += 1
    except TypeError:
        if n == 31 * k + 1000 and k == 7:
            return 1  # reached by: no_exit(1217, 6)
    return 0


