"""Classes with state: stack, queue, heap, cache, and the code that uses them."""

from __future__ import annotations


class BoundedStack:
    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError("capacity")
        self.capacity = capacity
        self.items: list[int] = []

    def push(self, item: int) -> bool:
        if len(self.items) >= self.capacity:
            return False
        self.items.append(item)
        return True

    def pop(self) -> int:
        if not self.items:
            raise IndexError("empty")
        return self.items.pop()

    def largest(self) -> int | None:
        best = None
        for item in self.items:
            if best is None or item > best:
                best = item
        return best


class RingBuffer:
    def __init__(self, size: int = 3) -> None:
        self.slots: list[int | None] = [None] * max(size, 1)
        self.head = 0
        self.count = 0

    def put(self, item: int) -> int | None:
        lost = None
        tail = (self.head + self.count) % len(self.slots)
        if self.count == len(self.slots):
            lost = self.slots[self.head]
            self.head = (self.head + 1) % len(self.slots)
        else:
            self.count += 1
        self.slots[tail] = item
        return lost

    def take(self) -> int:
        if self.count == 0:
            raise IndexError("empty")
        item = self.slots[self.head]
        if item is None:  # infeasible through the methods
            raise RuntimeError("hole")
        self.slots[self.head] = None
        self.head = (self.head + 1) % len(self.slots)
        self.count -= 1
        return item


class MinHeap:
    def __init__(self) -> None:
        self.data: list[int] = []

    def push(self, item: int) -> None:
        self.data.append(item)
        child = len(self.data) - 1
        while child > 0:
            parent = (child - 1) // 2
            if self.data[parent] <= self.data[child]:
                break
            self.data[parent], self.data[child] = self.data[child], self.data[parent]
            child = parent

    def pop(self) -> int:
        if not self.data:
            raise IndexError("empty")
        top = self.data[0]
        last = self.data.pop()
        if self.data:
            self.data[0] = last
            self._sift_down()
        return top

    def _sift_down(self) -> None:
        index = 0
        while 2 * index + 1 < len(self.data):
            child = 2 * index + 1
            if child + 1 < len(self.data) and self.data[child + 1] < self.data[child]:
                child += 1
            if self.data[index] <= self.data[child]:
                break
            self.data[index], self.data[child] = self.data[child], self.data[index]
            index = child


class LruCache:
    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.entries: dict[str, int] = {}
        self.order: list[str] = []
        self.misses = 0

    def get(self, key: str) -> int | None:
        if key not in self.entries:
            self.misses += 1
            return None
        self.order.remove(key)
        self.order.append(key)
        return self.entries[key]

    def put(self, key: str, value: int) -> None:
        if key in self.entries:
            self.order.remove(key)
        elif len(self.entries) >= self.capacity > 0:
            oldest = self.order.pop(0)
            del self.entries[oldest]
        self.entries[key] = value
        self.order.append(key)


def heap_sorted(items: list[int]) -> list[int]:
    heap = MinHeap()
    for item in items:
        heap.push(item)
    out = []
    while heap.data:
        out.append(heap.pop())
    for left, right in zip(out, out[1:]):
        if left > right:  # infeasible: it is sorted
            raise AssertionError("not sorted")
    return out
