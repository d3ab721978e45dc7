"""Containers that a function has to itself until it hands them out, and what others do to them from then on."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator

KEPT: list[list[int]] = []


def clear(xs: list[int]) -> int:
    xs.clear()
    return 1


def keep(xs: list[int]) -> list[int]:
    KEPT.append(xs)
    return xs


def clear_kept() -> int:
    for xs in KEPT:
        xs.clear()
    KEPT.clear()
    return 1


def handed_out_at_the_end(n: int) -> int:
    xs = [n]
    first = xs[0]
    clear(xs)
    return first


def read_after_the_call(n: int) -> int:
    xs = [n]
    clear(xs)
    return xs[0]  # fails by: read_after_the_call(1)


def read_before_and_after(n: int) -> int:
    xs = []
    xs.append(n)
    first = xs[0]
    clear(xs)
    return first + xs[0]  # fails by: read_before_and_after(1)


def kept_and_cleared_later(n: int) -> int:
    xs = [n]
    keep(xs)
    clear_kept()
    return xs[0]  # fails by: kept_and_cleared_later(1)


def kept_what_a_call_gives(n: int) -> int:
    xs = keep([n])
    clear_kept()
    return xs[0]  # fails by: kept_what_a_call_gives(1)


def appended_after_it_was_kept(n: int) -> int:
    xs = [n]
    keep(xs)
    xs.append(n)
    clear_kept()
    return xs[-1]  # fails by: appended_after_it_was_kept(1)


def by_another_name(n: int) -> int:
    xs = [n]
    ys = xs
    ys.clear()
    return xs[0]  # fails by: by_another_name(1)


def by_another_name_in_a_loop(n: int) -> int:
    xs = [n]
    total = 0
    for _ in range(2):
        total += xs[0]  # fails by: by_another_name_in_a_loop(1)
        ys = xs
        ys.clear()
    return total


def in_later_rounds(n: int) -> int:
    xs = [n]
    total = 0
    while total < 2:
        total += xs[0] * 0 + 1  # fails by: in_later_rounds(1)
        clear(xs)
    return total


def new_in_each_round(n: int) -> int:
    total = 0
    for _ in range(2):
        xs = [n]
        total += xs[0]
        clear(xs)
    return total


def one_round_later(n: int) -> int:
    xs, ys = [n], [n]
    for _ in range(3):
        ys[0]  # fails by: one_round_later(1)
        clear(ys)
        ys = xs
    return 0


def in_finally(n: int) -> int:
    xs = [n]
    try:
        clear(xs)
    finally:
        n += xs[0]  # fails by: in_finally(1)
    return n


def in_a_handler(n: int) -> int:
    xs = [n]
    try:
        return 1 // (clear(xs) - 1)
    except ZeroDivisionError:
        return xs[0]  # fails by: in_a_handler(1)


def in_an_arm(n: int) -> int:
    xs = [n]
    if n > 3:
        clear(xs)
    return xs[0]  # fails by: in_an_arm(4)


def in_the_same_expression(n: int) -> int:
    xs = [n]
    return clear(xs) + xs[0]  # fails by: in_the_same_expression(1)


def while_it_is_changed(n: int) -> int:
    xs = [n]
    xs.append(clear(xs))
    return xs[1]  # fails by: while_it_is_changed(1)


def by_a_closure(n: int) -> int:
    xs = [n]

    def drop() -> None:
        xs.clear()

    drop()
    return xs[0]  # fails by: by_a_closure(1)


def by_a_closure_that_comes_later(n: int) -> int:
    xs = [n]
    first = xs[0]

    def drop() -> int:
        return xs.pop()

    drop()
    return first + xs[0]  # fails by: by_a_closure_that_comes_later(1)


def bound_again_by_a_closure(n: int) -> int:
    xs = [n]

    def drop() -> None:
        nonlocal xs
        xs = []

    drop()
    return xs[0]  # fails by: bound_again_by_a_closure(1)


def by_a_lambda(n: int) -> int:
    xs = [n]
    drop = lambda: xs.clear()  # noqa: E731
    drop()
    return xs[0]  # fails by: by_a_lambda(1)


def by_a_default(n: int) -> int:
    xs = [n]

    def drop(ys: list[int] = xs) -> None:
        ys.clear()

    drop()
    return xs[0]  # fails by: by_a_default(1)


def by_a_method(n: int) -> int:
    xs = [n]
    drop = xs.clear
    drop()
    return xs[0]  # fails by: by_a_method(1)


def by_a_method_that_was_kept(n: int) -> int:
    xs = [n]
    pop = xs.pop
    first = xs[0]
    pop()
    return first + xs[0]  # fails by: by_a_method_that_was_kept(1)


def by_a_method_of_its_class(n: int) -> int:
    xs = [n]
    list.clear(xs)
    return xs[0]  # fails by: by_a_method_of_its_class(1)


def by_partial(n: int) -> int:
    xs = [n]
    functools.partial(clear, xs)()
    return xs[0]  # fails by: by_partial(1)


def by_map(n: int) -> int:
    xs = [n]
    list(map(clear, [xs]))
    return xs[0]  # fails by: by_map(1)


def in_a_tuple(n: int) -> int:
    xs = [n]
    pair = (xs, n)
    pair[0].clear()
    return xs[0]  # fails by: in_a_tuple(1)


def in_a_dict(n: int) -> int:
    xs = [n]
    table = {"a": xs}
    table["a"].clear()
    return xs[0]  # fails by: in_a_dict(1)


def in_another_list(n: int) -> int:
    xs, ys = [n], []
    ys.append(xs)
    ys[0].clear()
    return xs[0]  # fails by: in_another_list(1)


def in_itself(n: int) -> int:
    xs: list = [n]
    xs.append(xs)
    xs[1].clear()
    return xs[0]  # fails by: in_itself(1)


def both_names_at_once(n: int) -> int:
    xs = ys = [n]
    ys.clear()
    return xs[0]  # fails by: both_names_at_once(1)


def exchanged(n: int) -> int:
    xs, ys = [n], []
    xs, ys = ys, xs
    return xs[0]  # fails by: exchanged(1)


def taken_apart(n: int) -> int:
    xs, ys = [n], []
    return xs[0] + ys[0]  # fails by: taken_apart(1)


def taken_apart_in_a_loop(n: int) -> int:
    xs, ys = [], [n]
    for _ in range(2):
        n += ys[0]  # fails by: taken_apart_in_a_loop(1)
        ys, zs = [], [n]
        xs.append(zs[0])
    return xs[1]


def taken_apart_and_given_back(n: int) -> tuple[list[int], list[int]]:
    xs, ys = [], []
    xs.append(n)
    ys.append(xs[0])
    clear(xs)
    return xs, [ys[0], xs[-1]]  # fails by: taken_apart_and_given_back(1)


def named_in_passing(n: int) -> int:
    xs = [n]
    clear(ys := xs)
    return xs[0] + len(ys)  # fails by: named_in_passing(1)


def matched(n: int) -> int:
    xs = [n]
    match xs:
        case ys:
            ys.clear()
    return xs[0]  # fails by: matched(1)


def yielded(n: int) -> Iterator[list[int]]:
    xs = [n]
    yield xs
    yield [xs[0]]  # fails by: [ys.clear() for ys in yielded(1)]


def yielded_by_turns(n: int) -> Iterator[list[int]]:
    xs = []
    for _ in range(2):
        xs.append(n)
        yield xs
        n += xs[-1]  # fails by: [ys.clear() for ys in yielded_by_turns(1)]


@contextlib.contextmanager
def emptied(xs: list[int]) -> Iterator[int]:
    yield 0
    xs.clear()


def by_a_manager(n: int) -> int:
    xs = [n]
    with emptied(xs):
        n += xs[0]
    return xs[0]  # fails by: by_a_manager(1)


class Holder:
    def __init__(self, n: int) -> None:
        self.items = [n]

    def drop(self) -> None:
        self.items.clear()

    def given(self, n: int) -> int:
        xs = [n]
        self.items = xs
        self.drop()
        return xs[0]  # fails by: Holder(1).given(1)

    def taken(self) -> int:
        xs = self.items
        self.drop()
        return xs[0]  # fails by: Holder(1).taken()

    def told(self, n: int, ask: Callable[[list[int]], int]) -> int:
        xs = [n]
        n += xs[0]
        ask(xs)
        return xs[0]  # fails by: Holder(1).told(1, clear)

    def __iadd__(self, xs: list[int]) -> Holder:
        xs.clear()
        return self


def by_an_operator(n: int) -> int:
    xs, holder = [n], Holder(n)
    holder += xs
    return xs[0]  # fails by: by_an_operator(1)


def by_its_own_operator(n: int) -> int:
    xs = [n]
    ys = xs
    xs += [n]
    ys.clear()
    return xs[0]  # fails by: by_its_own_operator(1)


def while_sorting(n: int) -> int:
    xs = [n]
    ys = [1]
    ys.sort(key=lambda _: clear(xs))
    return xs[0]  # fails by: while_sorting(1)


def by_the_namespace(n: int) -> int:
    xs = [n]
    locals()["xs"].clear()
    return xs[0]  # fails by: by_the_namespace(1)


def by_a_text(n: int) -> int:
    xs = [n]
    eval("xs.clear()")
    return xs[0]  # fails by: by_a_text(1)


def a_dict(n: int) -> int:
    table = {}
    table["a"] = n
    n += table["a"]
    other = table
    other.clear()
    return table["a"]  # fails by: a_dict(1)


def a_dict_until_then(n: int) -> int:
    table = {"a": n}
    n += table["a"]
    keep(table)  # type: ignore[arg-type]
    return n


def a_set(n: int) -> int:
    some = set()
    some.add(n)
    n += some.pop()
    other = some
    other.add(n)
    other.clear()
    return some.pop()  # fails by: a_set(1)


def shorter_by_itself(n: int) -> int:
    xs = [n]
    xs.pop()
    first = xs[0]  # fails by: shorter_by_itself(1)
    clear(xs)
    return first


def longer_by_another(n: int) -> int:
    xs, ys = [], [n]
    ys.append(n)
    first = xs[0]  # fails by: longer_by_another(1)
    keep(xs)
    return first + ys[1]
