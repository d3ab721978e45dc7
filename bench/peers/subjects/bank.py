"""Classes with state, dataclasses and enums."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Status(enum.Enum):
    OPEN = "open"
    FROZEN = "frozen"
    CLOSED = "closed"


class Account:
    def __init__(self, owner: str, balance: int = 0) -> None:
        if not owner:
            raise ValueError("owner")
        self.owner = owner
        self.balance = balance
        self.status = Status.OPEN
        self.log: list[str] = []

    def deposit(self, amount: int) -> None:
        if self.status is not Status.OPEN:
            raise RuntimeError("not open")
        if amount <= 0:
            raise ValueError("amount")
        self.balance += amount
        self.log.append(f"+{amount}")

    def withdraw(self, amount: int, overdraft: bool = False) -> int:
        if self.status is Status.CLOSED:
            raise RuntimeError("closed")
        if amount > self.balance:
            if not overdraft:
                raise ValueError("funds")
            self.status = Status.FROZEN
        self.balance -= amount
        self.log.append(f"-{amount}")
        return self.balance

    def close(self) -> bool:
        if self.balance != 0:
            return False
        self.status = Status.CLOSED
        return True

    def summary(self) -> str:
        if len(self.log) >= 2:
            return "busy"
        if self.log and self.status is Status.FROZEN:
            return "suspicious"
        return "quiet"


def transfer(source: Account, target: Account, amount: int) -> str:
    if source is target:
        return "same"
    if amount > source.balance:
        return "refused"
    source.withdraw(amount)
    try:
        target.deposit(amount)
    except ValueError:
        source.balance += amount
        return "rolled back"
    return "done"


@dataclass
class Line:
    product: str
    quantity: int
    price: float


@dataclass
class Order:
    lines: list[Line] = field(default_factory=list)
    coupon: str | None = None
    member: bool = False

    def total(self) -> float:
        total = 0.0
        for line in self.lines:
            if line.quantity <= 0:
                continue
            total += line.quantity * line.price
        if self.coupon == "HALF":
            total /= 2
        elif self.coupon is not None and self.coupon.startswith("OFF"):
            total = max(0.0, total - 10)
        if self.member and total > 100:
            total *= 0.95
        return total


def next_status(status: Status, event: str) -> Status:
    match status, event:
        case Status.OPEN, "freeze":
            return Status.FROZEN
        case Status.FROZEN, "thaw":
            return Status.OPEN
        case (Status.OPEN | Status.FROZEN), "close":
            return Status.CLOSED
        case Status.CLOSED, _:
            raise ValueError("closed for good")
    return status


class Light(enum.IntEnum):
    GREEN = 0
    AMBER = 1
    RED = 2

    def following(self, fault: bool = False) -> Light:
        if fault:
            return Light.AMBER
        if self is Light.GREEN:
            return Light.AMBER
        if self is Light.AMBER:
            return Light.RED
        return Light.GREEN


class Vending:
    def __init__(self, prices):
        self.prices = prices
        self.credit = 0

    def insert(self, coin):
        if coin not in (5, 10, 20, 50):
            return False
        self.credit += coin
        return True

    def buy(self, name):
        price = self.prices.get(name)
        if price is None:
            raise KeyError(name)
        if self.credit < price:
            return None
        self.credit -= price
        change = []
        for coin in (50, 20, 10, 5):
            while self.credit >= coin:
                change.append(coin)
                self.credit -= coin
        return change
