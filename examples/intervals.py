"""Sets of whole numbers as lists of intervals."""

from __future__ import annotations


def merge(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted and without overlap; each interval holds its start, not its end."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(intervals):
        if start >= end:
            continue
        if merged and start <= merged[-1][1]:
            last_start, last_end = merged[-1]
            merged[-1] = (last_start, max(last_end, end))
        else:
            merged.append((start, end))
    return merged


def overlap(a: tuple[int, int], b: tuple[int, int]) -> int:
    """How many numbers are in both."""
    low = max(a[0], b[0])
    high = min(a[1], b[1])
    if high <= low:
        return 0
    return high - low


def find(intervals: list[tuple[int, int]], number: int) -> int | None:
    """The index of the interval that holds a number, in a merged list, by bisection."""
    low, high = 0, len(intervals)
    while low < high:
        middle = (low + high) // 2
        start, end = intervals[middle]
        if number < start:
            high = middle
        elif number >= end:
            low = middle + 1
        else:
            return middle
    return None
