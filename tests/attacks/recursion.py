"""What recursion cuts is named so, and deeper calls exist."""

from __future__ import annotations

from dataclasses import dataclass


def countdown(n: int) -> int:
    if n <= 0:
        return 0
    below = countdown(n - 1)
    if below == 30:
        return 99  # reached by: countdown(31) [beyond recursion]
    return below + 1


def even(n: int) -> bool:
    if n == 0:
        return True
    if n == 24:
        return odd(n - 2)  # reached by: even(24)
    return odd(n - 1)


def odd(n: int) -> bool:
    if n == 0:
        return False
    return even(n - 1)


@dataclass
class Node:
    value: int
    next: Node | None = None


def length(node: Node | None) -> int:
    if node is None:
        return 0
    rest = length(node.next)
    if rest == 4:
        return 50  # reached by: length(Node(0, Node(0, Node(0, Node(0, Node(0)))))) [beyond recursion, depth]
    return rest + 1


def flattened(tree: list, level: int = 0) -> int:
    if level == 6:
        return 1  # reached by: flattened([[[[[[[]]]]]]]) [beyond recursion, depth]
    best = 0
    for child in tree:
        if isinstance(child, list):
            best = max(best, flattened(child, level + 1))
    return best


def fib(n: int) -> int:
    if n < 2:
        return n
    found = fib(n - 1) + fib(n - 2)
    if found == 233:
        return -1  # reached by: fib(13) [beyond recursion]
    return found


def parse(text: str, at: int = 0) -> int:
    if at < len(text) and text[at] == "(":
        return parse(text, at + 1) + 1
    if at == 12:
        return 100  # reached by: parse("(" * 12) [beyond recursion]
    return 0


def summed(xs: list[int]) -> int:
    if not xs:
        return 0
    rest = summed(xs[1:])
    if rest == 55:
        return -1  # reached by: summed([1, 55])
    return rest + xs[0]


def gcd(a: int, b: int) -> int:
    if b == 0:
        return a
    if a == 144 and b == 89:
        return 2  # reached by: gcd(144, 89)
    return gcd(b, a % b)
