"""Lists and searching; half of them without annotations."""


def binary_search(items: list[int], wanted: int) -> int:
    low, high = 0, len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def bubble_sort(items: list[int]) -> int:
    swaps = 0
    for end in range(len(items) - 1, 0, -1):
        swapped = False
        for i in range(end):
            if items[i] > items[i + 1]:
                items[i], items[i + 1] = items[i + 1], items[i]
                swapped = True
                swaps += 1
        if not swapped:
            break
    return swaps


def merge_intervals(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(intervals):
        if start > end:
            raise ValueError("reversed interval")
        if merged and start <= merged[-1][1]:
            last = merged[-1]
            if end > last[1]:
                merged[-1] = (last[0], end)
        else:
            merged.append((start, end))
    return merged


def best_window(values: list[int], size: int) -> int:
    if size <= 0 or size > len(values):
        raise ValueError("size")
    total = sum(values[:size])
    best = total
    for i in range(size, len(values)):
        total += values[i] - values[i - size]
        if total > best:
            best = total
    return best


def majority(items):
    candidate, votes = None, 0
    for item in items:
        if votes == 0:
            candidate = item
            votes = 1
        elif item == candidate:
            votes += 1
        else:
            votes -= 1
    if items.count(candidate) * 2 > len(items):
        return candidate
    return None


def rotate(items, shift):
    if not items:
        return []
    shift %= len(items)
    if shift == 0:
        return list(items)
    if shift >= len(items):
        raise AssertionError("infeasible")
    return items[-shift:] + items[:-shift]


def longest_rise(values):
    best = current = 0
    previous = None
    for value in values:
        if previous is None or value > previous:
            current += 1
        else:
            current = 1
        if current > best:
            best = current
        previous = value
    if best > 3:
        return "long", best
    return "short", best


def matrix_product(a, b):
    if not a or not b:
        raise ValueError("empty")
    inner = len(b)
    for row in a:
        if len(row) != inner:
            raise ValueError("shape")
    width = len(b[0])
    if any(len(row) != width for row in b):
        raise ValueError("ragged")
    return [[sum(row[k] * b[k][j] for k in range(inner)) for j in range(width)] for row in a]


def spiral(rows: int, columns: int) -> list[tuple[int, int]]:
    if rows <= 0 or columns <= 0:
        return []
    top, left, bottom, right = 0, 0, rows - 1, columns - 1
    out = []
    while top <= bottom and left <= right:
        for c in range(left, right + 1):
            out.append((top, c))
        for r in range(top + 1, bottom + 1):
            out.append((r, right))
        if top < bottom and left < right:
            for c in range(right - 1, left - 1, -1):
                out.append((bottom, c))
            for r in range(bottom - 1, top, -1):
                out.append((r, left))
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
    return out
