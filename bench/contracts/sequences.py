"""Functions of lists, some of which change them."""

from __future__ import annotations


# clew: require len(xs) > 0
# clew: ensure result in xs
# clew: ensure all(result >= x for x in xs)
def largest(xs: list[int]) -> int:
    found = xs[0]
    for x in xs:
        if x > found:
            found = x
    return found


# clew: ensure result == -1 or xs[result] == x
# clew: ensure result != -1 or x not in xs
# clew: ensure all(xs[i] != x for i in range(result))
def first_of(xs: list[int], x: int) -> int:
    for i in range(len(xs)):
        if xs[i] == x:
            return i
    return -1


# clew: ensure result == len([x for x in xs if x > limit])
def count_above(xs: list[int], limit: int) -> int:
    count = 0
    for x in xs:
        if x > limit:
            count += 1
    return count


# clew: ensure result == all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1))
def is_sorted(xs: list[int]) -> bool:
    for i in range(len(xs) - 1):  # noqa: SIM110
        if xs[i] > xs[i + 1]:
            return False
    return True


# clew: ensure sorted(xs) == sorted(OLD.xs)
# clew: ensure all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1))
def insertion_sort(xs: list[int]) -> None:
    for i in range(1, len(xs)):
        j = i
        while j > 0 and xs[j - 1] > xs[j]:
            xs[j - 1], xs[j] = xs[j], xs[j - 1]
            j -= 1


# clew: ensure len(result) == len(xs)
# clew: ensure all(result[i] == sum(xs[: i + 1]) for i in range(len(xs)))
def running_totals(xs: list[int]) -> list[int]:
    totals = []
    total = 0
    for x in xs:
        total += x
        totals.append(total)
    return totals


# clew: require 0 <= i < len(xs) and 0 <= j < len(xs)
# clew: ensure xs[i] == OLD.xs[j] and xs[j] == OLD.xs[i]
# clew: ensure all(xs[k] == OLD.xs[k] for k in range(len(xs)) if k != i and k != j)
def exchange(xs: list[int], i: int, j: int) -> None:
    held = xs[i]
    xs[i] = xs[j]
    xs[j] = held


# clew: require all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1))
# clew: ensure 0 <= result <= len(xs)
# clew: ensure all(y < x for y in xs[:result])
# clew: ensure all(y >= x for y in xs[result:])
def place_of(xs: list[int], x: int) -> int:
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low


# clew: ensure len(result) == min(len(xs), len(ys))
# clew: ensure all(result[i] == xs[i] * ys[i] for i in range(len(result)))
def products(xs: list[int], ys: list[int]) -> list[int]:
    found = []
    for i in range(min(len(xs), len(ys))):
        found.append(xs[i] * ys[i])
    return found
