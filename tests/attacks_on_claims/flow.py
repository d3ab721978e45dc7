"""What is known of containers and numbers where control is, and what takes it away."""
# ruff: noqa: B905, RUF005, RUF015, RUF051, SIM105, UP031

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

TABLE = {"a": 1, "b": 2}
ROWS = [[1, 2], [3]]
POWERS = [10, 100, 1000]
SHRINKING = [1, 2, 3]


class Clearing:
    """Whoever looks at it empties a list."""

    def __init__(self, xs: list[int]) -> None:
        self.xs = xs

    def __str__(self) -> str:
        self.xs.clear()
        return ""

    def __bool__(self) -> bool:
        self.xs.clear()
        return True

    def __eq__(self, other: object) -> bool:
        self.xs.clear()
        return True

    def __lt__(self, other: object) -> bool:
        self.xs.clear()
        return True

    def __add__(self, other: int) -> int:
        self.xs.clear()
        return other

    def __len__(self) -> int:
        self.xs.clear()
        return 1

    def __iter__(self) -> Iterator[int]:
        self.xs.clear()
        return iter([1])

    def __index__(self) -> int:
        self.xs.clear()
        return 0

    def __contains__(self, item: int) -> bool:
        self.xs.clear()
        return True

    def __format__(self, spec: str) -> str:
        self.xs.clear()
        return ""

    def __neg__(self) -> int:
        self.xs.clear()
        return 0

    def __enter__(self) -> int:
        self.xs.clear()
        return 0

    def __exit__(self, *why: object) -> bool:
        self.xs.clear()
        return True

    @property
    def size(self) -> int:
        self.xs.clear()
        return 1

    def __getitem__(self, key: int) -> int:
        self.xs.clear()
        return 1


def text_of(c: Clearing) -> int:
    if len(c.xs) > 0:
        xs = c.xs
        str(c)
        return xs[0]  # fails by: text_of(Clearing([1]))
    return 0


def after_str() -> int:
    xs = [1]
    c = Clearing(xs)
    str(c)
    return xs[0]  # fails by: after_str()


def after_truth() -> int:
    xs = [1]
    c = Clearing(xs)
    if c:
        return xs[0]  # fails by: after_truth()
    return 0


def after_not() -> int:
    xs = [1]
    c = Clearing(xs)
    a = not c
    return xs[0] + a  # fails by: after_not()


def after_equal() -> int:
    xs = [1]
    if Clearing(xs) == 1:
        return xs[0]  # fails by: after_equal()
    return 0


def after_less() -> int:
    xs = [1]
    if Clearing(xs) < 1:
        return xs[0]  # fails by: after_less()
    return 0


def after_add() -> int:
    xs = [1]
    t = Clearing(xs) + 1
    return xs[0] + t  # fails by: after_add()


def after_len() -> int:
    xs = [1]
    t = len(Clearing(xs))
    return xs[0] + t  # fails by: after_len()


def after_iteration() -> int:
    xs = [1]
    t = 0
    for x in Clearing(xs):
        t += x
    return xs[0] + t  # fails by: after_iteration()


def inside_iteration() -> int:
    xs = [1]
    for x in Clearing(xs):
        return xs[0] + x  # fails by: inside_iteration()
    return 0


def after_index() -> int:
    xs = [1]
    ys = [5]
    t = ys[Clearing(xs)]
    return xs[0] + t  # fails by: after_index()


def after_membership() -> int:
    xs = [1]
    if 3 in Clearing(xs):
        return xs[0]  # fails by: after_membership()
    return 0


def after_membership_of_it() -> int:
    xs = [1]
    if Clearing(xs) in [4]:
        return xs[0]  # fails by: after_membership_of_it()
    return 0


def after_format() -> str:
    xs = [1]
    c = Clearing(xs)
    t = f"{c}"
    return t + str(xs[0])  # fails by: after_format()


def after_percent() -> str:
    xs = [1]
    c = Clearing(xs)
    t = "%s" % c
    return t + str(xs[0])  # fails by: after_percent()


def after_minus() -> int:
    xs = [1]
    t = -Clearing(xs)
    return xs[0] + t  # fails by: after_minus()


def after_with() -> int:
    xs = [1]
    with Clearing(xs):
        pass
    return xs[0]  # fails by: after_with()


def inside_with() -> int:
    xs = [1]
    with Clearing(xs) as t:
        u = xs[:] + [t]
    return u[0] // (len(u) - 1)  # fails by: inside_with()


def left_with() -> int:
    xs = [1]
    for _ in range(3):
        with Clearing(xs):
            break
    return xs[0]  # fails by: left_with()


def after_property() -> int:
    xs = [1]
    t = Clearing(xs).size
    return xs[0] + t  # fails by: after_property()


def after_item() -> int:
    xs = [1]
    t = Clearing(xs)[0]
    return xs[0] + t  # fails by: after_item()


def after_unpacking() -> int:
    xs = [1]
    (t,) = Clearing(xs)
    return xs[0] + t  # fails by: after_unpacking()


def after_slice() -> int:
    xs = [1]
    ys = [1, 2]
    zs = ys[Clearing(xs) :]
    return xs[0] + len(zs)  # fails by: after_slice()


def after_callback(f: Callable[[list[int]], None]) -> int:
    xs = [1]
    f(xs)
    return xs[0]  # fails by: after_callback(lambda xs: xs.clear())


def after_sorting(xs: list[int]) -> int:
    if not xs:
        return 0
    ys = [1]
    zs = sorted(xs, key=lambda x: ys.clear())
    return ys[0] + len(zs)  # fails by: after_sorting([1])


def alias_of_parameter(xs: list[int]) -> int:
    if len(xs) < 2:
        return 0
    ys = xs
    xs.clear()
    return ys[0]  # fails by: alias_of_parameter([1, 2])


def alias_looked_at(xs: list[int]) -> int:
    ys = xs
    if len(ys) == 2:
        xs.pop()
        return ys[1]  # fails by: alias_looked_at([1, 2])
    return 0


def two_parameters(xs: list[int], ys: list[int]) -> int:
    if not xs:
        return 0
    ys.clear()
    return xs[0]  # fails by: a = [1]; two_parameters(a, a)


def measured_before(xs: list[int]) -> int:
    n = len(xs)
    xs.append(1)
    xs.clear()
    if n > 0:
        return xs[0]  # fails by: measured_before([1])
    return 0


def asked_before(xs: list[int]) -> int:
    full = len(xs) > 0
    xs.clear()
    if full:
        return xs[0]  # fails by: asked_before([1])
    return 0


def in_place(xs: list[int]) -> int:
    if len(xs) != 2:
        return 0
    ys = xs
    ys *= 0
    return xs[0]  # fails by: in_place([1, 2])


def assigned_slice(xs: list[int]) -> int:
    if not xs:
        return 0
    xs[:] = []
    return xs[0]  # fails by: assigned_slice([1])


def deleted_slice(xs: list[int]) -> int:
    if not xs:
        return 0
    del xs[:]
    return xs[0]  # fails by: deleted_slice([1])


def popped(xs: list[int]) -> int:
    while xs:
        xs.pop()
        if len(xs) != 1:
            return xs[-1]  # fails by: popped([1])
    return 0


def in_the_loop(xs: list[int]) -> int:
    t = 0
    for x in xs:
        t += xs[0] + x
        xs.remove(x)
        if len(xs) < 2:
            xs.clear()
            t += xs[0]  # fails by: in_the_loop([1])
    return t


def counted_items(xs: list[int]) -> int:
    t = 0
    fixed = [1, 2]
    for i, x in enumerate(fixed):
        if i < 3:
            fixed.append(x)
        t += (5, 6)[i]  # fails by: counted_items([])
    return t + len(xs)


def elements_replaced() -> int:
    xs = [1, 2]
    t = 0
    for x in xs:
        xs[1] = 0
        t += 1 // x  # fails by: elements_replaced()
    return t


def pairs_replaced() -> int:
    xs = [1, 2]
    t = 0
    for x, y in zip(xs, (1, 1)):
        xs[1] = 0
        t += y // x  # fails by: pairs_replaced()
    return t


def empty_zip() -> int:
    xs = [1]
    pairs = zip(xs, (1, 2))
    xs.clear()
    t = 0
    for x, _ in pairs:
        t += x
    return 1 // t  # fails by: empty_zip()


def rows_cleared() -> int:
    inner = [1]
    rows = [inner]
    inner.clear()
    return rows[0][0]  # fails by: rows_cleared()


def rows_of_rows(rows: list[list[int]]) -> int:
    if not rows:
        return 0
    first = rows[0]
    if not first:
        return 0
    rows[0].clear()
    return first[0]  # fails by: rows_of_rows([[1]])


def lazily() -> int:
    xs = [1]
    g = (xs[0] for _ in range(1))  # fails by: lazily()
    xs.clear()
    return sum(g)


def lazily_over() -> int:
    xs = [1, 2]
    g = (1 // x for x in xs)  # fails by: lazily_over()
    xs[1] = 0
    return sum(g)


def by_inner() -> int:
    xs = [1]

    def clear() -> None:
        xs.clear()

    clear()
    return xs[0]  # fails by: by_inner()


def grown_elsewhere() -> int:
    xs = [1]
    ys = xs
    ys.append(2)
    return 1 // (len(xs) - 2)  # fails by: grown_elsewhere()


def by_finally(xs: list[int]) -> int:
    for _ in range(2):
        if not xs:
            return 0
        try:
            break
        finally:
            xs.clear()
    return xs[0]  # fails by: by_finally([1])


def by_handler(xs: list[int]) -> int:
    if not xs:
        return 0
    try:
        xs.clear()
        raise ValueError
    except ValueError:
        return xs[0]  # fails by: by_handler([1])


def swallowed(xs: list[int]) -> int:
    with suppress(IndexError):
        xs[0] += 1
    return xs[0]  # fails by: swallowed([])


def caught(s: str) -> str:
    try:
        s[0]
    except IndexError:
        pass
    return s[0]  # fails by: caught("")


def caught_and_changed(s: str) -> str:
    first = s[0]  # fails by: caught_and_changed("")
    s = s[1:]
    return first + s[0]  # fails by: caught_and_changed("a")


@contextmanager
def emptying(xs: list[int]) -> Iterator[None]:
    yield
    xs.clear()


def around(xs: list[int]) -> int:
    if not xs:
        return 0
    with emptying(xs):
        pass
    return xs[0]  # fails by: around([1])


def waits(xs: list[int]) -> Iterator[int]:
    if xs:
        yield 1
        yield xs[0]  # fails by: a = [1]; g = waits(a); next(g); a.clear(); next(g)


# ---------------------------------------------------------------- tables


def deleted_key() -> int:
    d = {"a": 1, "b": 2}
    del d["a"]
    return d["a"]  # fails by: deleted_key()


def popped_key() -> int:
    d = {"a": 1, "b": 2}
    e = d
    e.pop("a")
    return d["a"]  # fails by: popped_key()


def cleared() -> int:
    d = {"a": 1}
    d.clear()
    return d["a"]  # fails by: cleared()


def replaced_value() -> int:
    d = {"a": 1}
    d["a"] = 0
    return 1 // d["a"]  # fails by: replaced_value()


def replaced_through_alias() -> int:
    d = {"a": 1}
    e = d
    e["a"] = 0
    return 1 // d["a"]  # fails by: replaced_through_alias()


def same_keys(flag: bool) -> int:
    d = {"a": 1, "c": 2}
    if flag:
        d = {"a": 1, "b": 2}
    return d["b"]  # fails by: same_keys(False)


def keys_by_value() -> int:
    d = {1: 5, 2: 6}
    return d[3]  # fails by: keys_by_value()


def spread(more: dict[str, int]) -> int:
    d = {"a": 1, **more}
    return 1 // d["a"]  # fails by: spread({"a": 0})


def handed_on(f: Callable[[dict[str, int]], None]) -> int:
    d = {"a": 1}
    f(d)
    return d["a"]  # fails by: handed_on(lambda d: d.clear())


def twice() -> int:
    d = {"a": 1, "a": 0}  # noqa: F601
    return 1 // d["a"]  # fails by: twice()


def of_module(k: str) -> int:
    return TABLE[k] + TABLE["a"]  # fails by: of_module("c")


def shrink() -> None:
    SHRINKING.pop()


def shrunk() -> int:
    return SHRINKING[2]  # fails by: shrink(); shrunk()


def inner_row(i: int) -> int:
    if 0 <= i < len(ROWS):
        return ROWS[i][1]  # fails by: inner_row(1)
    return 0


def past_the_end(n: float) -> float:
    for i, _ in enumerate(POWERS, 1):
        if n < i:
            return n / POWERS[i]  # fails by: past_the_end(2.5)
    return 0.0


# ---------------------------------------------------------------- numbers


def under(x: float) -> float:
    if x > 0:
        y = x * x
        return 1 / y  # fails by: under(1e-300)
    return 0.0


def halved(x: float) -> float:
    if x != 0:
        return 1 / (x / 2)  # fails by: halved(5e-324)
    return 0.0


def below(x: float) -> float:
    if x < 1:
        return 1 / x  # fails by: below(0.0)
    return 0.0


def at_least(x: float) -> float:
    if x >= 0:
        return 1 / x  # fails by: at_least(-0.0)
    return 0.0


def not_above(x: float) -> float:
    if not x > 0.5:
        return 1 / x  # fails by: not_above(0.0)
    return 0.0


def power(n: int) -> float:
    return 1 / 10**n  # fails by: power(-400)


def bounded_power(n: int) -> float:
    if -330 <= n <= 3:
        return 1 / 10**n  # fails by: bounded_power(-330)
    return 0.0


def rounded(x: float) -> float:
    if x > 0:
        return 1 / round(x)  # fails by: rounded(0.25)
    return 0.0


def floored(x: float) -> float:
    if x != 0:
        return 1 / math.floor(x)  # fails by: floored(0.5)
    return 0.0


def largest(x: float) -> float:
    return 1 / max(x, 0)  # fails by: largest(-1.0)


def smallest(x: float) -> float:
    return 1 / min(x, 1)  # fails by: smallest(0.0)


def largest_of_nan(x: float) -> float:
    y = min(x, 1.5)
    return 1 / y  # fails by: largest_of_nan(0.0)


def whole(x: float) -> int:
    return int(x)  # fails by: whole(math.nan)


def formatted(s: str, x: int) -> float:
    s % x
    return 1 / x  # fails by: formatted("%s", 0)


def divided_in_a_loop(xs: list[int]) -> float:
    t = 0.0
    d = 1
    for x in xs:
        t += 1 / d  # fails by: divided_in_a_loop([0, 1])
        d = x
    return t


def modulus(x: float) -> float:
    if x != 0:
        return 1 / (x % 1.0)  # fails by: modulus(2.0)
    return 0.0


def parts(x: float) -> float:
    return 1 / math.modf(x)[1]  # fails by: parts(0.5)


def logarithm(x: float) -> float:
    if x > 0:
        return 1 / math.log(x)  # fails by: logarithm(1.0)
    return 0.0


def shifted(n: int) -> int:
    return 1 << n  # fails by: shifted(-1)


def optional(s: str | None, t: str | None) -> str:
    if s is None and t is None:
        return ""
    return s[0]  # fails by: optional(None, "a")


def optional_text(s: str | None) -> str:
    if s is not None:
        return s[0]  # fails by: optional_text("")
    return ""


def best(xs: list[int]) -> int:
    found = None
    for x in xs:
        if x > 3:
            found = x
    return found + 1  # fails by: best([])


def repeated(n: int) -> int:
    return ([1] * n)[0]  # fails by: repeated(0)


def joined(xs: list[str]) -> str:
    return "".join(xs)[0]  # fails by: joined([])


def listed(s: str) -> str:
    return list(s)[0]  # fails by: listed("")


def sorted_of(xs: list[int]) -> int:
    return sorted(xs)[0]  # fails by: sorted_of([])


# ---------------------------------------------------------------- containers of the function's own


def own_popped(xs: list[int]) -> int:
    out = []
    for x in xs:
        out.append(x)
        if x > 3:
            out.pop()
    return out[0] if xs else 0  # fails by: own_popped([4])


def own_try(s: str) -> int:
    out = [1]
    try:
        out.pop()
        int(s)
    except ValueError:
        return out[0]  # fails by: own_try("a")
    return 0


def own_with(s: str) -> int:
    out = [1]
    with suppress(ValueError):
        out.clear()
        int(s)
    return out[0]  # fails by: own_with("a")


def own_finally(s: str) -> int:
    out = [1]
    for _ in s:
        try:
            out.append(2)
            break
        finally:
            out.clear()
    return out[0]  # fails by: own_finally("a")


def own_replaced(n: int) -> int:
    out = [1]
    for i in range(n):
        out = out.pop() if i else [5, 0]
        if i == 1:
            return 1 // out  # fails by: own_replaced(2)
    return 0


def own_again(xs: list[int]) -> int:
    out = [1, 2]
    n = len(out)
    for _ in xs:
        if n == 2:
            out.pop()
            return out[1]  # fails by: own_again([1])
    return 0


def own_many_rounds(n: int) -> int:
    out = [1]
    while n > 0:
        out.append(n)
        n -= 1
    while len(out) > 2:
        out.pop()
    return out[1]  # fails by: own_many_rounds(0)


def own_deleted(i: int) -> int:
    out = [1, 2]
    del out[0:i]
    return out[0]  # fails by: own_deleted(2)


def own_slice_assigned(i: int) -> int:
    out = [1, 2]
    out[0:i] = ()
    return out[0]  # fails by: own_slice_assigned(2)


def own_elements() -> int:
    out = []
    out.append(1)
    out.append(0)
    return 1 // out[1]  # fails by: own_elements()


def own_inserted(x: int) -> int:
    out = [1]
    out.insert(0, x)
    return 1 // out[0]  # fails by: own_inserted(0)


def own_extended(xs: list[int]) -> int:
    out = [1]
    out.extend(xs)
    return 1 // out[-1]  # fails by: own_extended([0])


def own_table(key: str) -> int:
    out = {"a": 1}
    out[key] = 0
    return 1 // out["a"]  # fails by: own_table("a")


def own_table_popped(key: str) -> int:
    out = {"a": 1, "b": 2}
    out.pop(key)  # fails by: own_table_popped("c")
    return out["a"]  # fails by: own_table_popped("a")


def own_table_deleted(key: str) -> int:
    out = {"a": 1, "b": 2}
    if key in out:
        del out[key]
    return out["a"]  # fails by: own_table_deleted("a")


def own_set(xs: list[int]) -> int:
    out = set()
    for x in xs:
        out.add(x)
    return 1 // (len(out) - len(xs))  # fails by: own_set([1])


def own_added_twice() -> int:
    out = {1}
    out.add(1)
    return (1, 2)[len(out)] // (len(out) - 1)  # fails by: own_added_twice()


def own_in_a_closure(xs: list[int]) -> int:
    out = [1]
    f = out.clear
    f()
    return out[0] + len(xs)  # fails by: own_in_a_closure([])


def own_default() -> int:
    out = [1]

    def clear(it: list[int] = out) -> None:
        it.clear()

    clear()
    return out[0]  # fails by: own_default()


def own_in_a_tuple(f: Callable[[tuple[list[int], int]], None]) -> int:
    out = [1]
    f((out, 1))
    return out[0]  # fails by: own_in_a_tuple(lambda t: t[0].clear())


def own_and_another(xs: list[int]) -> int:
    out = xs or [1]
    xs.clear()
    return out[0]  # fails by: own_and_another([1])


def own_global() -> int:
    out = SHRINKING
    shrink()
    return out[2]  # fails by: own_global()


def own_yielded() -> Iterator[list[int]]:
    out = [1]
    yield out
    yield [out[0]]  # fails by: g = own_yielded(); next(g).clear(); next(g)


def own_compared() -> int:
    xs = [1]

    class Equal:
        def __eq__(self, other: object) -> bool:
            other.clear()
            return True

    if xs == Equal():
        return xs[0]  # fails by: own_compared()
    return 0


def own_iterated_while_popped() -> int:
    out = [1, 0]
    t = 0
    for x in out:
        t += x
        out.pop()
    return 1 // (len(out) - 1)  # fails by: own_iterated_while_popped()


# ---------------------------------------------------------------- where nothing states the types


def first_of(xs):
    if len(xs) > 1:
        return xs[2]  # fails by: first_of([1, 2])
    return None


def after_call(xs, f):
    if xs:
        f(xs)
        return xs[0]  # fails by: after_call([1], lambda xs: xs.clear())
    return None


def default_of(x=None, *, n=1):
    if x is None:
        return 1 / (n - 1)  # fails by: default_of()
    return x


def left_out(n=0):
    return 1 / n  # fails by: left_out()


STACK: list[int] = []


def push(x: int) -> None:
    STACK.append(x)


def before_last() -> int:
    if STACK:
        return STACK[-2]  # fails by: push(1); before_last()
    return 0


# ---------------------------------------------------------------- iterators over what nobody knows


def zipped_with_anything(f: Callable[[list[int]], Iterator[int]]) -> int:
    xs = [1]
    for x, y in zip(f(xs), (1, 2)):
        return xs[0] + x + y  # fails by: zipped_with_anything(lambda xs: (xs.clear() or i for i in (1,)))
    return 0


def zipped_then_replaced(it: Iterator[int]) -> int:
    rows = [1, 2]
    t = 0
    for x, y in zip(it, rows):
        rows[1] = 0
        t += x // y  # fails by: zipped_then_replaced(iter([1, 2]))
    return t


def zipped_items(it: Iterator[int]) -> int:
    t = 0
    for pair in zip(it, ((1, 0), (2, 3))):
        first, (second, third) = pair
        t += first // third  # fails by: zipped_items(iter([1]))
    return t + len(str(second))


def counted_from_zero(it: Iterator[int]) -> int:
    t = 0
    for i, x in enumerate(it):
        t += x // i  # fails by: counted_from_zero(iter([1]))
    return t


def counted_from(it: Iterator[int]) -> int:
    t = 0
    for i, x in enumerate(it, -1):
        t += x // (i + 1)  # fails by: counted_from(iter([1]))
    return t
