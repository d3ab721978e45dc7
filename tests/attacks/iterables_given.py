"""Iterables and callables that raise, are used up, or are no lists, where an abstract class is annotated."""

from collections import ChainMap, defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence, Set
from typing import Protocol


class Sized(Protocol):
    size: int


class Box:
    def __init__(self, size: int) -> None:
        self.size = size


def _failing(error: BaseException):
    yield 1
    raise error


def iterator_raises(items: Iterator[int]) -> int:
    try:
        for _ in items:
            pass
    except ValueError:
        return 1  # reached by: iterator_raises(_failing(ValueError()))
    return 0


def iterable_raises(items: Iterable[int]) -> int:
    try:
        return sum(items)
    except OSError:
        return -1  # reached by: iterable_raises(_failing(OSError()))


def next_raises(items: Iterator[int]) -> int:
    try:
        next(items)
        return next(items)
    except StopIteration:
        return 0
    except LookupError:
        return 1  # reached by: next_raises(_failing(KeyError()))


def generator_raises(items: Generator[int, None, None]) -> int:
    done = False
    try:
        for _ in items:
            pass
        done = True
    finally:
        if not done:
            print("cut short")  # reached by: generator_raises(_failing(ValueError()))
    return 0


def callable_raises(f: Callable[[int], int]) -> int:
    try:
        f(1)
    except ZeroDivisionError:
        return 1  # reached by: callable_raises(lambda x: x // 0)
    return 0


def twice(items: Iterable[int]) -> int:
    first = list(items)
    second = list(items)
    if first and not second:
        return 1  # reached by: twice(iter([1])) [supposing guessed-types]
    return 0


def truth(items: Iterable[int]) -> int:
    if items and not list(items):
        return 1  # reached by: truth(iter([]))
    return 0


def text_is_a_sequence(items: Sequence[str]) -> int:
    if isinstance(items, str):
        return 1  # reached by: text_is_a_sequence("ab")
    return 0


def dict_is_iterable(items: Iterable[str]) -> int:
    if isinstance(items, dict):
        return 1  # reached by: dict_is_iterable({"a": 1})
    return 0


def never_missing(m: Mapping[str, int]) -> int:
    if "a" not in m and m["a"] == 0:
        return 1  # reached by: never_missing(defaultdict(int))
    return 0


def no_dict(m: Mapping[str, int]) -> int:
    if not isinstance(m, dict):
        return 1  # reached by: no_dict(ChainMap())
    return 0


def frozen(s: Set[int]) -> int:
    if isinstance(s, frozenset):
        return 1  # reached by: frozen(frozenset())
    return 0


def of_range(items: Sequence[int]) -> int:
    if isinstance(items, range):
        return 1  # reached by: of_range(range(3))
    return 0


def keys(items: Collection[str]) -> int:
    if items and not hasattr(items, "__getitem__"):
        return 1  # reached by: keys({"a"})
    return 0


def attribute(s: Sized) -> int:
    if s.size is True:
        return 1  # reached by: attribute(Box(True))
    return 0


def later_the_same(items: Iterable[int]) -> int:
    count = sum(1 for _ in items)
    total = sum(items)
    if count == 1 and total == 0 and sum(1 for _ in items) == 0:
        return 1  # reached by: later_the_same(iter([5]))
    return 0
