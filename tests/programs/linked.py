"""Graphs of objects that no constructor makes: their attributes are assigned."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Cell:
    value: int
    next: Cell | None = None


def has_cycle(head: Cell | None) -> bool:
    slow = fast = head
    while fast is not None and fast.next is not None:
        assert slow is not None
        slow = slow.next
        fast = fast.next.next
        if slow is fast:
            return True  # covered
    return False


class Link:
    def __init__(self, value: int) -> None:
        self.value = value
        self.after = None


def second(link: Link) -> int:
    if link.after is not None:
        if link.after.value > 5:
            return 1  # covered
        return 2  # covered
    return 0


class Vertex:
    def __init__(self, name: str, parent: Vertex | None = None) -> None:
        self.name = name
        self.parent = parent
        self._root = self

    def top(self) -> str:
        seen: list[Vertex] = []
        vertex = self
        while vertex.parent is not None:
            if vertex in seen:
                return "cyclic"  # covered
            seen.append(vertex)
            vertex = vertex.parent
        if vertex._root is not vertex:
            return "private"  # infeasible assuming construction
        return vertex.name


@dataclass(frozen=True)
class Fixed:
    value: int
    next: Fixed | None = None


def fixed(one: Fixed) -> int:
    if one.next is one:
        return 1  # infeasible assuming construction
    return 0
