"""Recursive functions, dynamic programming and backtracking, mostly untyped."""

from functools import lru_cache


def hanoi(n, source="a", target="c", spare="b"):
    if n < 0:
        raise ValueError(n)
    if n == 0:
        return []
    return [*hanoi(n - 1, source, spare, target), (source, target), *hanoi(n - 1, spare, target, source)]


def permutations(items):
    if len(items) <= 1:
        return [list(items)]
    found = []
    for index, item in enumerate(items):
        if item in items[:index]:
            continue
        for rest in permutations(items[:index] + items[index + 1 :]):
            found.append([item, *rest])
    return found


def ackermann(m: int, n: int) -> int:
    if m < 0 or n < 0 or m > 2 or n > 3:
        raise ValueError("range")
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann_step(m - 1, 1)
    return ackermann_step(m - 1, ackermann_step(m, n - 1))


def ackermann_step(m: int, n: int) -> int:
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann_step(m - 1, 1)
    return ackermann_step(m - 1, ackermann_step(m, n - 1))


@lru_cache(maxsize=None)
def ways_to_climb(steps: int) -> int:
    if steps < 0:
        return 0
    if steps == 0:
        return 1
    return ways_to_climb(steps - 1) + ways_to_climb(steps - 2)


def edit_distance(a: str, b: str) -> int:
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            if x == y:
                current.append(previous[j - 1])
            else:
                current.append(1 + min(previous[j], current[j - 1], previous[j - 1]))
        previous = current
    if previous[-1] > len(a) + len(b):  # infeasible
        raise AssertionError("too far")
    return previous[-1]


def knapsack(weights, values, room):
    if len(weights) != len(values):
        raise ValueError("lengths")
    if room <= 0:
        return 0
    best = [0] * (room + 1)
    for weight, value in zip(weights, values):
        if weight <= 0:
            continue
        for left in range(room, weight - 1, -1):
            if best[left - weight] + value > best[left]:
                best[left] = best[left - weight] + value
    return best[room]


def matches(pattern: str, text: str) -> bool:
    """Wildcards: ? is any character, * any number of them."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        if matches(pattern[1:], text):
            return True
        return bool(text) and matches(pattern, text[1:])
    if not text:
        return False
    if pattern[0] == "?" or pattern[0] == text[0]:
        return matches(pattern[1:], text[1:])
    return False


def coin_change(coins: list[int], amount: int) -> int:
    if amount < 0 or amount > 30:
        raise ValueError("amount")
    best = [0] + [-1] * amount
    for total in range(1, amount + 1):
        for coin in coins:
            if 0 < coin <= total and best[total - coin] >= 0:
                candidate = best[total - coin] + 1
                if best[total] < 0 or candidate < best[total]:
                    best[total] = candidate
    return best[amount]


def queens(n):
    if n < 1 or n > 5:
        raise ValueError(n)
    solutions = []

    def place(row, columns):
        if row == n:
            solutions.append(columns)
            return
        for column in range(n):
            if all(c != column and abs(c - column) != row - r for r, c in enumerate(columns)):
                place(row + 1, [*columns, column])

    place(0, [])
    if not solutions:
        return None
    return solutions[0]
