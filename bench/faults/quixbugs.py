"""The forty algorithms of QuixBugs, written anew, each with the bug that its program there has.

Lin, Koppel, Chen and Solar-Lezama: *QuixBugs: a multi-lingual program repair benchmark set based on the Quixey
Challenge* (SPLASH Companion 2017).  Only the kind of each bug and the place where it sits are theirs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush, heappushpop


@dataclass
class Node:
    """Of a linked list, or of a graph."""

    name: str = ""
    following: Node | None = None
    neighbours: list[Node] = field(default_factory=list)


def bitcount(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    ones = 0
    while n:
        n &= n - 1  # bug: n ^= n - 1
        ones += 1
    return ones


def breadth_first_search(start: Node, goal: Node) -> bool:
    waiting = deque([start])
    seen = [start]
    while waiting:  # bug: while True:
        node = waiting.popleft()
        if node is goal:
            return True
        for other in node.neighbours:
            if not any(other is each for each in seen):
                waiting.append(other)
                seen.append(other)
    return False


def bucketsort(numbers: list[int], limit: int) -> list[int]:
    counts = [0] * limit
    for number in numbers:
        counts[number] += 1
    ordered: list[int] = []
    for number, times in enumerate(counts):  # bug: for number, times in enumerate(numbers):
        ordered.extend([number] * times)
    return ordered


def depth_first_search(start: Node, goal: Node) -> bool:
    seen: list[Node] = []

    def found_from(node: Node) -> bool:
        if any(node is each for each in seen):
            return False
        if node is goal:
            return True
        seen.append(node)  # bug: pass
        return any(found_from(other) for other in node.neighbours)

    return found_from(start)


def detect_cycle(head: Node | None) -> bool:
    slow = fast = head
    while True:
        if fast is None or fast.following is None:  # bug: if fast.following is None:
            return False
        slow = slow.following
        fast = fast.following.following
        if slow is fast:
            return True


def find_first_in_sorted(items: list[int], wanted: int) -> int:
    low, high = 0, len(items)
    while low < high:  # bug: while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted and (middle == 0 or items[middle - 1] != wanted):
            return middle
        if wanted <= items[middle]:
            high = middle
        else:
            low = middle + 1
    return -1


def find_in_sorted(items: list[int], wanted: int) -> int:
    def within(low: int, high: int) -> int:
        if low == high:
            return -1
        middle = low + (high - low) // 2
        if wanted < items[middle]:
            return within(low, middle)
        if wanted > items[middle]:
            return within(middle + 1, high)  # bug: return within(middle, high)
        return middle

    return within(0, len(items))


def flatten(nested: object) -> Iterator[object]:
    if isinstance(nested, list):
        for each in nested:
            yield from flatten(each)
    else:
        yield nested  # bug: yield flatten(nested)


def gcd(a: int, b: int) -> int:
    if b == 0:
        return a
    return gcd(b, a % b)  # bug: return gcd(a % b, b)


def get_factors(n: int) -> list[int]:
    if n <= 1:
        return []
    divisor = 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            return [divisor, *get_factors(n // divisor)]
        divisor += 1
    return [n]  # bug: return []


def hanoi(height: int, start: int = 1, end: int = 3) -> list[tuple[int, int]]:
    moves: list[tuple[int, int]] = []
    if height > 0:
        between = 6 - start - end
        moves.extend(hanoi(height - 1, start, between))
        moves.append((start, end))  # bug: moves.append((start, between))
        moves.extend(hanoi(height - 1, between, end))
    return moves


def is_valid_parenthesization(text: str) -> bool:
    depth = 0
    for letter in text:
        if letter == "(":
            depth += 1
        else:
            depth -= 1
            if depth < 0:
                return False
    return depth == 0  # bug: return True


def kheapsort(items: list[int], k: int) -> list[int]:
    """Sort a list in which nothing is more than k places away from where it belongs."""
    heap = items[:k]
    heapify(heap)
    ordered: list[int] = []
    for item in items[k:]:  # bug: for item in items:
        ordered.append(heappushpop(heap, item))
    while heap:
        ordered.append(heappop(heap))
    return ordered


def knapsack(capacity: int, items: list[tuple[int, int]]) -> int:
    """The most value that fits; items: weights and values."""
    best = [0] * (capacity + 1)
    for weight, value in items:
        before = list(best)
        for room in range(capacity + 1):
            if weight <= room:  # bug: if weight < room:
                best[room] = max(before[room], value + before[room - weight])
    return best[capacity]


def kth(items: list[int], k: int) -> int:
    pivot = items[0]
    below = [x for x in items if x < pivot]
    above = [x for x in items if x > pivot]
    not_above = len(items) - len(above)
    if k < len(below):
        return kth(below, k)
    if k >= not_above:
        return kth(above, k - not_above)  # bug: return kth(above, k)
    return pivot


def lcs_length(first: str, second: str) -> int:
    """The length of the longest text that stands in both."""
    ends = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    longest = 0
    for i, a in enumerate(first, 1):
        for j, b in enumerate(second, 1):
            if a == b:
                ends[i][j] = ends[i - 1][j - 1] + 1  # bug: ends[i][j] = ends[i - 1][j] + 1
                longest = max(longest, ends[i][j])
    return longest


def levenshtein(source: str, target: str) -> int:
    if source == "" or target == "":
        return len(source) or len(target)
    if source[0] == target[0]:
        return levenshtein(source[1:], target[1:])  # bug: return 1 + levenshtein(source[1:], target[1:])
    replaced = levenshtein(source[1:], target[1:])
    removed = levenshtein(source[1:], target)
    inserted = levenshtein(source, target[1:])
    return 1 + min(replaced, removed, inserted)


def lis(items: list[int]) -> int:
    """The length of the longest increasing subsequence."""
    last: dict[int, int] = {}  # by length, the place at which the best one ends
    longest = 0
    for i, item in enumerate(items):
        fitting = [length for length in range(1, longest + 1) if items[last[length]] < item]
        length = max(fitting) if fitting else 0
        if length == longest or item < items[last[length + 1]]:
            last[length + 1] = i
            longest = max(longest, length + 1)  # bug: longest = length + 1
    return longest


def longest_common_subsequence(first: str, second: str) -> str:
    if not first or not second:
        return ""
    if first[0] == second[0]:
        return first[0] + longest_common_subsequence(first[1:], second[1:])  # bug: return first[0] + longest_common_subsequence(first[1:], second)
    left = longest_common_subsequence(first, second[1:])
    right = longest_common_subsequence(first[1:], second)
    return left if len(left) >= len(right) else right


def max_sublist_sum(items: list[int]) -> int:
    ending_here = best = 0
    for item in items:
        ending_here = max(0, ending_here + item)  # bug: ending_here = ending_here + item
        best = max(best, ending_here)
    return best


def mergesort(items: list[int]) -> list[int]:
    if len(items) <= 1:  # bug: if len(items) == 0:
        return items
    middle = len(items) // 2
    left, right = mergesort(items[:middle]), mergesort(items[middle:])
    merged: list[int] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


def minimum_spanning_tree(edges: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """edges: weight and the two ends."""
    groups: dict[int, set[int]] = {}
    chosen: list[tuple[int, int, int]] = []
    for weight, u, v in sorted(edges):
        one, other = groups.setdefault(u, {u}), groups.setdefault(v, {v})
        if one is not other:
            chosen.append((weight, u, v))
            one |= other
            for node in other:
                groups[node] = one  # bug: groups[node] |= one
    return chosen


def next_palindrome(digits: list[int]) -> list[int]:
    """The digits of the next number that reads the same backwards; those given do."""
    made = list(digits)
    high, low = len(made) // 2, (len(made) - 1) // 2
    while high < len(made):
        if made[high] == 9:
            made[high] = made[low] = 0
            high += 1
            low -= 1
        else:
            made[high] += 1
            if low != high:
                made[low] += 1
            return made
    return [1, *[0] * (len(made) - 1), 1]  # bug: return [1, *[0] * len(made), 1]


def next_permutation(items: list[int]) -> list[int] | None:
    for i in range(len(items) - 2, -1, -1):
        if items[i] < items[i + 1]:
            for j in range(len(items) - 1, i, -1):
                if items[i] < items[j]:  # bug: if items[j] < items[i]:
                    made = list(items)
                    made[i], made[j] = made[j], made[i]
                    made[i + 1 :] = reversed(made[i + 1 :])
                    return made
    return None


def pascal(rows: int) -> list[list[int]]:
    triangle = [[1]]
    for r in range(1, rows):
        row: list[int] = []
        for c in range(r + 1):  # bug: for c in range(r):
            left = triangle[r - 1][c - 1] if c > 0 else 0
            right = triangle[r - 1][c] if c < r else 0
            row.append(left + right)
        triangle.append(row)
    return triangle


def possible_change(coins: list[int], total: int) -> int:
    if total == 0:
        return 1
    if total < 0 or not coins:  # bug: if total < 0:
        return 0
    first, *rest = coins
    if first <= 0:
        raise ValueError("no coin")
    return possible_change(coins, total - first) + possible_change(rest, total)


def powerset(items: list[int]) -> list[list[int]]:
    if not items:
        return [[]]
    first, *rest = items
    without = powerset(rest)
    return without + [[first, *each] for each in without]  # bug: return [[first, *each] for each in without]


def quicksort(items: list[int]) -> list[int]:
    if not items:
        return []
    pivot, *rest = items
    lesser = quicksort([x for x in rest if x < pivot])
    greater = quicksort([x for x in rest if x >= pivot])  # bug: greater = quicksort([x for x in rest if x > pivot])
    return [*lesser, pivot, *greater]


def reverse_linked_list(head: Node | None) -> Node | None:
    before: Node | None = None
    while head is not None:
        after = head.following
        head.following = before
        before = head  # bug: pass
        head = after
    return before


def rpn_eval(tokens: list[int | str]) -> int:
    stack: list[int] = []
    for token in tokens:
        if isinstance(token, int):
            stack.append(token)
            continue
        right, left = stack.pop(), stack.pop()
        if token == "+":
            stack.append(left + right)
        elif token == "-":
            stack.append(left - right)  # bug: stack.append(right - left)
        elif token == "*":
            stack.append(left * right)
        else:
            stack.append(left // right)  # bug: stack.append(right // left)
    return stack.pop()


def shortest_path_length(lengths: dict[tuple[int, int], int], start: int, goal: int) -> int | None:
    waiting = [(0, start)]
    done: set[int] = set()
    while waiting:
        distance, node = heappop(waiting)
        if node == goal:
            return distance
        if node in done:
            continue
        done.add(node)
        for (source, target), length in lengths.items():
            if source == node and target not in done:
                heappush(waiting, (distance + length, target))  # bug: heappush(waiting, (length, target))
    return None


def shortest_path_lengths(n: int, lengths: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Between all pairs; what is not there is out of reach."""
    known = {(i, i): 0 for i in range(n)} | lengths
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if (i, k) in known and (k, j) in known:
                    through = known[i, k] + known[k, j]  # bug: through = known[i, k] + known.get((j, k), known[k, j])
                    known[i, j] = min(known.get((i, j), through), through)
    return known


def shortest_paths(source: str, weights: dict[tuple[str, str], int]) -> dict[str, float]:
    """The distance of each node, by as many rounds of relaxation as there are nodes."""
    distance = {node: float("inf") for edge in weights for node in edge}
    distance[source] = 0
    for _ in range(len(distance) - 1):
        for (u, v), weight in weights.items():
            distance[v] = min(distance[u] + weight, distance[v])  # bug: weights[u, v] = min(distance[u] + weight, distance[v])
    return distance


def shunting_yard(tokens: list[int | str]) -> list[int | str]:
    strength = {"+": 1, "-": 1, "*": 2, "/": 2}
    output: list[int | str] = []
    operators: list[str] = []
    for token in tokens:
        if isinstance(token, int):
            output.append(token)
        else:
            while operators and strength[token] <= strength[operators[-1]]:
                output.append(operators.pop())
            operators.append(token)  # bug: pass
    while operators:
        output.append(operators.pop())
    return output


def sieve(most: int) -> list[int]:
    primes: list[int] = []
    for n in range(2, most + 1):
        if all(n % p > 0 for p in primes):  # bug: if any(n % p > 0 for p in primes):
            primes.append(n)
    return primes


def sqrt(x: float, error: float) -> float:
    if not 0 <= x <= 1000 or not 0.001 <= error <= 1:
        raise ValueError("too far")
    guess = x / 2
    while abs(x - guess**2) > error:  # bug: while abs(x - guess) > error:
        guess = 0.5 * (guess + x / guess)
    return guess


def subsequences(low: int, high: int, length: int) -> list[list[int]]:
    """The increasing ones of the numbers from low to high."""
    if length == 0:
        return [[]]  # bug: return []
    found: list[list[int]] = []
    for i in range(low, high + 1 - length):
        found.extend([i, *rest] for rest in subsequences(i + 1, high, length - 1))
    return found


def to_base(number: int, base: int) -> str:
    if number < 0 or not 2 <= base <= 36:
        raise ValueError("out of range")
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    text = ""
    while number > 0:
        number, digit = divmod(number, base)
        text = digits[digit] + text  # bug: text = text + digits[digit]
    return text


def topological_ordering(needs: dict[int, list[int]]) -> list[int]:
    """needs: of each node those that come before it."""
    ordered = [node for node in needs if not needs[node]]
    for node in ordered:
        for other in needs:
            if node in needs[other] and other not in ordered and set(needs[other]) <= set(ordered):  # bug: if node in needs[other] and other not in ordered and set(needs[node]) <= set(ordered):
                ordered.append(other)
    return ordered


def wrap(text: str, columns: int) -> list[str]:
    if columns < 1:
        raise ValueError("no room")
    lines: list[str] = []
    while len(text) > columns:
        space = text.rfind(" ", 0, columns)
        end = columns if space <= 0 else space
        lines.append(text[:end])
        text = text[end:]
    lines.append(text)  # bug: pass
    return lines
