"""Classes that inherit from containers: their own methods are not asked where CPython's operations go past them, and
their attributes and their elements are kept apart.

Found by random executions of generated classes: `del d[key]` in the model asked the `__contains__` of the class.
"""

import collections


class Asked(dict):
    def __init__(self) -> None:
        self.asked = 0

    def __contains__(self, key: object) -> bool:
        self.asked += 1
        return False

    def __len__(self) -> int:
        self.asked += 1
        return 7

    def drop(self, key: str) -> int:
        before = self.asked
        self[key] = 1
        del self[key]
        if self.asked > before:
            return 1  # unknown
        if key in self:
            return 2  # unknown
        if self.asked > before:
            return 3  # covered
        return 0


class Ring(collections.deque):
    def __init__(self, most: int) -> None:
        self.most = most

    def distinct(self) -> int:
        if len(set(self)) > 1:
            return 1  # covered
        return sum(dict.fromkeys(self))  # covered


class Bytes(bytearray):
    def __init__(self, most: int) -> None:
        self.most = most

    def full(self) -> bool:
        if self.most > 3 and not self:
            return True  # covered
        return False
