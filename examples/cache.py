"""A cache that forgets what was not used for the longest time."""

from __future__ import annotations

from collections.abc import Callable


class LruCache:
    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError("a cache holds at least one entry")
        self.capacity = capacity
        self.entries: dict[str, int] = {}
        self.hits = 0
        self.misses = 0

    def get(self, key: str) -> int | None:
        if key not in self.entries:
            self.misses += 1
            return None
        self.hits += 1
        value = self.entries.pop(key)
        self.entries[key] = value
        return value

    def put(self, key: str, value: int) -> None:
        if key in self.entries:
            del self.entries[key]
        elif len(self.entries) >= self.capacity:
            oldest = next(iter(self.entries))
            del self.entries[oldest]
        self.entries[key] = value

    def hit_rate(self) -> float:
        calls = self.hits + self.misses
        return self.hits / calls if calls else 0.0


def memoized(function: Callable[[int], int], arguments: list[int]) -> list[int]:
    """Call a function once for each distinct argument."""
    known: dict[int, int] = {}
    results = []
    for argument in arguments:
        if argument not in known:
            known[argument] = function(argument)
        results.append(known[argument])
    return results
