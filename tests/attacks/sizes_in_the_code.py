"""Where the code compares a length, an index or a count with a constant, inputs of that size exist."""

from collections import deque
from itertools import islice

MAX = 64
WIDTHS = (20, 40)
COLUMNS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]


def too_long(text: str) -> bool:
    if len(text) > 64:
        return True  # reached by: too_long("x" * 65)
    return False


def over_the_limit(text: str) -> bool:
    if len(text) > MAX:
        return True  # reached by: over_the_limit("x" * 65)
    return False


def twice_the_limit(data: bytes) -> bool:
    if len(data) >= 2 * MAX:
        return True  # reached by: twice_the_limit(b"x" * 128)
    return False


def many(xs: list[int]) -> int:
    if len(xs) > 10:
        return 1  # reached by: many([0] * 11)
    return 0


def sixteenth(xs: list[int]) -> int:
    if xs[15] == 3:
        return 1  # reached by: sixteenth([3] * 16)
    return 0


def found_late(xs: list[int], x: int) -> int:
    for i, y in enumerate(xs):
        if i > 10 and y == x:
            return i  # reached by: found_late([0] * 12, 0)
    return -1


def tail(text: str) -> int:
    if text[40:]:
        return 1  # reached by: tail("x" * 41)
    return 0


def padded(text: str) -> int:
    if text.ljust(50) == text:
        return 1  # reached by: padded("x" * 50)
    return 0


def first_twenty(xs: list[int]) -> int:
    total = 0
    for i in range(20):
        total += xs[i]
    return total  # reached by: first_twenty([0] * 20)


def wide_table(table: dict[str, int]) -> int:
    if len(table) >= 12:
        return 1  # reached by: wide_table({str(i): i for i in range(12)})
    return 0


def all_there(tags: set[int]) -> int:
    if len(tags) == 14:
        return 1  # reached by: all_there(set(range(14)))
    return 0


def counted(xs: list[int]) -> int:
    n = 0
    for x in xs:
        if x >= 0:
            n += 1
    if n == 13:
        return 1  # reached by: counted([0] * 13)
    return 0


def checked(text: str) -> int:
    return judged(len(text))


def judged(size: int) -> int:
    if size > 45:
        return 1  # reached by: judged(46)
    return 0


def one_line(text: str) -> str:
    if width(text) > 72:
        return text[:69] + "..."  # reached by: one_line("x" * 73)
    return text


def width(text: str) -> int:
    return len(text) + 2


def one_of_the_widths(text: str) -> int:
    if len(text) in WIDTHS:
        return 1  # reached by: one_of_the_widths("x" * 40)
    return 0


def as_many_columns(row: list[str]) -> int:
    if len(row) > len(COLUMNS):
        return 1  # reached by: as_many_columns(["x"] * 13)
    return 0


def shared(text: str, other: str) -> int:
    if len(text) + len(other) >= 80:
        return 1  # reached by: shared("x" * 40, "x" * 40)
    return 0


def pages(xs: list[int]) -> int:
    if len(xs) // 10 >= 3:
        return 1  # reached by: pages([0] * 30)
    return 0


def twelve_of(xs: list[int]) -> int:
    taken = list(islice(xs, 12))
    if len(taken) == 12:
        return 1  # reached by: twelve_of([0] * 12)
    return 0


def commas(text: str) -> int:
    if text.count(",") > 11:
        return 1  # reached by: commas("," * 12)
    return 0


def late_comma(text: str) -> int:
    if text.find(",") > 36:
        return 1  # reached by: late_comma("x" * 37 + ",")
    return 0


def of_length(key: str) -> bool:
    return len(key) == 40 and key.isalnum()


def is_key(key: str) -> int:
    if of_length(key):
        return 1  # reached by: is_key("a" * 40)
    return 0


def last_ten(window: list[int]) -> int:
    kept: deque[int] = deque(maxlen=10)
    for x in window:
        kept.append(x)
    if len(kept) == 10:
        return 1  # reached by: last_ten([0] * 10)
    return 0


class Buffer:
    SIZE = 12

    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, item: int) -> bool:
        if len(self.items) >= self.SIZE:
            return False  # reached by: w.filled(Buffer(), 12).push(0)
        self.items.append(item)
        return True


class Attempts:
    def __init__(self) -> None:
        self.count = 0
        self.most = 6

    def failed(self) -> bool:
        self.count += 1
        if self.count > self.most:
            return True  # reached by: w.failing(Attempts(), 6).failed()
        return False


def full(buffer: Buffer) -> int:
    if len(buffer.items) == 12:
        return 1  # reached by: full(w.filled(Buffer(), 12))
    return 0
