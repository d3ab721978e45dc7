"""Classes whose invariants and promises say what their methods do."""

from __future__ import annotations


# clew: invariant self.balance >= 0
class Account:
    def __init__(self) -> None:
        self.balance = 0

    # clew: require amount > 0
    # clew: ensure self.balance == OLD.self.balance + amount
    def deposit(self, amount: int) -> None:
        self.balance += amount

    # clew: require amount > 0
    # clew: ensure result == (amount <= OLD.self.balance)
    # clew: ensure self.balance == OLD.self.balance - (amount if result else 0)
    def withdraw(self, amount: int) -> bool:
        if amount > self.balance:
            return False
        self.balance -= amount
        return True


# clew: invariant 0 <= self.value <= self.most
class Counter:
    # clew: require most >= 0
    # clew: ensure self.value == 0 and self.most == most
    def __init__(self, most: int) -> None:
        self.most = most
        self.value = 0

    # clew: ensure self.value == min(OLD.self.value + 1, self.most)
    # clew: ensure result == (OLD.self.value < self.most)
    def up(self) -> bool:
        if self.value < self.most:
            self.value += 1
            return True
        return False

    # clew: ensure self.value == max(OLD.self.value - 1, 0)
    def down(self) -> None:
        if self.value > 0:
            self.value -= 1


# clew: invariant len(self.items) <= self.size
class Bounded:
    # clew: require size >= 1
    # clew: ensure self.size == size and self.items == []
    def __init__(self, size: int) -> None:
        self.size = size
        self.items: list[int] = []

    # clew: ensure result == (len(OLD.self.items) < self.size)
    # clew: ensure self.items == (OLD.self.items + [item] if result else OLD.self.items)
    def push(self, item: int) -> bool:
        if len(self.items) == self.size:
            return False
        self.items.append(item)
        return True

    # clew: require len(self.items) > 0
    # clew: ensure self.items + [result] == OLD.self.items
    def pop(self) -> int:
        return self.items.pop()

    # clew: ensure result == self.size - len(self.items)
    def room(self) -> int:
        return self.size - len(self.items)
