"""Classes that inherit from list, dict, set and deque: what they inherit, and what they make otherwise."""

from collections import deque


class Stack(list[int]):
    def top(self) -> int:
        return self[-1]


class Same(list[int]):
    __eq__ = object.__eq__


class Loud(list[int]):
    def extend(self, xs: object) -> None:
        raise ValueError

    def append(self, x: int) -> None:
        super().append(x + 1)


class Odd(list[int]):
    def __contains__(self, x: object) -> bool:
        return x == 7

    def __len__(self) -> int:
        return 3


class Words(dict[str, int]):
    def __missing__(self, key: str) -> int:
        return 9


class Bag(set[int]):
    pass


class Recent(deque[int]):
    pass


def grow(s: Stack, xs: list[int]) -> int:
    before = len(s)
    s += xs
    if len(s) == before + 2 and s[-1] == 5:
        return 1  # reached by: grow(Stack([1]), [2, 5])
    if s == xs:
        return 2  # reached by: grow(Stack(), [1])
    if 8 in s:
        return 3  # reached by: grow(Stack([8]), [2])
    return 0  # reached by: grow(Stack([1]), [2])


def itself(s: Stack) -> int:
    s += s
    if s and s[0] == s[-1] == 3:
        return 1  # reached by: itself(Stack([3]))
    return len(s)  # reached by: itself(Stack([1, 2]))


def times(s: Stack, n: int) -> int:
    s *= n
    if len(s) == 6:
        return 1  # reached by: times(Stack([1, 2]), 3)
    if not s:
        return 2  # reached by: times(Stack([1]), -1)
    return 0  # reached by: times(Stack([1]), 1)


def apart(a: Same, b: Same) -> int:
    if a == b:
        return 1  # reached by: (s := Same([1]), apart(s, s))
    if list(a) == list(b):
        return 2  # reached by: apart(Same([1]), Same([1]))
    return 0  # reached by: apart(Same([1]), Same([2]))


def loud(xs: list[int]) -> int:
    a = Loud()
    a += xs
    if len(a) == 2 and a[0] == 4:
        return 1  # reached by: loud([4, 4])
    a.append(1)
    if a[-1] == 2:
        return 2  # reached by: loud([])
    return 0


def odd(xs: list[int]) -> int:
    o = Odd(xs)
    if 7 in o and len(o) == 3:
        if 1 in o:
            return 1
        if o == xs:
            return 2  # reached by: odd([1])
    return 0


def compared(a: Stack, b: Stack) -> int:
    if a < b:
        return 1  # reached by: compared(Stack([1]), Stack([2]))
    if a != b:
        return 2  # reached by: compared(Stack([2]), Stack([1]))
    if a is not b:
        return 3  # reached by: compared(Stack(), Stack())
    return 4  # reached by: (s := Stack(), compared(s, s))


def merged(w: Words, other: dict[str, int]) -> int:
    w |= other
    if "a" in w and w["a"] == 4:
        return 1  # reached by: merged(Words(), {"a": 4})
    if w == other:
        return 2  # reached by: merged(Words(), {})
    if w["b"] == 9:
        return 3  # reached by: merged(Words(c=1), {})
    return 0  # reached by: merged(Words(b=1), {})


def pairs(w: Words, xs: list[tuple[str, int]]) -> int:
    w |= xs
    if len(w) == 2:
        return 1  # reached by: pairs(Words(), [("a", 1), ("b", 2)])
    return 0  # reached by: pairs(Words(), [("a", 1), ("a", 2)])


def bags(a: Bag, b: set[int]) -> int:
    a |= b
    if 3 in a and len(a) == 1:
        return 1  # reached by: bags(Bag([3]), {3})
    a -= {3}
    if a == b:
        return 2  # reached by: bags(Bag(), {1})
    a &= b
    if a < b:
        return 3  # reached by: bags(Bag([3]), {3, 4})
    return 0  # reached by: bags(Bag([1]), set())


def recent(r: Recent, xs: list[int]) -> int:
    r += xs
    if r and r[0] == 2 and 1 in r:
        return 1  # reached by: recent(Recent([2]), [1])
    if r == deque(xs):
        return 2  # reached by: recent(Recent(), [1])
    if len(r) < len(xs):
        return 3  # reached by: recent(Recent([], 1), [1, 2])
    return 0  # reached by: recent(Recent([5]), [1])
