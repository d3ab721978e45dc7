"""A shopping cart with discounts: classes, inheritance, exceptions."""

from __future__ import annotations

from dataclasses import dataclass, field


class Discount:
    """Takes nothing off."""

    def apply(self, cents: int) -> int:
        return cents


class Percentage(Discount):
    def __init__(self, percent: int) -> None:
        if not 0 <= percent <= 100:
            raise ValueError(f"not a percentage: {percent}")
        self.percent = percent

    def apply(self, cents: int) -> int:
        return cents - cents * self.percent // 100


class Voucher(Discount):
    """A fixed sum, from a least order on."""

    def __init__(self, cents: int, least: int = 0) -> None:
        self.cents = cents
        self.least = least

    def apply(self, cents: int) -> int:
        if cents < self.least:
            return cents
        if self.cents >= cents:
            return 0
        return cents - self.cents


@dataclass
class Line:
    name: str
    price: int
    quantity: int = 1


@dataclass
class Cart:
    lines: list[Line] = field(default_factory=list)

    def add(self, name: str, price: int, quantity: int = 1) -> None:
        if price < 0 or quantity < 1:
            raise ValueError("a price is not negative, a quantity is at least 1")
        for line in self.lines:
            if line.name == name and line.price == price:
                line.quantity += quantity
                return
        self.lines.append(Line(name, price, quantity))

    def remove(self, name: str) -> bool:
        kept = [line for line in self.lines if line.name != name]
        found = len(kept) < len(self.lines)
        self.lines = kept
        return found

    def total(self, discount: Discount | None = None) -> int:
        cents = sum(line.price * line.quantity for line in self.lines)
        if discount is not None:
            cents = discount.apply(cents)
        if cents > 5000:
            return cents
        return cents + 490
