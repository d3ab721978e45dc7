"""Iterators that are drawn from again after an exception came out of them, or after their end."""

import csv
import itertools
from collections import deque
from dataclasses import dataclass
from itertools import accumulate, chain, compress, cycle, dropwhile, filterfalse, groupby, islice, starmap, takewhile, tee


class Source:
    """Raises at 0 and ends at -1, and goes on with the next number both times."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.place = 0

    def __iter__(self) -> "Source":
        return self

    def __next__(self) -> int:
        self.place += 1
        if self.place > len(self.numbers):
            raise StopIteration
        number = self.numbers[self.place - 1]
        if number == 0:
            raise ValueError("zero")
        if number == -1:
            raise StopIteration
        return number


@dataclass
class Feed:
    """A buffer that may be filled again."""

    waiting: list[str]

    def __iter__(self) -> "Feed":
        return self

    def __next__(self) -> str:
        if not self.waiting:
            raise StopIteration
        return self.waiting.pop(0)


def parse_all(rows: list[tuple[int, int]]) -> tuple[int, int]:
    ratios = map(lambda row: row[0] // row[1], rows)
    good = skipped = 0
    while True:
        try:
            next(ratios)
        except StopIteration:
            break
        except ZeroDivisionError:
            skipped += 1
            continue
        good += 1
    if skipped and good and rows[0][1] == 0:
        good += 1  # reached by: parse_all([(1, 0), (1, 1)])
    if skipped > 1:
        skipped = -1  # reached by: parse_all([(1, 0), (1, 0)])
    return good, skipped


def numbers(words: list[str]) -> int:
    found = map(int, words)
    bad = 0
    good: list[int] = []
    while True:
        try:
            good.append(next(found))
        except StopIteration:
            break
        except ValueError:
            bad += 1
    if bad > 1:
        return 1  # reached by: numbers(["a", "b"])
    if bad and good and good[-1] == int(words[-1]):
        return 2  # reached by: numbers(["a", "2"])
    return 3


def mapped(xs: list[int]) -> int:
    found = map(lambda x: 10 // x, xs)
    try:
        next(found)
    except ZeroDivisionError:
        if list(found):
            return 1  # reached by: mapped([0, 1])
    return 0


def mapped_over_two(xs: list[int]) -> int:
    found = map(lambda a, b: a + b, Source(xs), xs)
    try:
        list(found)
    except ValueError:
        if list(found):
            return 1  # reached by: mapped_over_two([1, 0, 2, 3])
    return 0


def filtered(xs: list[int]) -> int:
    found = filter(lambda x: 10 // x > 1, xs)
    try:
        next(found, 0)
    except ZeroDivisionError:
        if list(found):
            return 1  # reached by: filtered([0, 1])
    return 0


def left_out(xs: list[int]) -> int:
    found = filterfalse(lambda x: 10 // x > 2, xs)
    try:
        for _ in found:
            pass
    except ZeroDivisionError:
        for _ in found:
            return 1  # reached by: left_out([0, 20])
    return 0


def numbered(xs: list[int]) -> int:
    found = enumerate(Source(xs))
    try:
        for _ in found:
            pass
    except ValueError:
        for i, _ in found:
            if i == 0:
                return 1  # reached by: numbered([0, 2])
            return 2  # reached by: numbered([2, 0, 2])
    return 0


def zipped(xs: list[int]) -> int:
    found = zip([1, 2, 3], Source(xs))
    try:
        for _ in found:
            pass
    except ValueError:
        for a, _ in found:
            if a == 2:
                return 1  # reached by: zipped([0, 2, 3])
    return 0


def summed(xs: list[int]) -> int:
    found = accumulate(Source(xs))
    try:
        for _ in found:
            pass
    except ValueError:
        for x in found:
            if x == 3:
                return 1  # reached by: summed([1, 0, 2])
    return 0


def folded(xs: list[int]) -> int:
    found = accumulate(xs, lambda a, b: a // b)
    try:
        list(found)
    except ZeroDivisionError:
        if list(found) == [4]:
            return 1  # reached by: folded([8, 0, 2])
    return 0


def taken(xs: list[int]) -> int:
    found = takewhile(lambda x: 10 // x > 2, xs)
    try:
        for _ in found:
            pass
    except ZeroDivisionError:
        for _ in found:
            return 1  # reached by: taken([0, 2])
    return 0


def dropped(xs: list[int]) -> int:
    found = dropwhile(lambda x: 10 // x > 2, xs)
    try:
        for _ in found:
            pass
    except ZeroDivisionError:
        for _ in found:
            return 1  # reached by: dropped([0, 20])
    return 0


def starred(xs: list[int]) -> int:
    found = starmap(lambda a, b: a // b, zip(xs, xs))
    try:
        for _ in found:
            pass
    except ZeroDivisionError:
        for _ in found:
            return 1  # reached by: starred([0, 20])
    return 0


def chained(xs: list[int]) -> int:
    found = chain(Source(xs), [7])
    try:
        for _ in found:
            pass
    except ValueError:
        for x in found:
            if x != 7:
                return 1  # reached by: chained([0, 20])
            return 2  # reached by: chained([0])
    return 0


def selected(xs: list[int], flags: list[bool]) -> int:
    found = compress(Source(xs), flags)
    try:
        list(found)
    except ValueError:
        if list(found):
            return 1  # reached by: selected([0, 3], [True])
    return 0


def round_and_round(xs: list[int]) -> int:
    found = cycle(Source(xs))
    try:
        first = next(found, 0)
    except ValueError:
        first = next(found, 0)
        if first == 5 and next(found, 0) == 5:
            return 1  # reached by: round_and_round([0, 5])
        return 2
    return first


def copies(xs: list[int]) -> int:
    one, other = tee(Source(xs))
    try:
        list(one)
    except ValueError:
        if list(other) and list(one):
            return 1  # reached by: copies([0, 2])
    return 0


def grouped(xs: list[int]) -> int:
    found = groupby(xs, lambda x: 10 // x)
    try:
        list(found)
    except ZeroDivisionError:
        if list(found):
            return 1  # reached by: grouped([0, 2, 3])
    return 0


def until(xs: list[int]) -> int:
    found = iter(Source(xs).__next__, 9)
    try:
        list(found)
    except ValueError:
        if list(found):
            return 1  # reached by: until([0, 3, 9])
    return 0


def by_index(xs: list[int]) -> int:
    class Sequence:
        asked = 0

        def __getitem__(self, i: int) -> int:
            self.asked += 1
            if self.asked == 1 and xs:
                raise ValueError
            return xs[i]

    found = iter(Sequence())
    try:
        list(found)
    except ValueError:
        if list(found) == [4, 5]:
            return 1  # reached by: by_index([4, 5])
    return 0


def after_the_end(xs: list[int]) -> int:
    source = Source(xs)
    found = zip(source, [1, 2, 3])
    a = len(list(found))
    b = len(list(found))
    if a == 1 and b == 1:
        return 1  # reached by: after_the_end([3, -1, 4])
    return 0


def loops_after_the_end(xs: list[int]) -> int:
    source = Source(xs)
    count = sum(1 for _ in source)
    if count == 1:
        for _ in source:
            return 1  # reached by: loops_after_the_end([3, -1, 4])
    return 0


def filled_again(first: list[str], then: list[str]) -> int:
    feed = Feed(first)
    lines = enumerate(feed)
    before = len(list(lines))
    feed.waiting.extend(then)
    for i, _ in lines:
        if i == before:
            return 1  # reached by: filled_again([], ["a"])
    return 0


def records(first: list[str], then: list[str]) -> int:
    feed = Feed(first)
    reader = csv.reader(feed)
    before = len(list(reader))
    feed.waiting.extend(then)
    if before == 1 and len(list(reader)) == 1:
        return 1  # reached by: records(["a"], ["b"])
    return 0


def changed_dict(table: dict[str, int]) -> int:
    keys = iter(table)
    times = 0
    try:
        for key in keys:
            table[key + "x"] = 1
    except RuntimeError:
        times += 1
    try:
        next(keys, None)
    except RuntimeError:
        times += 1
    if times == 2:
        return 1  # reached by: changed_dict({"a": 1})
    return 0


def changed_deque(xs: deque[int]) -> int:
    found = iter(xs)
    times = 0
    for _ in range(2):
        try:
            next(found, None)
            xs.append(1)
            next(found, None)
        except RuntimeError:
            times += 1
    if times == 2:
        return 1  # reached by: changed_deque(deque([1]))
    return 0


def a_slice_is_over(xs: list[int]) -> int:
    found = islice(Source(xs), 3)
    try:
        list(found)
    except ValueError:
        if not list(found):
            return 1  # reached by: a_slice_is_over([0, 1, 2, 3])
    return 0


def nested(xs: list[int]) -> int:
    found = enumerate(filter(None, map(lambda x: 10 // x, xs)))
    seen = 0
    while True:
        try:
            i, _ = next(found)
        except ZeroDivisionError:
            seen += 1
            continue
        except StopIteration:
            break
        if seen == 2 and i == 1:
            return 1  # reached by: nested([0, 5, 0, 5])
    return 0


def last_pairs(xs: list[int]) -> int:
    found = itertools.pairwise(Source(xs))
    try:
        list(found)
    except ValueError:
        if not list(found):
            return 1  # reached by: last_pairs([1, 0, 2, 3])
    return 0


class Stops:
    def __init__(self, n: int) -> None:
        self.n = n

    def __bool__(self) -> bool:
        if self.n == 3:
            raise StopIteration
        return self.n > 0


def truth_that_ends(ns: list[int]) -> int:
    found = filter(None, map(Stops, ns))
    before = len(list(found))
    if before == 0 and len(list(found)) == 1:
        return 1  # reached by: truth_that_ends([3, 1])
    return 0
