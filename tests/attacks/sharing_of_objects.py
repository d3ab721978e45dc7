"""One changeable object at two places: of one argument, of two arguments, of an argument and a module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

REGISTRY: list[int] = []
TABLES: dict[str, list[int]] = {"main": []}


@dataclass
class Pair:
    left: list[int]
    right: list[int]


class Box:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def put(self, x: int) -> None:
        self.items.append(x)


class Own:
    def __init__(self) -> None:
        self._items: list[int] = []

    def items(self) -> list[int]:
        return self._items

    def put(self, x: int) -> None:
        self._items.append(x)


class Tree:
    def __init__(self) -> None:
        self.children: list[Leaf] = []


class Leaf:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        tree.children.append(self)


def two_fields(pair: Pair) -> int:
    before = len(pair.right)
    pair.left.append(1)
    if len(pair.right) != before:
        return 1  # reached by: xs = []; two_fields(Pair(xs, xs)) [supposing no-sharing]
    return 0


def two_fields_are_one(pair: Pair) -> int:
    if pair.left is pair.right:
        return 1  # reached by: xs = []; two_fields_are_one(Pair(xs, xs)) [supposing no-sharing]
    return 0


def optional_and_list(a: list[int] | None, b: list[int]) -> int:
    n = len(b)
    if a is not None:
        a.append(1)
    if len(b) > n:
        return 1  # reached by: xs = []; optional_and_list(xs, xs) [supposing no-sharing]
    return 0


def interval(a: list[int] | None, b: list[int]) -> int:
    if len(b) > 0:
        return 0
    if a is not None:
        a.append(1)
    for _ in b:
        return 1  # reached by: xs = []; interval(xs, xs) [supposing no-sharing]
    return 2


def sequence_and_list(seen: Sequence[int], out: list[int]) -> int:
    n = len(seen)
    out.append(n)
    if len(seen) != n:
        return 1  # reached by: xs = [1]; sequence_and_list(xs, xs) [supposing no-sharing]
    return 0


def other_elements(a: list[int], b: list[str]) -> int:
    n = len(a)
    b.append("x")
    if len(a) > n:
        return 1  # reached by: xs = []; other_elements(xs, xs) [supposing no-sharing]
    return 0


def a_module_list(items: list[int]) -> int:
    n = len(REGISTRY)
    items.append(1)
    if len(REGISTRY) > n:
        return 1  # reached by: a_module_list(REGISTRY) [supposing no-sharing]
    return 0


def is_module_list(items: list[int]) -> int:
    if items is REGISTRY:
        return 1  # reached by: is_module_list(REGISTRY) [supposing no-sharing]
    return 0


def inside_a_table(items: list[int]) -> int:
    n = len(TABLES["main"])
    items.append(1)
    if len(TABLES["main"]) > n:
        return 1  # reached by: inside_a_table(TABLES["main"]) [supposing no-sharing]
    return 0


def box_and_list(box: Box, xs: list[int]) -> int:
    n = len(xs)
    box.put(1)
    if len(xs) > n:
        return 1  # reached by: xs = []; box_and_list(Box(xs), xs) [supposing no-sharing]
    return 0


def box_is_list(box: Box, xs: list[int]) -> int:
    if box.items is xs:
        return 1  # reached by: xs = []; box_is_list(Box(xs), xs) [supposing no-sharing]
    return 0


def two_boxes(a: Box, b: Box) -> int:
    n = len(b.items)
    a.put(1)
    if a is not b and len(b.items) > n:
        return 1  # reached by: xs = []; two_boxes(Box(xs), Box(xs)) [supposing no-sharing]
    return 0


def handed_out(own: Own, xs: list[int]) -> int:
    n = len(xs)
    own.put(1)
    if len(xs) > n:
        return 1  # reached by: o = Own(); handed_out(o, o.items()) [supposing no-sharing]
    return 0


def registers_itself(tree: Tree, leaf: Leaf) -> int:
    if leaf in tree.children:
        return 1  # reached by: t = Tree(); registers_itself(t, Leaf(t)) [supposing no-sharing]
    return 0


def own_tree(leaf: Leaf) -> int:
    if len(leaf.tree.children) > 1:
        return 1  # reached by: t = Tree(); a = Leaf(t); own_tree(Leaf(t)) [supposing no-sharing, construction]
    return 0


def twice_inside(rows: list[list[int]]) -> int:
    if len(rows) != 2 or rows[1]:
        return 0
    rows[0].append(1)
    if rows[1]:
        return 1  # reached by: r = []; twice_inside([r, r]) [supposing no-sharing]
    return 0


def inside_and_beside(rows: list[list[int]], row: list[int]) -> int:
    n = len(row)
    for each in rows:
        each.append(1)
    if len(row) > n:
        return 1  # reached by: r = []; inside_and_beside([r], r) [supposing no-sharing]
    return 0


def default_list(x: int, found: list[int] = []) -> list[int]:  # noqa: B006
    if len(found) > 3:
        found.clear()
        return [0]  # reached by: xs = default_list(1); xs.extend([1] * 4); default_list(1) [supposing module-state]
    found.append(x)
    return found


def values_of(table: dict[str, list[int]]) -> int:
    if "a" in table and "b" in table and not table["b"]:
        table["a"].append(1)
        if table["b"]:
            return 1  # reached by: v = []; values_of({"a": v, "b": v}) [supposing no-sharing]
    return 0


def varied(*rows: list[int]) -> int:
    if len(rows) == 2 and not rows[1]:
        rows[0].append(1)
        if rows[1]:
            return 1  # reached by: r = []; varied(r, r) [supposing no-sharing]
    return 0


def shared_row(rows: list[Pair]) -> int:
    if len(rows) == 2 and rows[0] is rows[1]:
        return 1  # reached by: p = Pair([], []); shared_row([p, p]) [supposing no-sharing]
    return 0


def tuple_of_lists(pair: tuple[list[int], list[int]]) -> int:
    n = len(pair[1])
    pair[0].append(1)
    if len(pair[1]) > n:
        return 1  # reached by: xs = []; tuple_of_lists((xs, xs)) [supposing no-sharing]
    return 0


class Stack:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def extend(self, more: list[int]) -> int:
        n = len(more)
        for item in list(more):
            self.items.append(item)
        if len(more) > n:
            return 1  # reached by: s = Stack([1]); s.extend(s.items) [supposing no-sharing]
        return 0

    def same(self, other: list[int]) -> bool:
        if self.items is other:
            return True  # reached by: s = Stack([1]); s.same(s.items) [supposing no-sharing]
        return False
