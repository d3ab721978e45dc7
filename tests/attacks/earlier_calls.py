"""What calls leave behind in modules, functions, classes and objects, for the calls after them."""

from __future__ import annotations

import collections
import functools
import itertools
from typing import Callable, Iterator

_memo: dict[int, int] = {}
_seen: set[str] = set()
_stack: list[int] = []
_log = collections.deque(maxlen=3)
_counts = collections.Counter()
_ids = itertools.count(1)
_state = "new"
_limit = 10
_hooks: dict[str, Callable[[int], int]] = {}
_default: int | None = None
_nested = {"a": {"hits": 0}, "b": {"hits": 0}}
_pair = ([0], "fixed")


def square(n: int) -> int:
    if n in _memo:
        return _memo[n]  # reached by: square(3); square(3)
    _memo[n] = n * n
    return n * n


def poison(n: int, value: int) -> None:
    _memo[n] = value


def half(n: int) -> int:
    found = _memo.get(n, 1)
    if found < 0:
        return -1  # reached by: poison(4, -2); half(4)
    return n // 2


def first_time(name: str) -> bool:
    if name in _seen:
        return False  # reached by: first_time("a"); first_time("a")
    _seen.add(name)
    return True


def push(x: int) -> int:
    _stack.append(x)
    if len(_stack) > 3:
        _stack.clear()  # reached by: [push(i) for i in range(4)]
        return 0
    return len(_stack)


def top() -> int:
    if not _stack:
        raise LookupError("empty")
    return _stack[-1]  # reached by: push(1); top()


def remember(x: int) -> int:
    _log.append(x)
    if len(_log) == 3 and _log[0] == _log[2]:
        return 1  # reached by: remember(1); remember(2); remember(1)
    return 0


def vote(name: str) -> str:
    _counts[name] += 1
    best, count = _counts.most_common(1)[0]
    if count >= 2 and best != name:
        return best  # reached by: vote("a"); vote("a"); vote("b")
    return name


def ticket() -> int:
    number = next(_ids)
    if number > 2:
        return -number  # reached by: ticket(); ticket(); ticket()
    return number


def start() -> None:
    global _state
    if _state == "stopped":
        raise RuntimeError("stopped")  # reached by: start(); stop(); start()
    _state = "running"


def stop() -> None:
    global _state
    if _state != "running":
        return
    _state = "stopped"  # reached by: start(); stop()


def set_limit(value: int) -> None:
    global _limit
    if value < 0:
        raise ValueError(value)
    _limit = value


def over(x: int) -> bool:
    if x > _limit and x < 5:
        return True  # reached by: set_limit(1); over(3)
    return x > _limit


def register(name: str, hook: Callable[[int], int]) -> None:
    _hooks[name] = hook


def run(name: str, x: int) -> int:
    if name in _hooks:
        return _hooks[name](x)  # reached by: register("a", abs); run("a", -1)
    return x


def default() -> int:
    global _default
    if _default is None:
        _default = 7
        return 0
    return _default  # reached by: default(); default()


def hit(key: str) -> int:
    entry = _nested.get(key)
    if entry is None:
        return -1
    entry["hits"] += 1
    if entry["hits"] > 1:
        return entry["hits"]  # reached by: hit("a"); hit("a")
    return 0


def inside(x: int) -> int:
    _pair[0].append(x)
    if len(_pair[0]) > 2 and _pair[0][1] == 5:
        return 1  # reached by: inside(5); inside(1)
    return 0


def collect(x: int, into: list[int] = []) -> int:
    into.append(x)
    if sum(into) == 10 and x == 3:
        return 1  # reached by: collect(7); collect(3)
    return 0


def keyed(x: int, *, cache: dict[int, str] = {}) -> str:
    if x not in cache:
        cache[x] = "fresh"
    elif cache[x] == "old":
        return "old"  # reached by: keyed(1); keyed(1); keyed(1)
    else:
        cache[x] = "old"  # reached by: keyed(1); keyed(1)
    return cache[x]


def every(n: int) -> Callable[[], bool]:
    count = 0

    def step() -> bool:
        nonlocal count
        count += 1
        return count % n == 0

    return step


_third = every(3)


def third(x: int) -> int:
    if _third():
        return x  # reached by: third(1); third(1); third(1)
    return 0


def gathering() -> Callable[[int], int]:
    found: list[int] = []

    def gather(x: int) -> int:
        found.append(x)
        return len(found)

    return gather


_gather = gathering()


def gathered(x: int) -> int:
    if _gather(x) == 2:
        return 1  # reached by: gathered(1); gathered(1)
    return 0


def called(x: int) -> int:
    called.times = getattr(called, "times", 0) + 1
    if called.times == 2:
        return 1  # reached by: called(1); called(1)
    return 0


def once(function: Callable[[int], int]) -> Callable[[int], int]:
    done: list[int] = []

    @functools.wraps(function)
    def wrapper(x: int) -> int:
        if done:
            return done[0]  # reached by: twice(1); twice(2)
        done.append(function(x))
        return done[0]

    return wrapper


@once
def twice(x: int) -> int:
    return 2 * x


class Registry:
    names: list[str] = []
    latest: int | None = None

    def add(self, name: str) -> int:
        self.names.append(name)
        if len(self.names) > 1 and self.names[0] == "x":
            return 1  # reached by: Registry().add("x"); Registry().add("y")
        return 0

    @classmethod
    def note(cls, x: int) -> int:
        if cls.latest is not None and cls.latest > x:
            return -1  # reached by: Registry.note(3); Registry.note(2)
        cls.latest = x
        return 0


class Session:
    def __init__(self) -> None:
        self.open = False
        self.items: list[int] = []


_session = Session()


def login() -> None:
    _session.open = True


def put(x: int) -> int:
    if not _session.open:
        return -1
    _session.items.append(x)  # reached by: login(); put(1)
    if len(_session.items) > 1:
        return _session.items[0]  # reached by: login(); put(1); put(1)
    return 0


def numbers() -> Iterator[int]:
    yield from (1, 2)


_numbers = numbers()


def following() -> int:
    for number in _numbers:
        return number
    return 0  # reached by: following(); following(); following()


@functools.lru_cache(maxsize=None)
def table(n: int) -> list[int]:
    return [n]


def grow(n: int) -> int:
    found = table(n)
    found.append(n)
    if len(found) > 2:
        return 1  # reached by: grow(1); grow(1)
    return 0


def unrelated(x: int) -> int:
    _memo[x] = 1
    if x > 3 and x < 3:
        return 1
    return 0
