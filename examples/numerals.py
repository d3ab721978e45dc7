"""Roman numerals, both ways."""

from __future__ import annotations

SYMBOLS = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
]  # fmt: skip
VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def to_roman(number: int) -> str:
    if not 0 < number < 4000:
        raise ValueError("Romans wrote 1 to 3999")
    parts = []
    for value, symbol in SYMBOLS:
        while number >= value:
            parts.append(symbol)
            number -= value
    return "".join(parts)


def from_roman(text: str) -> int:
    total = 0
    before = 0
    for symbol in reversed(text.upper()):
        value = VALUES.get(symbol)
        if value is None:
            raise ValueError(f"not a Roman digit: {symbol!r}")
        if value < before:
            total -= value
        else:
            total += value
            before = value
    return total
