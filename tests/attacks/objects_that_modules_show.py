"""Public objects of a module: whoever has one may call its methods, and hand it to functions that change it."""

from __future__ import annotations

from dataclasses import dataclass, field


class Account:
    """With a balance."""

    def __init__(self) -> None:
        self.balance = 0

    def deposit(self, amount: int) -> None:
        self.balance += amount


class Registry:
    """Of names."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def add(self, name: str) -> None:
        self.names.append(name)


@dataclass
class Node:
    """Of a tree."""

    seen: bool = False
    children: list[Node] = field(default_factory=list)


main = Account()
registry = Registry()
root = Node()
trees = {"first": Node()}


def mark(node: Node) -> None:
    node.seen = True


def is_rich() -> int:
    if main.balance > 100:
        return 1  # reached by: main.deposit(500); is_rich()
    return 0


def has_names() -> int:
    if registry.names:
        return 1  # reached by: registry.add("a"); has_names()
    return 0


def is_seen() -> int:
    if root.seen:
        return 1  # reached by: mark(root); is_seen()
    return 0


def is_first_seen() -> int:
    if trees["first"].seen:
        return 1  # reached by: mark(trees["first"]); is_first_seen()
    return 0
