"""Functions of numbers whose contracts say all that matters."""

from __future__ import annotations


# clew: require lo <= hi
# clew: ensure lo <= result <= hi
# clew: ensure result == x or (x < lo and result == lo) or (x > hi and result == hi)
def clamp(x: int, lo: int, hi: int) -> int:
    if x < lo:
        return lo
    return hi if x > hi else x


# clew: ensure result >= 0
# clew: ensure result == x or result == -x
def magnitude(x: int) -> int:
    return -x if x < 0 else x


# clew: ensure result == (x > 0) - (x < 0)
def sign(x: int) -> int:
    if x == 0:
        return 0
    return 1 if x > 0 else -1


# clew: ensure result in (a, b, c)
# clew: ensure result >= a and result >= b and result >= c
def largest_of(a: int, b: int, c: int) -> int:
    largest = a
    if b > largest:
        largest = b
    if c > largest:
        largest = c
    return largest


# clew: require n >= 0
# clew: ensure result * result <= n < (result + 1) * (result + 1)
def root(n: int) -> int:
    found = 0
    while (found + 1) * (found + 1) <= n:
        found += 1
    return found


# clew: require a >= 0 and b > 0
# clew: ensure result[0] * b + result[1] == a
# clew: ensure 0 <= result[1] < b
def divided(a: int, b: int) -> tuple[int, int]:
    times = 0
    rest = a
    while rest >= b:
        rest -= b
        times += 1
    return times, rest


# clew: require 1 <= month <= 12
# clew: ensure 28 <= result <= 31
# clew: ensure (result == 29) == (month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
# clew: ensure (result == 30) == (month in (4, 6, 9, 11))
# clew: ensure (result == 28) == (month == 2 and result != 29)
def days_in(year: int, month: int) -> int:
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31


# clew: require 0 <= percent <= 100 and price >= 0
# clew: ensure 0 <= result <= price
# clew: ensure 100 * result <= price * (100 - percent) < 100 * (result + 1)
def reduced(price: int, percent: int) -> int:
    return price - (price * percent + 99) // 100


# clew: require a_first <= a_last and b_first <= b_last
# clew: ensure result == (max(a_first, b_first) <= min(a_last, b_last))
def overlap(a_first: int, a_last: int, b_first: int, b_last: int) -> bool:
    return not (a_last < b_first or b_last < a_first)


# clew: require hour in range(24) and minute in range(60) and later >= 0
# clew: ensure result[0] in range(24) and result[1] in range(60)
# clew: ensure (hour * 60 + minute + later - result[0] * 60 - result[1]) % 1440 == 0
def clock_after(hour: int, minute: int, later: int) -> tuple[int, int]:
    minutes = hour * 60 + minute + later
    return minutes // 60 % 24, minutes % 60
