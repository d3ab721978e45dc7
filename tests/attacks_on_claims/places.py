"""Functions whose claims look as if they held, each with the call that makes one fail at its line."""

from __future__ import annotations

import collections
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum


def guard_after_change(xs: list[int]) -> int:
    if xs:
        xs.pop()
        return xs[0]  # fails by: guard_after_change([1])
    return 0


def aliased_lists(xs: list[int], ys: list[int]) -> int:
    if xs and ys:
        ys.clear()
        return xs[0]  # fails by: x = [1]; aliased_lists(x, x)
    return 0


def removed_key(table: dict[str, int], key: str) -> int:
    if key in table:
        table.pop("a", None)
        return table[key]  # fails by: removed_key({"a": 1}, "a")
    return 0


def aliased_tables(table: dict[str, int], other: dict[str, int]) -> int:
    if "a" in table:
        other.pop("a", None)
        return table["a"]  # fails by: t = {"a": 1}; aliased_tables(t, t)
    return 0


def other_key(table: dict[str, int], key: str) -> int:
    if key in table:
        key = key.strip()
        return table[key]  # fails by: other_key({" ": 1}, " ")
    return 0


def negative_index(xs: list[int], i: int) -> int:
    if i < len(xs):
        return xs[i]  # fails by: negative_index([], -1)
    return 0


def off_by_one(xs: list[int]) -> int:
    total = 0
    for i in range(len(xs) + 1):
        if i != 20:
            total += xs[i]  # fails by: off_by_one([])
    return total


def late_index(xs: list[int]) -> int:
    if len(xs) > 40:
        return xs[41]  # fails by: late_index([0] * 41)
    return 0


def float_divisor(x: float) -> float:
    if x != 0.0:
        return 1.0 / (x * x)  # fails by: float_divisor(1e-200)
    return 0.0


def bool_divisor(x: int, b: bool) -> int:
    return x // (1 - b)  # fails by: bool_divisor(1, True)


def big_divisor(x: int) -> int:
    return 1 // (x - 10**20)  # fails by: big_divisor(10**20)


def modulo_divisor(x: int) -> int:
    return 7 % (x % 4 - 3)  # fails by: modulo_divisor(3)


def assertion_on_floats(x: float) -> float:
    y = x + 1.0
    assert y > x  # fails by: assertion_on_floats(1e300)
    return y


def assertion_on_nan(x: float) -> float:
    y = abs(x)
    assert y >= 0.0  # fails by: assertion_on_nan(float("nan"))
    return y


def assertion_on_text(text: str) -> str:
    result = text.upper().lower()
    assert result == text.lower()  # fails by: assertion_on_text("\u0131")
    return result


def assertion_on_length(text: str) -> int:
    upper = text.upper()
    assert len(upper) == len(text)  # fails by: assertion_on_length("\u00df")
    return len(upper)


def digits(text: str) -> int:
    if text.isdigit():
        return int(text)  # fails by: digits("\u00b2")
    return 0


def decimals(text: str) -> int:
    if re.match("[0-9]*$", text):
        return int(text)  # fails by: decimals("")
    return 0


def three_parts(text: str) -> str:
    if text.count(".") >= 2:
        a, b, c = text.split(".")  # fails by: three_parts("...")
        return a + b + c
    return text


def unpacks_text(pair: str) -> str:
    if len(pair) >= 2:
        a, b = pair  # fails by: unpacks_text("abc")
        return a + b
    return pair


def loop_else(xs: list[int]) -> int:
    for x in xs:
        if x > 100:
            found = x
    return found  # fails by: loop_else([1])


def deleted(x: int) -> int:
    y = x
    if x == 77:
        del y
    return y  # fails by: deleted(77)


def handler_name(text: str) -> str:
    error = ""
    try:
        int(text)
    except ValueError as error:
        text = str(error)
    return text + error  # fails by: handler_name("x")


def optional_group(text: str) -> str:
    match = re.match("(a)|(b)", text)
    if match is None:
        return ""
    return match.group(1).upper()  # fails by: optional_group("b")


@dataclass
class Node:
    value: int
    next: Node | None = None


def second(node: Node) -> int:
    if node.value > 0:
        return node.next.value  # fails by: second(Node(1))
    return 0


def cut_list(node: Node, other: Node) -> int:
    if node.next is not None:
        other.next = None
        return node.next.value  # fails by: n = Node(1, Node(2)); cut_list(n, n)
    return 0


@dataclass
class Ring:
    size: int
    items: list[int] = field(default_factory=list)

    def push(self, item: int) -> None:
        self.items.append(item)

    def at(self, i: int) -> int:
        return self.items[i % self.size]  # fails by: Ring(1).at(0)

    def place(self, i: int) -> int:
        if self.items:
            return i % self.size  # fails by: r = Ring(0); r.push(1); r.place(1)
        return 0


class Stack:
    def __init__(self) -> None:
        self._items: list[int] = []

    def push(self, item: int) -> None:
        self._items.append(item)

    def drop(self, count: int) -> int:
        for _ in range(count):
            self._items.pop()  # fails by: Stack().drop(1)
        return len(self._items)

    def top(self) -> int:
        size = len(self._items)
        assert size < 5  # fails by: s = Stack(); [s.push(1) for _ in range(5)]; s.top()
        return 0


class Colour(Enum):
    RED = 1
    GREEN = 2


PRICES = {Colour.RED: 3}


def price(colour: Colour) -> int:
    return PRICES[colour]  # fails by: price(Colour.GREEN)


NAMES = ["a", "b"]


def named(i: int) -> str:
    if i < 2:
        return NAMES[i]  # fails by: named(-3)
    return ""


def counted(words: list[str]) -> int:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts["the"]  # fails by: counted([])


def smallest(xs: Iterable[int]) -> int:
    return min(x for x in xs if x > 0)  # fails by: smallest([0])


def next_item(xs: list[int]) -> int:
    it = iter(xs)
    for x in it:
        if x == 0:
            return next(it)  # fails by: next_item([0])
    return 0


def generated(xs: list[int]) -> Iterator[int]:
    for i in range(len(xs)):
        yield xs[i]  # fails by: x = [1, 2]; g = generated(x); next(g); x.clear(); next(g)


def called_back(xs: list[int], f: Callable[[], object]) -> int:
    if xs:
        f()
        return xs[0]  # fails by: x = [1]; called_back(x, x.clear)
    return 0


def shifted(x: int, by: int) -> int:
    return x << (by - abs(by) // 2)  # fails by: shifted(1, -1)


def from_default(table: collections.defaultdict[str, int]) -> int:
    return table["a"]  # fails by: from_default(collections.defaultdict(None))


def nested_function(xs: list[int]) -> int:
    def item(i: int) -> int:
        return xs[i]  # fails by: nested_function([1])

    return item(0) + item(1)


def in_lambda(xs: list[int]) -> list[int]:
    return sorted(xs, key=lambda i: xs[i + 1])  # fails by: in_lambda([1, 2])


def in_comprehension(xs: list[int]) -> list[int]:
    return [xs[i - 1] // x for i, x in enumerate(xs)]  # fails by: in_comprehension([0])


def swallowed_twice(xs: list[int]) -> int:
    try:
        try:
            return xs[3] // xs[0]  # fails by: swallowed_twice([0, 0, 0, 0])
        except IndexError:
            return 1
    except KeyError:
        return 2


def in_finally(xs: list[int]) -> int:
    try:
        total = sum(xs)
    finally:
        last = xs[-1]  # fails by: in_finally([])
    return total + last


def in_handler(text: str, xs: list[int]) -> int:
    try:
        return int(text)
    except ValueError:
        return xs[0]  # fails by: in_handler("x", [])


def in_match(command: list[str]) -> str:
    match command:
        case ["go", *rest]:
            return rest[0]  # fails by: in_match(["go"])
        case _:
            return ""


def in_with(xs: list[int]) -> int:
    with memoryview(b"ab") as view:
        return xs[len(view)]  # fails by: in_with([1])


def by_walrus(xs: list[int]) -> int:
    if (n := len(xs)) >= 1:
        return xs[n]  # fails by: by_walrus([1])
    return 0


def recursive(xs: list[int], i: int) -> int:
    if i > 30:
        return 0
    return xs[i] + recursive(xs, i + 1)  # fails by: recursive([1], 0)


def key_of_a_loop(table: dict[str, int], keys: list[str]) -> int:
    total = 0
    for key in keys:
        if key in table:
            for key in keys:
                total += table[key]  # fails by: key_of_a_loop({"a": 1}, ["a", "b"])
    return total


def after_the_loop(table: dict[str, int], key: str) -> int:
    for key in table:
        print(key)
    return table[key]  # fails by: after_the_loop({}, "a")


def asked_before(table: dict[str, int], key: str) -> int:
    known = key in table
    key = key + "x"
    if known:
        return table[key]  # fails by: asked_before({"a": 1}, "a")
    return 0


def asked_of_another(table: dict[str, int], other: dict[str, int], key: str) -> int:
    if key in other:
        return table[key]  # fails by: asked_of_another({}, {"a": 1}, "a")
    return 0


def asked_in_one_arm(table: dict[str, int], key: str, ok: bool) -> int:
    found = True
    if ok:
        found = key in table
    if found:
        return table[key]  # fails by: asked_in_one_arm({}, "a", False)
    return 0


def rebound_by_a_closure(table: dict[str, int], key: str) -> int:
    def change() -> None:
        nonlocal key
        key = "other"

    if key in table:
        change()
        return table[key]  # fails by: rebound_by_a_closure({"a": 1}, "a")
    return 0


def taken_meanwhile(table: dict[str, int], key: str) -> int:
    if key in table:
        taken = {name: table.pop(name) for name in list(table)}
        return table[key] + len(taken)  # fails by: taken_meanwhile({"a": 1}, "a")
    return 0


def in_a_try(table: dict[str, int], key: str) -> int:
    try:
        assert key in table
    except AssertionError:
        return table[key]  # fails by: in_a_try({}, "a")
    return 0


def inverted(x: float) -> float:
    y = x if x > 0 else 1.0
    return 1 / (y - y)  # fails by: inverted(1.0)


def last_of_cut(xs: list[int]) -> int:
    if len(xs) > 1:
        return xs[2:][0]  # fails by: last_of_cut([1, 2])
    return 0


def shortest(words: list[str]) -> str:
    if words:
        return words[0][0]  # fails by: shortest([""])
    return ""


def exactly_two(text: str) -> str:
    a, *b, c = text.split(" ")  # fails by: exactly_two("a")
    return a + c + "".join(b)


def inverse(x: bool, y: int) -> int:
    return y % (x & 1)  # fails by: inverse(False, 1)


def shadowed_class(xs: list[int], IndexError: type) -> int:
    return xs[0]  # fails by: shadowed_class([], KeyError)


def shadowed_in_a_loop(xs: list[int], ys: list[int]) -> int:
    total = 0
    for KeyError in ys:
        total += xs[KeyError]  # fails by: shadowed_in_a_loop([], [1])
    return total
