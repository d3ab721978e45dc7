"""One default object for all calls: what is made without the argument shares it."""

from collections import deque


class Pub:
    def __init__(self, xs: list[int] = []) -> None:
        self.xs = xs


def through_another(a: Pub, x: int) -> int:
    n = len(a.xs)
    Pub().xs.append(x)
    if len(a.xs) != n:
        return 1  # reached by: through_another(Pub(), 1)
    return 0


def same(a: Pub, b: Pub) -> int:
    if a is b:
        return 0
    if a.xs is b.xs:
        return 1  # reached by: same(Pub(), Pub())
    return 2


class Bag:
    def __init__(self, xs: list[int] = []) -> None:
        self._xs = xs

    def add(self, x: int) -> int:
        n = len(self._xs)
        other = Bag()
        other._xs.append(x)
        if len(self._xs) != n:
            return 1  # reached by: Bag().add(1)
        return 0


class Queue:
    def __init__(self, *, waiting: deque[int] = deque(), by_name: dict[str, int] = {}) -> None:
        self.waiting = waiting
        self.by_name = by_name


def waiting(q: Queue, x: int) -> int:
    if q.waiting:
        return 0
    Queue().waiting.append(x)
    if q.waiting:
        return 1  # reached by: waiting(Queue(), 1)
    return 2


def by_name(q: Queue, x: str) -> int:
    if x in q.by_name:
        return 0
    Queue().by_name[x] = 1
    if x in q.by_name:
        return 1  # reached by: by_name(Queue(), "")
    return 2


def grow(xs: list[int] = []) -> list[int]:
    xs.append(1)
    return xs


def grown(a: list[int]) -> int:
    n = len(a)
    grow()
    if len(a) != n:
        return 1  # reached by: grown(grow()) [supposing module-state]
    return 0


def handed_on(xs: list[int] = []) -> list[int]:
    return xs


def changed_by_the_caller() -> int:
    found = handed_on()
    found.append(1)
    if len(found) > 2:
        return 1  # reached by: changed_by_the_caller(); changed_by_the_caller(); changed_by_the_caller()
    return 0


def summed(xs: list[int] = []) -> int:
    total = 0
    for x in xs:
        total += x * x
    return total
