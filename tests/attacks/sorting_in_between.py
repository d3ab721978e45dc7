"""What keys and comparisons see of a list that is being sorted, and what a sort that fails leaves."""


def first_seen(xs: list[int]) -> int:
    seen: list[int] = []
    xs.sort(key=lambda v: seen.append(len(xs)) or v)
    if seen and seen[0] == 0:
        return 1  # reached by: first_seen([2, 1])
    return 0


def looks_up(xs: list[int]) -> int:
    try:
        xs.sort(key=lambda v: xs[0])
    except IndexError:
        return len(xs)  # reached by: looks_up([1])
    return -1


def grows(xs: list[int]) -> int:
    try:
        xs.sort(key=lambda v: xs.append(v) or v)
    except ValueError:
        if len(xs) == 2:
            return 1  # reached by: grows([2, 1])
        return 2  # reached by: grows([1])
    return 0


def left_behind(a: int, b: int) -> int:
    xs = [a, b, None]
    try:
        xs.sort()  # type: ignore[type-var]
    except TypeError:
        if xs[0] != a:
            return 1
        return 2  # reached by: left_behind(1, 2)
    return 0


def partly(a: int, b: int, c: int) -> int:
    xs = [a, b, c, None]
    try:
        xs.sort()  # type: ignore[type-var]
    except TypeError:
        if xs[1] == c != b:
            return 1  # reached by: partly(1, 3, 2)
    return 0


class Sly:
    owner: "list[Sly]" = []

    def __init__(self, n: int) -> None:
        self.n = n

    def __lt__(self, other: "Sly") -> bool:
        if not Sly.owner:
            return self.n < other.n  # reached by: compared(2, 1)
        return False


def compared(a: int, b: int) -> int:
    Sly.owner = [Sly(a), Sly(b)]
    Sly.owner.sort()
    if Sly.owner[0].n == b < a:
        return 1  # reached by: compared(2, 1)
    return 0


def failing_key(xs: list[int]) -> int:
    def key(v: int) -> int:
        if v == 3:
            raise KeyError(v)
        return -v

    try:
        xs.sort(key=key)
    except KeyError:
        if len(xs) > 1 and xs[0] == 1:
            return 1  # reached by: failing_key([1, 3])
        return 2
    return 0


def divides(xs: list[int]) -> list[int]:
    try:
        xs.sort(key=lambda v: v // len(xs))
    except ZeroDivisionError:
        return xs  # reached by: divides([1])
    return []
