"""Decimal texts of numbers of any size, both ways: Python refuses those of more than 4,300 digits at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

AT_ONCE: Final = 600  # digits; no interpreter can be told to take less than 640
_PART: Final = 10**AT_ONCE


def decimal_of(number: int) -> str:
    """`str(number)`"""
    if number < 0:
        return f"-{decimal_of(-number)}"
    parts: list[str] = []
    while number >= _PART:
        number, part = divmod(number, _PART)
        parts.append(f"{part:0{AT_ONCE}d}")
    return "".join([str(number), *reversed(parts)])


def fraction_text(number: Fraction) -> str:
    """`str(number)`"""
    whole = decimal_of(number.numerator)
    return whole if number.denominator == 1 else f"{whole}/{decimal_of(number.denominator)}"


def int_in(text: str) -> int:
    """`int(text)`, of digits after an optional sign."""
    if len(text) <= AT_ONCE:
        return int(text)
    if text.startswith("-"):
        return -int_in(text[1:])
    number = 0
    first = len(text) % AT_ONCE
    for start in range(first - AT_ONCE if first else 0, len(text), AT_ONCE):
        number = number * _PART + int(text[max(start, 0) : start + AT_ONCE])
    return number


def fraction_in(text: str) -> Fraction:
    """`Fraction(text)`, of a number or a quotient of two."""
    if len(text) <= AT_ONCE:
        return Fraction(text)
    whole, _, below = text.partition("/")
    return Fraction(int_in(whole), int_in(below or "1"))
