"""Functions whose contracts look as if they were kept, each with the call that breaks one (`workbench.breaches`)."""

import contextlib
import functools
from dataclasses import dataclass, field


# clew: ensure result >= x or result < x
def compares_to_nan(x: float) -> float:  # broken by: compares_to_nan(float("nan"))
    return x


# clew: require x >= 0 or x < 0
# clew: ensure result == x
def precondition_leaves_nan_out(x: float) -> float:  # broken by: precondition_leaves_nan_out(0.1)
    return x if x != 0.1 else 0.2


# clew: ensure result is x
def same_bool(x: int) -> int:  # broken by: same_bool(True)
    return x + 0


# clew: ensure type(result) is int
def int_of_bool(x: int) -> int:  # broken by: int_of_bool(True)
    return x


# clew: ensure xs == OLD.xs
def changes_by_alias(xs: list[int], ys: list[int]) -> None:  # broken by: a = [1]; changes_by_alias(a, a)
    if ys:
        ys[0] += 1


# clew: ensure xs == OLD.xs
def changes_inside(xs: list[list[int]]) -> None:  # broken by: changes_inside([[1]])
    for inner in xs:
        inner.append(1)


# clew: ensure len(result) == 0
def returned_and_kept(xs: list[int]) -> list[int]:  # broken by: returned_and_kept([1])
    kept = xs
    result = kept
    xs = []
    return result


# clew: ensure x == 0
def means_what_was_given(x: int) -> None:  # broken by: means_what_was_given(1)
    x = 0


# clew: ensure 10 // result > 0
def clause_divides(x: int) -> int:  # broken by: clause_divides(0)
    return min(max(x, 0), 10)


# clew: ensure xs[0] == 1
def clause_indexes(xs: list[int]) -> None:  # broken by: clause_indexes([1])
    if xs and xs[0] == 1:
        xs.clear()
    else:
        xs.insert(0, 1)


# clew: ensure result > 0
def leaves_through_finally(x: int) -> int:  # broken by: leaves_through_finally(5)
    try:
        return 1
    finally:
        if x == 5:
            return 0


# clew: ensure result > 0
def changed_in_finally(x: int) -> list[int]:  # broken by: changed_in_finally(1)
    found = 1
    with contextlib.suppress(ZeroDivisionError):
        try:
            found = 1 // (x - 1)
            return 1
        finally:
            found = -1
    return found


# clew: ensure result != 3
def leaves_a_loop(xs: list[int]) -> int:  # broken by: leaves_a_loop([1, 3])
    for x in xs:
        with contextlib.nullcontext():
            while True:
                if x > 2:
                    return x
                break
    else:
        return 0
    return 1


# clew: ensure result is not None
def falls_off(x: int):  # broken by: falls_off(0)
    if x:
        return x


# clew: require n >= 0
def counts_down(n: int) -> int:
    if n == 3:
        return 0
    return counts_down(n - 1)  # broken by: counts_down(2)


# clew: require n > 0
def positive(n: int) -> int:
    return n


def by_another_name(n: int) -> int:
    ask = positive
    return ask(n) if n != 2 else ask(n - 2)  # broken by: by_another_name(2)


def by_table(n: int) -> int:
    return {"p": positive}["p"](n)  # broken by: by_table(0)


def by_map(xs: list[int]) -> list[int]:
    return list(map(positive, xs))  # broken by: by_map([0])


def by_key(xs: list[int]) -> list[int]:
    return sorted(xs, key=positive)  # broken by: by_key([0])


def by_partial(n: int) -> int:
    return functools.partial(positive, n)()  # broken by: by_partial(0)


def swallowed(n: int) -> int:
    try:
        return positive(n)  # broken by: swallowed(-1)
    except BaseException:
        return 1


def goes_on_after(n: int) -> int:
    positive(n)  # broken by: goes_on_after(0)
    assert n > 0
    return n


def comprehended(xs: list[int]) -> list[int]:
    return [positive(x) for x in xs]  # broken by: comprehended([0])


def generated(xs: list[int]) -> int:
    return sum(positive(x) for x in xs)  # broken by: generated([0])


# clew: ensure result > 0
def wrong_itself(n: int) -> int:  # broken by: wrong_itself(0)
    return n


def believes(n: int) -> int:
    found = wrong_itself(n)
    return positive(found)


LIMIT = [1]


def limit() -> int:
    return LIMIT[0]


# clew: ensure result < limit() + 2
def other_meaning_later(x: int) -> int:  # broken by: other_meaning_later(1)
    LIMIT[0] = -5
    return 1


# clew: ensure all(x > 0 for x in xs)
def name_of_the_clause(x: int, xs: list[int]) -> None:  # broken by: name_of_the_clause(1, [0])
    assert x > 0 or x <= 0


# clew: ensure result == OLD.x
def rebound_by_a_closure(x: int) -> int:  # broken by: rebound_by_a_closure(1)
    def change() -> None:
        nonlocal x
        x = 7

    change()
    return x


# clew: ensure more == ()
def many(*more: int) -> None:  # broken by: many(1)
    return None


# clew: ensure not named
def named_ones(**named: int) -> None:  # broken by: named_ones(a=1)
    return None


# clew: ensure x == 3
def with_default(x: int = 3) -> None:  # broken by: with_default(4)
    return None


# clew: require x > 3 and x < 3
# clew: ensure result == 4
def nobody_may(x: int) -> int:
    return x


# clew: invariant self._n >= 0
class Counter:
    def __init__(self, n: int) -> None:
        self._n = abs(n)

    def down(self) -> None:  # broken by: c = Counter(0); c.down()
        self._n -= 1

    # clew: ensure self._n >= 0
    def up(self) -> None:
        self._n += 1

    def down_twice(self) -> None:  # broken by: c = Counter(1); c.down_twice()
        self._n -= 2

    def __iadd__(self, other: int) -> "Counter":  # broken by: c = Counter(0); c += -1
        self._n += other
        return self


@dataclass
class Node:
    value: int = 0
    below: "list[Node]" = field(default_factory=list)

    # clew: ensure self.value == OLD.self.value
    def visit(self, other: "Node") -> None:  # broken by: n = Node(); n.visit(n)
        other.value += 1


# clew: ensure self_made.value == OLD.self_made.value
def visits(self_made: Node) -> None:  # broken by: visits(Node(5, [Node()]))
    for each in self_made.below:
        each.value += 1
        self_made.value = each.value
