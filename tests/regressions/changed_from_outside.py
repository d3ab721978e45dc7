"""Objects are changed by more than their public methods: operators, setters, attributes computed when they are read,
coroutines, generators and context managers.  What only these bring about was called infeasible.

Found by reading the report on a cache whose entries are set by `c[key] = value`.
"""

import asyncio
import collections
import contextlib
import functools
import heapq
from collections.abc import Iterator, MutableMapping


class Cache(MutableMapping):
    def __init__(self, most: int) -> None:
        self._data: dict[str, int] = {}
        self.most = most

    def __getitem__(self, key: str) -> int:
        if key in self._data:
            return self._data[key]  # covered
        raise KeyError(key)

    def __setitem__(self, key: str, value: int) -> None:
        if len(self._data) == 4:
            raise ValueError("full")  # covered
        self._data[key] = value

    def __delitem__(self, key: str) -> None:
        self._data.pop(key)
        self.most += 1  # covered

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def more(self) -> bool:
        if self.most > 10 and len(self._data) == 1:
            return True  # covered
        if len(self._data) < 0:
            return True  # infeasible
        return False


class Setting:
    def __init__(self) -> None:
        self._value = 0
        self._text: str | None = None

    @property
    def value(self) -> int:
        return self._value

    @value.setter
    def value(self, value):
        if value < 0:
            raise ValueError("negative")
        self._value = value

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "new"  # covered
        return self._text

    @text.deleter
    def text(self) -> None:
        self._text = "gone"

    def state(self) -> int:
        if self._value > 10:
            return 1  # covered
        if self._value < 0:
            return 2  # infeasible within method-calls assuming construction
        if self._text == "new":
            return 3  # covered
        if self._text == "gone":
            return 4  # covered
        if self._text is not None:
            return 5  # infeasible within method-calls assuming construction
        return 6


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return getattr(instance, self.name, 0)

    def __set__(self, instance, value: int):
        if value < 0:
            raise ValueError(value)
        setattr(instance, self.name, value)


class Order:
    amount = Positive()

    def much(self) -> bool:
        if self.amount > 100:
            return True  # covered
        if self.amount < 0:
            return True  # infeasible within method-calls assuming construction
        return False


class Counting:
    def __init__(self) -> None:
        self.n = 0

    def __call__(self, by: int) -> int:
        self.n += 2 * by
        return self.n

    def __iadd__(self, by: int) -> "Counting":
        self.n += 3
        return self

    def __contains__(self, item: int) -> bool:
        self.n = 77
        return False

    def __next__(self) -> int:
        self.n = 79
        return 1

    def count(self) -> int:
        if self.n == 8:
            return 1  # covered
        if self.n == 3:
            return 2  # covered
        if self.n == 77:
            return 3  # covered
        if self.n == 79:
            return 4  # covered
        return 0


class Connection:
    def __init__(self) -> None:
        self.open = False
        self.depth = 0
        self.queue = [1, 2]

    async def connect(self) -> None:
        await asyncio.sleep(0)
        self.open = True

    async def greet(self) -> None:
        self.depth = -1

    def __enter__(self) -> "Connection":
        self.depth += 1
        return self

    def __exit__(self, *exc) -> None:
        self.depth -= 1

    @contextlib.contextmanager
    def nested(self) -> Iterator[int]:
        self.depth += 10
        yield self.depth
        self.depth -= 10

    def drain(self) -> Iterator[int]:
        while self.queue:
            yield self.queue.pop()

    def send(self) -> int:
        if self.open:
            return 1  # covered
        if self.depth == -1:
            return 2  # covered
        if self.depth == 1:
            return 3  # covered
        if self.depth == 10:
            return 4  # covered
        return 0

    def left(self) -> int:
        if len(self.queue) == 1:
            return 1  # covered
        if not self.queue:
            return 2  # covered
        return 0


class Twice:
    def __init__(self, n: int) -> None:
        self.n = n

    @functools.cached_property
    def twice(self) -> int:
        return self.n * 2

    def known(self) -> bool:
        if "twice" in self.__dict__:
            return True  # covered
        return False


class Part:
    def __init__(self) -> None:
        self.n = 0

    def bump(self) -> None:
        self.n += 1


class Whole:
    def __init__(self, part: Part) -> None:
        self.part = part

    def bumped(self) -> bool:
        return self.part.n > 0


def of_parts(whole: Whole, parts: list[Part]) -> int:
    if whole.part.n == 1:
        return 1  # covered
    if parts and parts[0].n == 1:
        return 2  # covered
    if whole.part.n < 0:
        return 3  # covered
    return 0


class Heap:
    """Changed by code of the library only, by way of a property and of a method that is handed on."""

    def __init__(self) -> None:
        self.heap = [1, 2, 3]

    @property
    def smallest(self) -> int:
        return heapq.heappop(self.heap)

    def take(self, _=None) -> int:
        return heapq.heappop(self.heap)

    def ordered(self) -> list[int]:
        return sorted([1], key=self.take)

    def first(self) -> int:
        return self.smallest

    def left(self) -> int:
        if len(self.heap) == 1:
            return 1  # not infeasible
        if len(self.heap) == 2:
            return 2  # covered
        return 0


class Kept:
    """Iterators that an object keeps are used up by whoever iterates over them."""

    def __init__(self) -> None:
        self.numbers = self._numbers()
        self.squares = (x * x for x in [1, 2, 3])

    def _numbers(self):
        yield 1
        yield 2

    def everything(self) -> list[int]:
        return list(self.numbers)

    def has_one(self) -> bool:
        return 1 in self.squares

    def next_number(self) -> int:
        if next(self.numbers, 0) == 0:
            return 0  # covered
        return 1

    def next_square(self) -> int:
        if next(self.squares, 0) == 4:
            return 4  # covered
        return 1


class Bag(dict):
    """What the base class from the library holds is set by its own methods."""

    def __init__(self) -> None:
        super().__init__()
        self.limit = 2

    def state(self) -> int:
        if "x" in self:
            return 1  # covered
        if len(self) > self.limit:
            return 2  # covered
        if len(self) < 0:
            return 3  # infeasible
        return 0


class Pile(list):
    def __init__(self, name: str) -> None:
        self.name = name

    def top(self) -> int:
        if not self:
            return 0  # covered
        return 1  # covered


class Tags(set):
    def __init__(self) -> None:
        super().__init__()

    def some(self) -> bool:
        if self:
            return True  # covered
        return False


class Ring(collections.deque):
    def __init__(self) -> None:
        super().__init__(maxlen=1)

    def full(self) -> bool:
        if len(self) == 1:
            return True  # covered
        if len(self) == 2:
            return True  # unknown
        return False
