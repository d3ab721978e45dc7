"""What comes with Python."""

import collections
import datetime
import dataclasses
import functools
import heapq
import itertools
import math
import re


def integers(n: int) -> int:
    """`int`, of any size: `+ - * // % ** << >> & | ^`, `abs`, `divmod`, `min`, `max`, `sum`"""
    whole, rest = divmod(n, 7)
    if not 0 <= rest < 7 or whole * 7 + rest != n:
        return -1  # never
    return abs(n) % 2


def floats(x: float) -> float:
    """`float`, as IEEE 754 says: arithmetic, comparisons, infinities, NaN"""
    if x > 1.0:
        if x + 1.0 < 1.5:
            return -1.0  # never
        return 1.0
    return 0.0


def strings(text: str) -> int:
    """`str`: comparison, `+`, `*`, slices, `in`, `len`, `startswith`, `strip`, `split`, `find`, `replace`, …"""
    if text.startswith("ab"):
        if text[1] == "a":
            return -1  # never
        return 1
    return 0


def formatted(n: int) -> int:
    """f-strings, `format`, `%`"""
    if f"<{n % 2}>" not in ("<0>", "<1>"):
        return -1  # never
    return 0


def letters(data: bytes) -> int:
    """`bytes`"""
    if data[:1] == b"a" and data[0] != 97:
        return -1  # never
    return 0


def lists(numbers: list[int]) -> int:
    """`list`: `append`, `insert`, `pop`, `extend`, `index`, `sort`, `sorted`, slices, `in`, …"""
    numbers = [*numbers[:2], 5]
    numbers.append(6)
    if numbers[-1] != 6 or len(numbers) > 4:
        return -1  # never within bounds
    return len(numbers)


def ordered(a: int, b: int) -> int:
    """`sorted`, with keys"""
    low, high = sorted([a, b])
    if low > high:
        return -1  # never
    return high - low


def dicts(table: dict[str, int]) -> int:
    """`dict`: `get`, `setdefault`, `pop`, `items`, `update`, `in`, …"""
    small = {"tea": 1, "milk": table.get("milk", 0)}
    small["rum"] = 2
    if small["rum"] + small.get("tea", 0) != 3 or len(small) != 3:
        return -1  # never within bounds
    return small["milk"]


def sets(n: int) -> int:
    """`set`, `frozenset`: `add`, `|`, `&`, `-`, `in`"""
    numbers = {1, 2} | {n}
    if n not in numbers or len(numbers) > 3:
        return -1  # never
    return len(numbers)


def dates(days: int) -> int:
    """`datetime`: dates, times, durations, their differences"""
    span = datetime.timedelta(days=days % 7)
    if span > datetime.timedelta(days=7):
        return -1  # never
    return span.days


def matched(text: str) -> int:
    """`re`, on texts that are inputs"""
    if re.fullmatch("[0-9]{3}", text):
        if len(text) != 3:
            return -1  # never
        return 1
    return 0


def queues(n: int) -> int:
    """`collections.deque`"""
    queue = collections.deque([1, n])
    queue.appendleft(0)
    if queue.pop() != n or len(queue) != 2:
        return -1  # never
    return 0


def counters(n: int) -> int:
    """`collections.Counter`, `defaultdict`"""
    counts = collections.Counter([n, n, 1])
    groups: dict[int, list[int]] = collections.defaultdict(list)
    groups[n].append(1)
    if counts[n] < 2 or len(groups[n]) != 1:
        return -1  # never
    return 0


def heaps(n: int) -> int:
    """`heapq`"""
    heap = [3]
    heapq.heappush(heap, n)
    if heapq.heappop(heap) > 3:
        return -1  # never
    return 0


def mathematics(n: int) -> int:
    """`math` of integers: `gcd`, `isqrt`, `floor`, `ceil`, `comb`, `prod`"""
    if math.gcd(n, 4) > 4 or math.prod([n, 2, 3]) != 6 * n:
        return -1  # never
    return 0


def iterators(n: int) -> int:
    """`itertools`: `chain`, `islice`, `product`, `accumulate`, …"""
    numbers = list(itertools.chain([n], [1, 2]))
    if len(numbers) != 3 or numbers[0] != n:
        return -1  # never
    return 0


def reduced(n: int) -> int:
    """`functools.reduce`, `partial`, `map`, `filter`"""
    total = functools.reduce(lambda a, b: a + b, [n, 1, 2])
    if total != n + 3 or list(map(abs, [1])) != [1]:
        return -1  # never
    return 0


class Shape:
    def __init__(self, size: int) -> None:
        self.size = size

    def around(self) -> int:
        return 3 * self.size


class Framed(Shape):
    def around(self) -> int:
        return super().around() + self.size


def above(size: int) -> int:
    """`super()`"""
    if Framed(size).around() != 4 * size:
        return -1  # never
    return 0


@dataclasses.dataclass
class Point:
    x: int
    y: int


def records_made(n: int) -> int:
    """Dataclasses, made by the function"""
    point = Point(n, 2)
    if point.y != 2:
        return -1  # never
    return point.x
