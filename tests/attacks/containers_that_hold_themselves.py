"""Containers and objects inside of themselves, inner lists that are shared, and arguments that a consumer changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any


def itself(values: list[Any]) -> bool:
    for value in values:
        if value is values:
            return True  # reached by: w.loop(itself) [supposing no-sharing]
    return False


def depth(value: Any) -> int:
    if isinstance(value, list):
        try:
            return 1 + max((depth(v) for v in value), default=0)
        except RecursionError:
            return -1  # reached by: w.loop(depth)
    return 0


def lookup(data: dict[str, Any], path: str) -> int:
    current = data
    for key in path.split("."):
        current = current[key]
        if not isinstance(current, dict):
            return 0
        if current is data:
            return 1  # reached by: w.own(lookup) [supposing no-sharing]
    return 2


def nested(data: dict[str, dict[str, Any]], key: str) -> bool:
    inner = data[key]
    if inner is data:
        return True  # reached by: w.nested(nested) [supposing no-sharing]
    return False


def equal(values: list[Any]) -> bool:
    try:
        return values == list(values)
    except RecursionError:
        return False


class Folder:
    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: list[Folder] = []

    def add(self, part: Folder) -> None:
        self.parts.append(part)

    def size(self) -> int:
        return 1 + sum(part.size() for part in self.parts)

    def contains_itself(self) -> bool:
        if self in self.parts:
            return True  # reached by: w.folder(Folder).contains_itself()
        return False


def safe_size(folder: Folder) -> int:
    try:
        return folder.size()
    except RecursionError:
        return -1  # reached by: safe_size(w.folder(Folder)) [supposing resources]


@dataclass
class Link:
    value: int
    next: Link | None = None


def cyclic(link: Link) -> bool:
    if link.next is link:
        return True  # reached by: cyclic(w.link(Link))
    return False


def tortoise(link: Link | None) -> bool:
    slow = fast = link
    while fast is not None and fast.next is not None:
        slow = slow.next
        fast = fast.next.next
        if slow is fast:
            return True  # reached by: tortoise(w.link(Link))
    return False


@dataclass
class Child:
    name: str
    parent: Parent | None = None

    def orphan(self) -> bool:
        if self.parent is not None and self not in self.parent.children:
            return True  # reached by: Child("a", Parent()).orphan()
        return False


@dataclass
class Parent:
    children: list[Child] = field(default_factory=list)

    def add(self, child: Child) -> None:
        child.parent = self
        self.children.append(child)

    def consistent(self) -> bool:
        for child in self.children:
            if child.parent is not self:
                return False  # reached by: Parent([Child("a")]).consistent()
        return True


def chunks(values: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    if size < 1:
        raise ValueError
    for start in range(0, len(values), size):
        part = values[start : start + size]
        if not part:
            return  # reached by: w.cleared(chunks)
        yield part


def pairs(values: Sequence[int]) -> Iterator[tuple[int, int]]:
    for i in range(len(values)):
        try:
            yield values[i], i
        except IndexError:
            yield -1, i  # reached by: w.cleared_pairs(pairs)


def keyed(table: Mapping[str, int]) -> Generator[int, None, None]:
    for key in list(table):
        if key not in table:
            yield -1  # reached by: w.removed(keyed)
        else:
            yield table[key]


def counted(values: list[int]) -> Iterator[int]:
    count = len(values)
    for value in values:
        yield value
    if len(values) != count:
        yield -1  # reached by: w.grown(counted)


def queue(values: deque[int]) -> Iterator[int]:
    while values:
        before = len(values)
        yield values[0]
        if len(values) != before:
            return  # reached by: w.grown_queue(queue)
        values.popleft()


class Library:
    def __init__(self) -> None:
        self._books: list[str] = []

    @property
    def books(self) -> list[str]:
        return self._books

    def add(self, title: str) -> None:
        if title:
            self._books.append(title)

    def broken(self) -> bool:
        for title in self._books:
            if not title:
                return True  # reached by: w.empty_book(Library()).broken()
        return False


class Roster:
    def __init__(self, names: list[str]) -> None:
        if not names:
            raise ValueError("names")
        self._names = names

    def first(self) -> str:
        if not self._names:
            return "nobody"  # reached by: w.emptied(Roster).first()
        return self._names[0]


class Config:
    def __init__(self, values: dict[str, int]) -> None:
        self._values = values
        self._size = len(values)

    def changed(self) -> bool:
        if len(self._values) != self._size:
            return True  # reached by: w.extended(Config).changed()
        return False


class Matrix:
    def __init__(self, rows: list[list[int]]) -> None:
        if any(len(row) != len(rows[0]) for row in rows):
            raise ValueError
        self._rows = [list(row) for row in rows]

    def row(self, i: int) -> list[int]:
        return self._rows[i]

    def ragged(self) -> bool:
        for row in self._rows:
            if len(row) != len(self._rows[0]):
                return True  # reached by: w.ragged(Matrix).ragged()
        return False


class Stack:
    def __init__(self) -> None:
        self._items: list[int] = []

    def items(self) -> Iterable[int]:
        return self._items

    def push(self, value: int) -> None:
        if value < 0:
            raise ValueError
        self._items.append(value)

    def negative(self) -> bool:
        if self._items and self._items[-1] < 0:
            return True  # reached by: w.negative(Stack()).negative()
        return False


class Bus:
    def __init__(self) -> None:
        self.handlers: list[Callable[[str], None]] = []

    def emit(self, name: str) -> int:
        count = 0
        for handler in self.handlers:
            handler(name)
            count += 1  # reached by: w.bus(Bus()).emit("a")
        return count


@dataclass
class Invoice:
    lines: list[int] = field(default_factory=list)
    total: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.total = sum(self.lines)

    def consistent(self) -> bool:
        if self.total != sum(self.lines):
            return False  # reached by: w.added(Invoice([1])).consistent()
        return True


class Machine:
    def __init__(self) -> None:
        self.state = "idle"
        self.listeners: list[Callable[[Machine], None]] = []

    def move(self) -> bool:
        self.state = "busy"
        for listener in self.listeners:
            listener(self)
        if self.state != "busy":
            return False  # reached by: w.reentrant(Machine()).move()
        return True


def missing(table: Mapping[str, int], key: str) -> int:
    if key not in table:
        found = table[key]
        return found  # reached by: missing(w.Counter(), "a")
    return 1


def inserted(table: MutableMapping[str, list[int]], key: str) -> bool:
    if key in table:
        return False
    table[key].append(1)
    return True  # reached by: inserted(w.defaultdict(list), "a")


def bounded(values: deque[int], new: int) -> bool:
    before = len(values)
    values.append(new)
    if len(values) == before:
        return True  # reached by: bounded(w.deque([1], maxlen=1), 2)
    return False


def lost(values: deque[int]) -> bool:
    values.extend([1, 2, 3])
    if len(values) < 3:
        return True  # reached by: lost(w.deque(maxlen=2))
    return False


def at(values: list[int], index: int) -> str:
    try:
        return str(values[index])
    except IndexError as error:
        if "fit" in str(error):
            return "fit"  # reached by: at([], 2**70)
        return "range"


def padded(text: str, width: int) -> str:
    try:
        return text.ljust(width)
    except OverflowError:
        return ""  # reached by: padded("a", 2**70)


def times(text: str, count: int) -> str:
    try:
        return text * count
    except OverflowError:
        return "much"  # reached by: times("ab", 2**70)
    except MemoryError:
        return "more"  # reached by: times("a", 2**62) [supposing resources]


def shift(bit: int) -> int:
    try:
        return 1 << bit
    except OverflowError:
        return 0  # reached by: shift(2**70)
    except ValueError:
        return -1  # reached by: shift(-1)
