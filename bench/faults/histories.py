"""Functions with mistakes that are on record: in incident reports, advisories, textbooks and collections of bugs.

Behind each function's name stands where its mistake is known from.  All of the code was written for this file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date


def year_of_day(days: int) -> int:
    """Zune, 31 December 2008: the clock never came out of the last day of a leap year."""
    if days < 1:
        raise ValueError("days begin at 1")
    year = 1980
    while days > 365:
        if is_leap(year):
            if days <= 366:  # bug: if days < 366:
                return year
            days -= 366
        else:
            days -= 365
        year += 1
    return year


def is_leap(year: int) -> bool:
    """Lotus 1-2-3 and Excel: 1900 is a leap year."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)  # bug: return year % 4 == 0


def certificate_end(start: date) -> date:
    """Azure, 29 February 2012: certificates valid for a year could not be made on a leap day."""
    if start.month == 2 and start.day == 29:  # bug: if False:
        return date(start.year + 1, 3, 1)
    return date(start.year + 1, start.month, start.day)


def parse_octet(text: str) -> int:
    """CVE-2021-29921, ipaddress: leading zeros, which others read as octal, were accepted."""
    if not text.isdecimal() or not text.isascii():
        raise ValueError("no number")
    if len(text) > 1 and text[0] == "0":  # bug: if False:
        raise ValueError("leading zero")
    number = int(text)
    if number > 255:
        raise ValueError("too large")
    return number


def scheme_of(url: str) -> str:
    """CVE-2023-24329, urllib.parse: blanks in front of a URL hid its scheme from filters."""
    head, colon, _ = url.lstrip(" ").partition(":")  # bug: head, colon, _ = url.partition(":")
    return head.lower() if colon and head.isalpha() else ""


def is_inside(folder: str, path: str) -> bool:
    """CWE-22, path traversal: `/srv/data-secret` begins with `/srv/data`."""
    return path == folder or path.startswith(folder + "/")  # bug: return path.startswith(folder)


def is_host_allowed(host: str, allowed: list[str]) -> bool:
    """CWE-1023, CORS filters: `evilexample.com` ends with `example.com`."""
    return any(host == each or host.endswith("." + each) for each in allowed)  # bug: return any(host.endswith(each) for each in allowed)


def is_token(text: str) -> bool:
    """CWE-777: a pattern without an end takes what only begins well."""
    return re.fullmatch(r"[a-z]+", text) is not None  # bug: return re.match(r"[a-z]+", text) is not None


def impulse(force: float, seconds: float, is_imperial: bool) -> float:
    """Mars Climate Orbiter, 1999: pound-force seconds were taken for newton seconds."""
    product = force * seconds
    return product * 4.45 if is_imperial else product  # bug: return product


def to_int16(value: int) -> int:
    """Ariane 5, 1996: a value too large for 16 bits."""
    return max(-32768, min(32767, value))  # bug: return (value + 32768) % 65536 - 32768


def should_upgrade_altitude(own: int, other: int, own_below: bool, other_above: bool) -> bool:
    """Tcas of the Siemens suite (Hutchins et al. 1994): a comparison that is not strict."""
    if own_below and other_above:
        return own > other  # bug: return own >= other
    return own_below and own >= 300


def next_in_queue(ready: list[int], ratio: int) -> int:
    """Schedule of the Siemens suite (Hutchins et al. 1994): the place is one too high."""
    if not ready or not 0 <= ratio < 100:
        return -1
    return ready[len(ready) * ratio // 100]  # bug: return ready[min(len(ready) * ratio // 100 + 1, len(ready) - 1)]


def kind_of_triangle(a: int, b: int, c: int) -> str:
    """Myers, The Art of Software Testing (1979): only one order of the sides is looked at."""
    if a <= 0 or b <= 0 or c <= 0:
        return "none"
    if a + b <= c or a + c <= b or b + c <= a:  # bug: if a + b <= c:
        return "none"
    if a == b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    return "scalene"


def insertion_point(items: list[int], wanted: int) -> int:
    """Bentley, Programming Pearls (1986), column 4: most binary searches written there were wrong at the ends."""
    low, high = 0, len(items)  # bug: low, high = 0, len(items) - 1
    while low < high:
        middle = (low + high) // 2
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def line_end(text: str, start: int) -> int:
    """CWE-394, a return value nobody expected: the last line has no newline."""
    if not 0 <= start <= len(text):
        raise ValueError("outside")
    found = text.find("\n", start)
    return len(text) if found == -1 else found  # bug: return found


def shell_sorted(items: list[int]) -> list[int]:
    """CWE-193: the inner loop ends before the first place."""
    made = list(items)
    gap = len(made) // 2
    while gap > 0:
        for i in range(gap, len(made)):
            j = i - gap
            while j >= 0 and made[j] > made[j + gap]:  # bug: while j > 0 and made[j] > made[j + gap]:
                made[j], made[j + gap] = made[j + gap], made[j]
                j -= gap
        gap //= 2
    return made


def pages_of(entries: int, size: int) -> int:
    """CWE-193, off by one: a page more where the last is full."""
    if size <= 0:
        raise ValueError("no size")
    return (entries + size - 1) // size  # bug: return entries // size + 1


def fence_posts(length: int, distance: int) -> int:
    """CWE-193, known to Vitruvius: as many posts as gaps."""
    if distance <= 0 or length < 0:
        raise ValueError("no fence")
    return length // distance + 1  # bug: return length // distance


def is_checksum_valid(digits: str) -> bool:
    """Luhn (1960): doubled from the left, which is right for every second length."""
    if not digits.isascii() or not digits.isdecimal():
        return False
    total = 0
    for place, digit in enumerate(reversed(digits)):  # bug: for place, digit in enumerate(digits):
        value = int(digit)
        if place % 2 == 1:
            value = value * 2 - 9 if value > 4 else value * 2
        total += value
    return total % 10 == 0


def stem_of(name: str) -> str:
    """PEP 616: `rstrip(".py")` takes letters off, not an ending."""
    return name.removesuffix(".py")  # bug: return name.rstrip(".py")


def median(values: list[int]) -> float:
    """CWE-193: the middle of an even number of values."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 1:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2  # bug: return (ordered[middle] + ordered[middle]) / 2


def paid(cents: int, discount: int | None) -> int:
    """Hidden by truth: 0 is a value, None is none (PEP 8, Programming Recommendations)."""
    percent = 10 if discount is None else discount  # bug: percent = discount or 10
    return cents - cents * percent // 100


def with_entry(entry: str, log: list[str] | None = None) -> list[str]:
    """The Python FAQ, "Why are default values shared between objects?": the caller's own list is changed."""
    made = list(log) if log is not None else []  # bug: made = log if log is not None else []
    made.append(entry)
    return made


def without_negatives(items: list[int]) -> list[int]:
    """The Python FAQ and Stack Overflow 1207406: what is removed while it is iterated over is skipped."""
    left = list(items)
    for item in list(left):  # bug: for item in left:
        if item < 0:
            left.remove(item)
    return left


def blank_board(rows: int, columns: int) -> list[list[int]]:
    """The Python FAQ, "How do I create a multidimensional list?": all rows are one list."""
    board = [[0] * columns for _ in range(rows)]  # bug: board = [[0] * columns] * rows
    if rows > 1 and columns > 0:
        board[0][0] = 1
    return board


def retry_delay(attempt: int) -> int:
    """CWE-400: a delay that nothing caps (AWS, Exponential Backoff and Jitter, 2015)."""
    if attempt < 0:
        raise ValueError("no attempt")
    return min(60, 2 ** min(attempt, 10))  # bug: return 2 ** min(attempt, 10)


def elapsed(before: int, now: int) -> int:
    """Boeing 787 (2015) and Windows 95 (49.7 days): a counter that wraps."""
    return (now - before) % 2**32  # bug: return now - before


def floor_middle(low: int, high: int) -> int:
    """JDK-5045582, binary search: a sum of two ints that no longer is one; here a sum that is cut to 32 bits."""
    return low + (high - low) // 2  # bug: return ((low + high + 2**31) % 2**32 - 2**31) // 2


def truncated(text: str, most: int) -> str:
    """CWE-193: the text with its ellipsis is longer than it may be."""
    if most < 3:
        raise ValueError("no room")
    return text if len(text) <= most else text[: most - 3] + "..."  # bug: return text if len(text) <= most else text[:most] + "..."


def merged_ranges(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """CWE-682: a range that lies inside of the one before shortens it."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))  # bug: merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def compared_versions(one: str, other: str) -> int:
    """PEP 440: "1.10" is more than "1.9", though not as text."""
    left = [int(part) for part in one.split(".")]  # bug: left = [part for part in one.split(".")]
    right = [int(part) for part in other.split(".")]  # bug: right = [part for part in other.split(".")]
    return (left > right) - (left < right)


def unquoted(text: str) -> str:
    """CWE-193: a lone quote is its own end."""
    if len(text) >= 2 and text[0] == text[-1] == '"':  # bug: if text[:1] == text[-1:] == '"':
        return text[1:-1]
    return text


def header_value(headers: dict[str, str], name: str) -> str | None:
    """RFC 9110: names of headers are of any case."""
    for key, value in headers.items():
        if key.lower() == name.lower():  # bug: if key == name.lower():
            return value
    return None


@dataclass
class Account:
    """balance: in cents."""

    balance: int
    limit: int = 0
    log: list[str] = field(default_factory=list)

    def withdraw(self, amount: int) -> bool:
        """CWE-1284: what is negative adds."""
        if amount <= 0:  # bug: if amount == 0:
            return False
        if self.balance + self.limit < amount:
            return False
        self.balance -= amount
        return True

    def transfer(self, other: Account, amount: int) -> bool:
        """CWE-688, a call with another object than was meant: the log of the other account."""
        if not self.withdraw(amount):
            return False
        other.balance += amount
        self.log.append("out")  # bug: other.log.append("out")
        return True


class Ring:
    """Holds the last few things that were put in."""

    def __init__(self, size: int) -> None:
        if size < 1:
            raise ValueError("no size")
        self.size = size
        self.items: list[int] = []

    def put(self, item: int) -> None:
        """CWE-193: one more is kept than there is room."""
        self.items.append(item)
        if len(self.items) > self.size:  # bug: if len(self.items) > self.size + 1:
            self.items.pop(0)


def rounded_cents(amount: float) -> int:
    """The Vancouver Stock Exchange, 1982: truncated instead of rounded."""
    return int(amount * 100 + 0.5) if amount >= 0 else -int(-amount * 100 + 0.5)  # bug: return int(amount * 100)


def alarm_of(celsius: float, humidity: int) -> str:
    """CWE-480, another operator than was meant."""
    if humidity < 0 or humidity > 100:
        return "sensor"
    if celsius > 40:
        return "alarm"
    if celsius > 30 and humidity > 60:  # bug: if celsius > 30 or humidity > 60:
        return "warning"
    return "fine"


def copied_payload(payload: bytes, claimed: int) -> bytes:
    """Heartbleed (CVE-2014-0160): the length that is claimed is believed."""
    if claimed < 0 or claimed > len(payload):  # bug: if claimed < 0:
        return b""
    return payload[:claimed]


def signed_of(bits: int, width: int) -> int:
    """CWE-195: the sign bit itself is left out."""
    if width < 1 or not 0 <= bits < 2**width:
        raise ValueError("not of this width")
    return bits - 2**width if bits >= 2 ** (width - 1) else bits  # bug: return bits - 2**width if bits > 2 ** (width - 1) else bits


def word_counts(text: str) -> dict[str, int]:
    """CWE-193: the first word of its kind counts as none."""
    counts: dict[str, int] = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1  # bug: counts[word] = counts[word] + 1 if word in counts else 0
    return counts
