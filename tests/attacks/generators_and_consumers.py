"""Generators and who draws from them: consumers stop early, close, throw, send, and change what is iterated."""

from __future__ import annotations

from collections.abc import Generator, Iterator

log: list[str] = []


class Cancelled(Exception):
    pass


def numbers(items: list[int]) -> Iterator[int]:
    done = False
    try:
        for item in items:
            yield item
        done = True
    finally:
        if not done:
            log.append("left early")  # reached by: g = numbers([1]); next(g); g.close()


def retried(count: int) -> Iterator[int]:
    for attempt in range(count):
        try:
            yield attempt
        except ValueError:
            log.append("again")  # reached by: g = retried(2); next(g); g.throw(ValueError())


def of_own_class(count: int) -> Iterator[int]:
    try:
        yield count
    except Cancelled:
        yield -1  # reached by: g = of_own_class(1); next(g); g.throw(Cancelled())


def says_why(count: int) -> Iterator[int]:
    try:
        yield count
    except KeyError as error:
        if error.args == ("why",):
            yield -1  # reached by: g = says_why(1); next(g); g.throw(KeyError("why"))


def closed(name: str) -> Iterator[str]:
    try:
        yield name
    except GeneratorExit:
        log.append(name)  # reached by: g = closed("a"); next(g); g.close()
        raise


def anything(count: int) -> Iterator[int]:
    failed = False
    try:
        yield count
    except BaseException:
        failed = True
    if failed:
        yield 1  # reached by: g = anything(1); next(g); g.throw(KeyboardInterrupt())


def grown(items: list[int]) -> Iterator[int]:
    before = len(items)
    for item in items:
        yield item
    if len(items) != before:
        log.append("grown")  # reached by: xs = [1]; g = grown(xs); next(g); xs.append(2); list(g)


def emptied(items: list[int]) -> Iterator[int]:
    if items:
        yield items[0]
        if not items:
            yield -1  # reached by: xs = [1]; g = emptied(xs); next(g); xs.clear(); next(g)


def renamed(settings: dict[str, int]) -> Iterator[str]:
    if "debug" not in settings:
        yield "quiet"
        if "debug" in settings:
            yield "loud"  # reached by: d = {}; g = renamed(d); next(g); d["debug"] = 1; next(g)


def resized(table: dict[str, int]) -> Iterator[str]:
    try:
        for key in table:
            yield key
    except RuntimeError:
        yield "changed"  # reached by: d = {"a": 1}; g = resized(d); next(g); d["b"] = 2; next(g)


class Feed:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True

    def items(self) -> Iterator[int]:
        if self._stopped:
            return
        for i in range(3):
            yield i
            if self._stopped:
                return  # reached by: f = Feed(1); g = f.items(); next(g); f.stop(); list(g)

    def up_to(self) -> Iterator[int]:
        if self.limit > 2:
            return
        yield self.limit
        if self.limit > 2:
            yield -1  # reached by: f = Feed(1); g = f.up_to(); next(g); f.limit = 3; next(g)


def accumulated() -> Generator[int, int | None, None]:
    total = 0
    while True:
        sent = yield total
        if sent is None:
            continue
        total += sent
        if total > 10:
            return  # reached by: g = accumulated(); next(g); g.send(11)


def inner_of(count: int) -> Iterator[int]:
    try:
        yield from range(count)
    except LookupError:
        yield -1  # reached by: g = inner_of(2); next(g); g.throw(KeyError())


def delegating(count: int) -> Iterator[int]:
    def inner() -> Iterator[int]:
        try:
            yield count
        except ZeroDivisionError:
            log.append("inner")  # reached by: g = delegating(1); next(g); g.throw(ZeroDivisionError())

    yield from inner()
    yield -1


def with_helper(count: int) -> Iterator[int]:
    def clean() -> None:
        log.append("cleaned")  # reached by: g = with_helper(1); next(g); g.throw(OSError())

    try:
        yield count
    except OSError:
        clean()


def gives_its_own_list(count: int) -> Iterator[list[int]]:
    found: list[int] = []
    for i in range(count):
        yield found
        if len(found) > i:
            yield []  # reached by: g = gives_its_own_list(2); next(g).append(1); next(g)


def gives_a_function(count: int) -> Iterator[object]:
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True

    yield stop
    if stopped:
        yield count  # reached by: g = gives_a_function(1); next(g)(); next(g)


class Node:
    def __init__(self, value: int, children: list[Node] | None = None) -> None:
        self.value = value
        self.children = children if children is not None else []


def walked(node: Node) -> Iterator[int]:
    before = node.value
    yield node.value
    if node.value != before:
        yield -1  # reached by: n = Node(1); g = walked(n); next(g); n.value = 2; next(g)


def collected(node: Node) -> Iterator[int]:
    yield node.value
    if not isinstance(node.value, int):
        return
    kept = list(node.children)
    yield len(kept)
    if len(node.children) < len(kept):
        yield -1  # reached by: n = Node(1, [Node(2)]); g = collected(n); next(g); next(g); n.children.clear(); next(g)


def shared_iterator(source: Iterator[int]) -> Iterator[int]:
    first = next(source, 0)
    yield first
    second = next(source, None)
    if second is None and first == 1:
        yield -1  # reached by: i = iter([1, 2]); g = shared_iterator(i); next(g); next(i); next(g)


def within_loop(items: list[str]) -> Iterator[str]:
    index = 0
    while index < len(items):
        size = len(items)
        yield items[index]
        if len(items) < size:
            log.append("shrunk")  # reached by: xs = ["a", "b"]; g = within_loop(xs); next(g); xs.pop(); list(g)
        index += 1


def swallowed(count: int) -> Iterator[int]:
    tries = 0
    while tries < 2:
        try:
            yield count
            return
        except ArithmeticError:
            tries += 1
    yield -tries  # reached by: g = swallowed(1); next(g); g.throw(ArithmeticError()); g.throw(ZeroDivisionError())


def precise(count: int) -> Iterator[int]:
    """No consumer changes a number, nor what is made here and not given away."""
    made = [1, 2]
    yield count
    if len(made) != 2:
        yield -1  # infeasible
    if count > 3 and count < 2:
        yield -2  # infeasible
