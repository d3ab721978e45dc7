"""Keys that are equal, nan, aliases, iterators kept, C code that changes its arguments, clocks and chance.

Found by reading; the sort whose decisions depended on its result by the fuzzer (seed 1, program 13).
"""

import bisect
import collections
import heapq
import random
import statistics
import time
import os
import array
import dataclasses
import datetime
import decimal
import enum
import operator
import itertools


def heapify(xs: list[int]):
    if len(xs) == 2:
        heapq.heapify(xs)
        if xs[0] > xs[1]:
            return 1  # infeasible
        heapq.heappush(xs, 5)
        if xs[0] == 5:
            return 2  # not infeasible
    return 0


def insort(xs: list[int], x: int):
    if xs == [1, 3]:
        bisect.insort(xs, x)
        if xs[1] == x and x == 2:
            return 1  # not infeasible
        if xs[2] == x and x == 7:
            return 2  # not infeasible
    return 0


def delitem(xs: list[int], i: int):
    if xs == [1, 2]:
        operator.delitem(xs, i)
        if xs[0] == 2:
            return 1  # not infeasible
        if xs[0] == 1:
            return 2  # not infeasible
    return 0


def keys_alike(d: dict[int, int], x: int):
    e = {True: 1, 1.0: 2}
    if x in e and e[x] == 2 and x == 1:
        return 1  # covered
    e[x] = 5
    if e[True] == 5:
        return 2  # infeasible
    return 0


def keys_alike_too(x: int):
    e = {1.0: 2, 2: 3}
    e[x] = 5
    if e[True] == 5:
        return 2  # covered
    if len(e) == 2 and x == 2:
        return 3  # covered
    return 0


def floats_and_ints(x: float):
    e = {1: 2, 2**60: 3}
    if x in e:
        if e[x] == 3:
            return 1  # covered
        return 2  # covered
    return 0


def nan_member(x: float):
    if x != x:
        if x in [x]:
            return 1  # covered
        return 2  # infeasible
    return 0


def nan_index(x: float):
    xs = [1.0, x]
    if x != x:
        if xs == [1.0, x]:
            return 1  # covered
        if xs.index(x) == 1:
            return 2  # infeasible
    return 0


def nan_key(x: float):
    d = {x: 1}
    if x != x:
        if d[x] == 1:
            return 1  # covered
    return 0


def zeros(x: float):
    if x == 0.0:
        if str(x) == "-0.0":
            return 1  # not infeasible
        if 1.0 // (1.0 if x else 0.5) > 0:
            return 2  # covered
    return 0


def identity(x: int, s: str, f: float, t: tuple[int, int]):
    if x is x + 0:
        return 1  # not infeasible
    if s is s + "":
        return 2  # not infeasible
    if t is tuple(t):
        return 3  # unknown
    return 0


def identity_not(x: int, s: str):
    if x is not x + 0:
        return 1  # not infeasible
    if s is not s[:]:
        return 2  # not infeasible
    return 0


def nested_alias(xss: list[list[int]]):
    if len(xss) == 2:
        if xss[0] is xss[1]:
            return 1  # infeasible assuming no-sharing
        xss[0].append(1)
        if len(xss[1]) == 5 and not xss[0][:-1]:
            return 2  # covered
    return 0


def part_alias(xs: list[int], xss: list[list[int]]):
    if xss and xss[0] is xs:
        return 1  # infeasible assuming no-sharing
    return 0


def view_mutated(d: dict[str, int]):
    for v in d.values():
        if v == 3:
            d["a"] = 7
            for w in d.values():
                if w == 7:
                    return 1  # covered
    return 0


def iterator_kept(xs: list[int]):
    it = iter(xs)
    if len(xs) == 1:
        next(it)
        xs.append(77)
        if next(it) == 77:
            return 1  # covered
    return 0


def list_grows(xs: list[int]):
    n = 0
    for v in xs:
        if n < 3:
            xs.append(v + 1)
        n += 1
    if n == 4:
        return 1  # covered
    return 0


def in_place_alias(xs: list[int]):
    ys = xs
    ys += [1]
    if len(xs) == 3:
        return 1  # covered
    zs = xs
    zs = zs + [1]
    if zs is xs:
        return 2  # infeasible
    return 0


def tuple_iadd(x: int):
    t = ([x],)
    try:
        t[0] += [1]
    except TypeError:
        if len(t[0]) == 2:
            return 1  # covered
    return 0


def slices(xs: list[int], x: int):
    xs[1:2] = [x, x]
    if len(xs) == 5 and xs[2] == 77:
        return 1  # covered
    return 0


def step_slices(xs: list[int], x: int):
    if len(xs) == 3:
        xs[::2] = [x, x]
        if xs[2] == 77:
            return 1  # covered
        del xs[::2]
        if xs[0] == 78:
            return 2  # covered
    return 0


def starred(xs: list[int]):
    a, *b, c = xs
    if b and b[0] == 77 and a == c:
        return 1  # covered
    return 0


def stable(x: int, y: int):
    xs = sorted([(x, 0), (y, 1)], key=lambda p: p[0])
    if xs[0][1] == 1 and x == y:
        return 1  # infeasible
    if xs[0][1] == 1:
        return 2  # covered
    return 0


def stable_reverse(x: int, y: int):
    xs = sorted([(x, 0), (y, 1)], key=lambda p: p[0], reverse=True)
    if xs[0][1] == 1 and x == y:
        return 1  # infeasible
    return 0


def random_number():
    if random.random() > 0.9:
        return 1  # not infeasible
    return 0


def random_choice():
    if random.choice([1, 2]) == 2:
        return 1  # not infeasible
    if random.randint(1, 6) == 6:
        return 2  # not infeasible
    return 0


def clock():
    if int(time.time()) % 7 == 3:
        return 1  # not infeasible
    if datetime.datetime.now().year == 2031:
        return 2  # not infeasible
    if datetime.date.today().month == 1:
        return 3  # not infeasible
    return 0


def environment():
    if os.environ.get("CLEW_NEVER") == "1":
        return 1  # not infeasible
    if os.getenv("CLEW_NEVER") == "1":
        return 2  # not infeasible
    if "CLEW_NEVER" in os.environ:
        return 3  # not infeasible
    if os.path.exists("/clew_never"):
        return 4  # not infeasible
    if os.getcwd() == "/x":
        return 5  # not infeasible
    return 0


def identities(x: int):
    if id(x) % 16 == 8:
        return 1  # not infeasible
    if hash("abc") % 2:
        return 2  # not infeasible
    if hash(object()) % 3 == 0:
        return 3  # not infeasible
    return 0


def asks():
    if input() == "yes":
        return 1  # not infeasible
    return 0


def reads():
    try:
        with open("/etc/clew_never") as f:
            if f.read() == "x":
                return 1  # not infeasible
    except FileNotFoundError:
        return 2  # not infeasible
    return 0


def decimals(d: decimal.Decimal, e: datetime.date, c: complex):
    if d > 10**40:
        return 1  # not infeasible
    if e.year == 1987:
        return 2  # not infeasible
    if c.real == 77.0:
        return 3  # not infeasible
    return 0


def lost_division(s: str):
    n = len(s.encode("utf-7"))
    try:
        1 // (n - 3)
    except ZeroDivisionError:
        return 1  # not infeasible
    return 0


def native_raises(y: int):
    try:
        datetime.date(y, 1, 1)
    except ValueError:
        return 1  # not infeasible
    return 0


def native_index(s: str):
    n = len(s.encode("utf-7"))
    try:
        [1, 2][n]
    except IndexError:
        return 1  # not infeasible
    return 0


def array_of(x: int):
    a = array.array("i", [1])
    a[0] = 5
    try:
        a.append(x)
    except OverflowError:
        return 1  # not infeasible
    if a[1] == 77:
        return 2  # not infeasible
    return 0


def bytes_array(b: bytearray, x: int):
    try:
        b.append(x)
    except ValueError:
        return 1  # covered
    if b[-1] == 77:
        return 2  # covered
    return 0


@dataclasses.dataclass
class P:
    x: int
    y: list[int] = dataclasses.field(default_factory=list)


def replaced(x: int):
    p = dataclasses.replace(P(1), x=x)
    if p.x == 77:
        return 1  # not infeasible
    if dataclasses.asdict(P(x))["x"] == 78:
        return 2  # not infeasible
    if dataclasses.astuple(P(x))[0] == 79:
        return 3  # not infeasible
    return 0


class Color(enum.Enum):
    RED = 1
    BLUE = 2

    @classmethod
    def _missing_(cls, value):
        return cls.RED if value == 5 else None


def enums(x: int, c: Color):
    try:
        if Color(x) is Color.RED and x == 5:
            return 1  # not infeasible
    except ValueError:
        return 2  # not infeasible
    if c.name == "BLUE":
        return 3  # not infeasible
    return 0


def chain(xs: list[int]):
    for v in itertools.chain(xs, [5]):
        if v == 77:
            return 1  # not infeasible
    a, b = itertools.tee(iter(xs))
    if list(a) != list(b):
        return 2  # infeasible
    return 0


def none_key(d: dict[str, int], k: str):
    if d.get(k) is None:
        if k in d:
            return 1  # infeasible
        return 2  # covered
    return 0


def set_pop(s: set[int]):
    if len(s) == 2:
        x = s.pop()
        if x == max(s):
            return 1  # unknown
        if x > max(s):
            return 2  # not infeasible
        return 3  # not infeasible
    return 0


def frozen(s: frozenset[int], x: int):
    t = s | {x}
    if len(t) == len(s):
        return 1  # covered
    return 0


def deleted_slice(xs: list[int]):
    del xs[1:]
    if len(xs) == 2:
        return 1  # infeasible
    return 0


def swaps(xs: list[int], i: int, j: int):
    if len(xs) == 2:
        xs[i], xs[j] = xs[j], xs[i]
        if xs[0] == 77 and i != j:
            return 1  # covered
    return 0


def recursion_caught(n: int):
    def f(k: int) -> int:
        return f(k + 1)

    try:
        f(n)
    except RecursionError:
        return 1  # not infeasible
    return 0


def recursion_depth(n: int):
    def f(k: int) -> int:
        return 0 if k == 0 else f(k - 1) + 1

    try:
        f(1500 if n > 0 else 3)
    except RecursionError:
        return 1  # not infeasible
    return 0


def repeated_alias(a: list[int], b: list[int]):
    n = len(b)
    a *= 2
    if len(b) != n:
        return 1  # covered
    return 0


def greatest_of_one(s: str):
    # An assertion of ours was taken for one of the program's (fuzzer: seed 4, program 102).
    try:
        if max([len(s.encode("utf-7"))]) == 3:
            return 1  # not infeasible
    except AssertionError:
        return 2  # not infeasible
    return 0


def full_deque_takes_what_is_not_followed(a: int, b: int):
    def counter():
        at = 1
        while at < 5:
            step = yield at
            at += step

    given = counter()
    next(given)
    last = collections.deque([a, b], 2)
    last.append(given.send(b))
    if last[0] == 77:
        return 1  # not infeasible
    return 0


class Slotted:
    __slots__ = ("x",)

    def __init__(self, x: int) -> None:
        self.x = x


def slots_changed_natively(a: int, b: int):
    one = Slotted(a)
    statistics.mode([setattr(one, "x", b), None])
    if a == 3 and one.x != 3:
        return 1  # not infeasible
    return 0
