"""Private attributes that code beside the object's own methods sets: other ways to make one, friends, and other objects
of the class.
"""

from __future__ import annotations

import copy


class Alternative:
    def __init__(self, n: int) -> None:
        self._n = abs(n)

    @classmethod
    def raw(cls, n: int) -> Alternative:
        made = cls.__new__(cls)
        made._n = n
        return made

    def negative(self) -> bool:
        if self._n < 0:
            return True  # reached by: Alternative.raw(-1).negative()
        return False


class Parsed:
    def __init__(self) -> None:
        self._text = ""
        self.__line = 0

    @staticmethod
    def of(text: str, line: int) -> Parsed:
        made = Parsed()
        made._text = text
        made.__line = line
        return made

    def shown(self) -> str:
        if self._text:
            return self._text  # reached by: Parsed.of("x", 0).shown()
        if self.__line > 0:
            return str(self.__line)  # reached by: Parsed.of("", 1).shown()
        return "-"


class Box:
    def __init__(self, v: int) -> None:
        self._v = max(v, 0)

    def peel(self) -> str:
        if self._v < 0:
            return "below"  # reached by: b = Box(1); Opener(b).open(); b.peel()
        return "above"


class Opener:
    def __init__(self, box: Box) -> None:
        self.box = box

    def open(self) -> None:
        self.box._v = -1


class Purse:
    def __init__(self) -> None:
        self._coins = 0

    def give(self, other: Purse, n: int) -> None:
        other._coins += n

    def empty(self) -> bool:
        if self._coins > 0:
            return False  # reached by: p = Purse(); Purse().give(p, 1); p.empty()
        return True


class Node:
    def __init__(self) -> None:
        self._next: Node | None = None
        self._owner: Chain | None = None

    def is_last(self) -> bool:
        if self._next is not None:
            return False  # reached by: c = Chain(); n = Node(); c.push(n); c.push(Node()); n.is_last()
        return True

    def free(self) -> bool:
        if self._owner is not None:
            return False  # reached by: c = Chain(); n = Node(); c.push(n); n.free()
        return True


class Chain:
    def __init__(self) -> None:
        self._last: Node | None = None

    def push(self, node: Node) -> None:
        if self._last is not None:
            self._last._next = node
        node._owner = self
        self._last = node


class Door:
    def __init__(self) -> None:
        self._locked = True

    def knock(self) -> str:
        if not self._locked:
            return "come in"  # reached by: d = Door(); unlock(d); d.knock()
        return "-"


def unlock(door: Door) -> None:
    door._locked = False


class Clock:
    def __init__(self) -> None:
        self._ticks = 0

    def later(self) -> Clock:
        made = copy.copy(self)
        made._ticks += 1
        return made

    def started(self) -> bool:
        if self._ticks > 0:
            return True  # reached by: Clock().later().started()
        return False


class Closed:
    """Only its own methods set it."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, n: int) -> None:
        self._sum += abs(n)

    def total(self) -> int:
        if self._sum < 0:
            return -1
        return self._sum
