"""Type parameters and `type` statements (PEP 695)."""

from dataclasses import dataclass
from typing import cast

type Pair = tuple[int, int]
type Row[T] = list[T]
type Tree = int | list[Tree]


def alias(p: Pair):
    a, b = p
    if a > 3 and b == 7:
        return 1  # covered
    return 2


def generic_alias(row: Row[int]):
    if len(row) == 2 and row[0] + row[1] == 17:
        return 1  # covered
    return 2


def recursive_alias(tree: Tree):
    if isinstance(tree, list):
        return 1  # covered
    return 2  # covered


def third[T](xs: list[T]) -> T | None:
    if len(xs) > 2:
        return xs[2]  # covered
    return None


def bounded[T: int](x: T):
    if x > 100 and x < 100:
        return 1  # infeasible
    return 2


def constrained[T: (int, str)](x: T, y: T):
    if x == y:
        return 1  # covered
    return 2  # covered


def parameters[**P, R](x: int, *args: P.args, **kwargs: P.kwargs):
    if x == 77:
        return 1  # covered
    return 2


def variadic[*Ts](*args: *Ts):
    if len(args) == 2:
        return 1  # covered
    return 2


def used_in_the_body[T](x: T, n: int):
    if n == 77:
        y: T = cast(T, x)
        return y  # covered
    return [T for _ in range(1)]


T = 5


def hides_a_global[T](n: int):
    if T == 5:
        return 1  # infeasible
    return n


class Stack[T]:
    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, x: T) -> None:
        self.items.append(x)

    def size[U](self, unit: U):
        if len(self.items) == 1:
            return len(self.items), unit  # covered
        return 0, (lambda: T)()


@dataclass
class Node[T]:
    value: T
    next: "Node[T] | None" = None


def last(node: Node[int]):
    while node.next is not None:
        node = node.next  # covered
    if node.value == 77:
        return 1  # covered
    return 2


def inside(x: int):
    type Local = int

    def pick[T](a: T, b: T) -> T:
        y: T = a
        if x == 77:
            return y  # covered
        return b

    if pick(x, 1) == 76:
        return 1  # infeasible
    return 2


def used_inside(x: int):
    def made[T](a: T):
        return cast(T, a)

    if made(x) == 77:
        return 1  # not infeasible
    return 2
