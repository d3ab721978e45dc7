from collections import namedtuple
from dataclasses import dataclass

P = namedtuple("P", "x y")


@dataclass
class Q:
    a: int
    b: object = None


class MyInt(int):
    pass


class Bare:
    pass


class Color:
    RED = 1
    GREEN = 2


def shape(v, flag=False):
    match v:
        case 0 | -1 | "s":
            return "literal"
        case None | True:
            return "singleton"
        case Color.GREEN:
            return "value"
        case []:
            return "empty"
        case [x]:
            return "one", x
        case [1, x, *rest] if rest or flag:
            return "start", x, rest
        case [first, *_, (2 | 3) as last]:
            return "ends", first, last
        case [_, _, _]:
            return "three"
        case [[a, [b]], *_] | [_, [a, b], *_]:
            return "nested", a, b
        case {"k": int(n), "m": m, **rest}:
            return "mapping", n, m, rest
        case {"k": _}:
            return "key"
        case {}:
            return "any mapping"
        case P(x=0, y=y) | P(x=y, y=0):
            return "point", y
        case P(1, y):
            return "position", y
        case Q(a, Q(b)) if a == b:
            return "same", a
        case Q(a=1):
            return "attribute"
        case MyInt(n):
            return "self", n
        case str(s) if s.startswith("t"):
            return "text", s
        case float() | complex():
            return "number"
        case Bare(z=1):
            return "bare"
        case int() as whole:
            log.append(whole)
    return "none"


def late(v):
    x = "before"
    match v:
        case [x, y] if x > y:
            return x
        case z:
            return x, z


def many(n):
    match n:
        case 1: r = "a"
        case 2: r = "b"
        case 3: r = "c"
        case 4: r = "d"
        case 5: r = "e"
        case 6: r = "f"
        case 7: r = "g"
        case 8: r = "h"
        case 9: r = "i"
        case 10: r = "j"
        case 11: r = "k"
        case 12: r = "l"
        case 13: r = "m"
        case 14: r = "n"
        case 15: r = "o"
        case 16: r = "p"
        case 17: r = "q"
        case 18: r = "r"
        case _: r = "?"
    if n == 1: s = 1
    elif n == 2: s = 2
    elif n == 3: s = 3
    elif n == 4: s = 4
    elif n == 5: s = 5
    elif n == 6: s = 6
    elif n == 7: s = 7
    elif n == 8: s = 8
    elif n == 9: s = 9
    elif n == 10: s = 10
    elif n == 11: s = 11
    elif n == 12: s = 12
    elif n == 13: s = 13
    elif n == 14: s = 14
    elif n == 15: s = 15
    elif n == 16: s = 16
    elif n == 17: s = 17
    elif n == 18: s = 18
    else: s = 0
    return r, s


def refused(v):
    match v:
        case Bare(1):
            return 1


def too_many(v):
    match v:
        case P(1, 2, 3):
            return 1


# calls: [shape(v) for v in (0, -1, "s", None, True, 1, 2, 7, [], [5], [1, 2], [1, 2, 3], [4, 5, 3], [7, 8, 9], "t", "u")]
# calls: [shape(v) for v in ([[1, [2]], 0, 0, 0], [0, [1, 2], 0, 0], [0, 0, 0, 0], {"k": 1, "m": 2, "o": 3}, {"k": "x"}, {})]
# calls: [shape(v) for v in (P(0, 5), P(6, 0), P(1, 9), P(7, 7), Q(1, Q(1)), Q(1, Q(2)), Q(3), MyInt(9), 1.5, 1j, Bare(), 99)]
# calls: shape([1, 2], True)
# calls: shape({"k": 1, "m": 2})
# calls: shape((1, 2, 3))
# calls: shape(range(3))
# calls: late([2, 1])
# calls: late([1, 2])
# calls: late(7)
# calls: [many(n) for n in range(20)]
# calls: many(18)
# calls: refused(Bare())
# calls: refused(P(1, 2))
# calls: too_many(P(1, 2))
