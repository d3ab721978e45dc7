"""Dictionaries and sets: graphs, counting, grouping."""

from collections import deque


def shortest_path(graph: dict[str, list[str]], start: str, goal: str) -> list[str] | None:
    if start not in graph:
        return None
    queue = deque([[start]])
    seen = {start}
    while queue:
        path = queue.popleft()
        if path[-1] == goal:
            return path
        for neighbour in graph.get(path[-1], []):
            if neighbour not in seen:
                seen.add(neighbour)
                queue.append([*path, neighbour])
    return None


def topological(graph: dict[int, list[int]]) -> list[int]:
    incoming = {node: 0 for node in graph}
    for targets in graph.values():
        for target in targets:
            incoming[target] = incoming.get(target, 0) + 1
    ready = sorted(node for node, count in incoming.items() if count == 0)
    order = []
    while ready:
        node = ready.pop(0)
        order.append(node)
        for target in graph.get(node, []):
            incoming[target] -= 1
            if incoming[target] == 0:
                ready.append(target)
    if len(order) != len(incoming):
        raise ValueError("cycle")
    return order


def word_counts(text: str, least: int = 1) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in text.lower().split():
        word = word.strip(".,!?")
        if not word:
            continue
        counts[word] = counts.get(word, 0) + 1
    return {w: n for w, n in counts.items() if n >= least}


def group_by_parity(numbers):
    groups = {"even": [], "odd": []}
    for number in numbers:
        key = "even" if number % 2 == 0 else "odd"
        groups[key].append(number)
    if len(groups["even"]) > len(groups["odd"]):
        groups["winner"] = "even"
    elif len(groups["even"]) < len(groups["odd"]):
        groups["winner"] = "odd"
    return groups


def merge_settings(base, extra):
    merged = dict(base)
    for key, value in extra.items():
        if key in merged and isinstance(merged[key], dict) and isinstance(value, dict):
            merged[key] = merge_settings(merged[key], value)
        elif value is None:
            merged.pop(key, None)
        else:
            merged[key] = value
    return merged


def two_sum(numbers: list[int], target: int) -> tuple[int, int] | None:
    seen: dict[int, int] = {}
    for index, number in enumerate(numbers):
        other = target - number
        if other in seen:
            return seen[other], index
        seen[number] = index
    return None


def compare_sets(left: set[int], right: set[int]) -> str:
    if left == right:
        return "equal"
    if left < right:
        return "subset"
    if left > right:
        return "superset"
    if not left & right:
        return "disjoint"
    return "overlapping"


def is_anagram(first, second):
    if len(first) != len(second):
        return False
    counts = {}
    for c in first:
        counts[c] = counts.get(c, 0) + 1
    for c in second:
        if counts.get(c, 0) == 0:
            return False
        counts[c] -= 1
    if any(counts.values()):  # infeasible: the lengths are the same
        return False
    return True
