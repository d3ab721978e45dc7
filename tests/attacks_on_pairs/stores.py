"""Pairs of stores and reads that look impossible, each with a call that shows it: `# read: PAIR by CALL`.

The lines in pairs count from that of the function, which is 0.
"""

TOTAL = 0
LIMIT = 3


class Box:
    def __init__(self, v=0):
        self.v = v
        self.next = None


class Setting:
    """Its attribute is a property that keeps twice what it is given."""

    def __init__(self):
        self.kept = 0

    @property
    def v(self):
        return self.kept

    @v.setter
    def v(self, given):
        self.kept = given * 2


class Slotted:
    __slots__ = ("v",)


class Refusing(dict):
    def __setitem__(self, key, value):
        if key == "k":
            raise KeyError(key)
        dict.__setitem__(self, key, value)


def same_object(p: Box, q: Box) -> int:
    p.v = 1
    q.v = 2
    return p.v  # read: p.v@1 by same_object(Box(), Box()); not p.v@1 by same_object(*[Box()] * 2)


def stored_through_the_other(p: Box) -> int:
    q = p
    p.v = 1
    q.v = 2
    return q.v  # read: q.v@3 by stored_through_the_other(Box())


def bound_anew(p: Box, q: Box) -> int:
    p.v = 1
    r = p
    p = q
    p.v = 2
    p = r
    return p.v  # read: p.v@1 by bound_anew(Box(), Box())


def key_bound_anew(xs: list[int], i: int) -> int:
    xs[i] = 1
    i += 1
    xs[i] = 2
    i -= 1
    return xs[i]  # read: xs[i]@1 by key_bound_anew([0, 0], 0)


def keys_in_a_loop(n: int) -> int:
    xs = [0] * 4
    for i in range(3):
        xs[i] = n
    i = 0
    return xs[i]  # read: xs[i]@3 by keys_in_a_loop(3)


def list_of_boxes(n: int) -> int:
    first = box = Box()
    while n > 0:
        box.v = n
        box.next = Box()
        box = box.next  # read: box.next@4 by list_of_boxes(1)
        n -= 1
    box = first
    return box.v  # read: box.v@3 by list_of_boxes(2)


def outside(p: Box, c: bool) -> int:
    if c:
        p.v = 3
    return p.v  # read: p.v@0 by outside(Box(), False); p.v@2 by outside(Box(), True)


def recursive(p: Box, n: int) -> int:
    p.v = n
    if n > 0:
        recursive(p if n > 1 else Box(), n - 2)
    return p.v  # read: p.v@1 by recursive(Box(), 1)


def through_a_property(s: Setting, n: int) -> int:
    s.v = n
    if s.v == 4:  # read: s.v@1:true by through_a_property(Setting(), 2)
        return 1
    return s.v  # read: s.v@1 by through_a_property(Setting(), 1)


def without_a_dict(s: Slotted, n: int) -> int:
    s.v = n
    return s.v  # read: s.v@1 by without_a_dict(Slotted(), 1)


def store_fails(d: Refusing) -> int:
    d["k"] = 1
    return 1


def store_fails_and_is_caught(d: Refusing) -> int:
    d["k"] = 1 if not d else 3
    return d["k"]


def caught(xs: list[int], i: int) -> int:
    xs[0] = 1
    try:
        xs[0] = 2
        xs[i] = 5
    except IndexError:
        return xs[0]  # read: xs[0]@3 by caught([0], 9)
    return xs[0]  # read: xs[0]@3 by caught([0, 0], 1)


def value_fails(xs: list[int], n: int) -> int:
    try:
        xs[0] = 6
        xs[0] = 6 // n
    except ZeroDivisionError:
        pass
    return xs[0]  # read: xs[0]@2 by value_fails([0], 0); xs[0]@3 by value_fails([0], 1)


def finally_stores(p: Box, n: int) -> int:
    p.v = 1
    try:
        if n:
            return p.v  # read: p.v@1 by finally_stores(Box(), 1)
    finally:
        p.v = 2
    return p.v  # read: p.v@6 by finally_stores(Box(), 0)


def from_the_end(xs: list[int]) -> int:
    xs[-1] = 4
    xs[0] = 5
    return xs[-1]  # read: xs[-1]@1 by from_the_end([0, 0]); not xs[-1]@1 by from_the_end([0])


def longer_in_between(xs: list[int]) -> int:
    xs[-1] = 4
    xs.append(5)
    xs.pop()
    return xs[-1]  # read: xs[-1]@1 by longer_in_between([0])


def by_true(xs: list[int], c: bool) -> int:
    xs[c] = 7
    return xs[c]  # read: xs[c]@1 by by_true([0, 0], True)


def of_a_dict(d: dict[str, int], k: str) -> int:
    d["a"] = 1
    d[k] = 2
    return d["a"]  # read: d['a']@1 by of_a_dict({}, 'b')


def keys_alike(d: dict[str, int], k: str, m: str) -> int:
    d[k] = 1
    k = m
    return d[k]  # read: d[k]@1 by keys_alike({}, 'a', 'a')


def of_a_global(n: int) -> int:
    global TOTAL
    TOTAL = n
    if n > 3:
        TOTAL += 1  # read: TOTAL@2 by of_a_global(4)
    return TOTAL  # read: TOTAL@2 by of_a_global(1); TOTAL@4 by of_a_global(5)


def global_from_outside(n: int) -> int:
    global LIMIT
    if n > LIMIT:  # read: LIMIT@0:false by global_from_outside(0); LIMIT@0:true by global_from_outside(9)
        LIMIT = n
    return LIMIT  # read: LIMIT@0 by global_from_outside(0); LIMIT@3 by global_from_outside(10)


def set_by_others(n: int) -> int:
    global TOTAL
    TOTAL = n
    if n == 2:
        of_a_global(9)
    return TOTAL  # read: TOTAL@2 by set_by_others(1); not TOTAL@2 by set_by_others(2)


def swapped(xs: list[int], i: int, j: int) -> int:
    xs[i], xs[j] = xs[j], xs[i]
    return xs[i] - xs[j]  # read: xs[i]@1 by swapped([1, 2], 0, 1); xs[j]@1 by swapped([1, 2], 0, 1)


def in_comprehensions(p: Box, n: int) -> list[int]:
    p.v = n
    return [p.v + i for i in range(n)]  # read: p.v@1 by in_comprehensions(Box(), 2)


def another_one_inside(p: Box, qs: list[Box]) -> list[int]:
    p.v = 1
    found = [p.v for p in qs]
    found.append(p.v)  # read: p.v@1 by another_one_inside(Box(), [])
    return found


def annotated(p: Box, n: int) -> int:
    p.v: int = n
    return p.v  # read: p.v@1 by annotated(Box(), 1)


def added_to(p: Box, n: int) -> int:
    for _ in range(n):
        p.v += 1  # read: p.v@0 by added_to(Box(), 1); p.v@2 by added_to(Box(), 2)
    return p.v  # read: p.v@0 by added_to(Box(), 0)


def tested_by_while(p: Box, n: int) -> int:
    p.v = n
    while p.v > 0:  # read: p.v@1:false by tested_by_while(Box(), 0); p.v@3:true by tested_by_while(Box(), 3)
        p.v -= 2
    return n


def by_constants(xs: list[int], i: int) -> int:
    xs[0] = 1
    xs[i] = 2
    return xs[0] + xs[i]  # read: xs[0]@1 by by_constants([0, 0], 1); xs[i]@2 by by_constants([0, 0], 1)


def generated(p: Box, n: int):
    p.v = n
    yield p.v  # read: p.v@1 by list(generated(Box(), 1))
    yield p.v  # read: p.v@1 by list(generated(Box(), 1))


def matched(p: Box, n: int) -> int:
    p.v = n
    match n:
        case 1 if p.v == 1:  # read: p.v@1:true by matched(Box(), 1)
            p.v = 2
    return p.v  # read: p.v@1 by matched(Box(), 0); p.v@4 by matched(Box(), 1)


def meeting(self_x: Box, self: Box, self_x_before: int, y: int, y_before: int) -> int:
    self_x.v = 1
    if y > 3:
        self.x = y
        y_before = 5
    if y_before > 7:  # read: y_before@0:true by meeting(Box(), Box(), 0, 1, 8)
        self.x = 1
        y = 6
    return y_before + y  # read: y@7 by meeting(Box(), Box(), 0, 1, 8); y@0 by meeting(Box(), Box(), 0, 1, 1)


def of_the_class(n: int) -> int:
    cls = Box
    cls.size = n
    return cls.size  # read: cls.size@2 by of_the_class(1)


def bound_by_walrus(p: Box, q: Box) -> int:
    p.v = 1
    if (p := q) is not None:
        q.next = None
    return p.v  # read: p.v@1 by bound_by_walrus(*[Box()] * 2)


def caught_by_what_is_chosen(x):
    r = 1
    try:
        r = 2
        raise ValueError
    except ValueError if x > 3 else KeyError:  # noqa: B030
        return r  # read: r@3 by caught_by_what_is_chosen(4)
    except ValueError:
        return 0
