"""Shipping costs as they grow over the years: some of these branches can never be taken, and clew says why."""

from __future__ import annotations


def cost(grams: int, express: bool, country: str) -> int:
    """In cents."""
    if grams <= 0:
        raise ValueError("weight must be positive")
    if grams < 1000:
        cents = 490
    elif grams < 5000:
        cents = 890
    else:
        cents = 1490 + (grams - 5000) // 1000 * 120
    if express:
        cents += 700
    if cents > 1300 and grams < 1000:  # 490 + 700 is the most that a light parcel costs
        cents -= 100
    if country != "DE":
        cents *= 2
    if cents < 490:  # nothing above makes it cheaper than 490
        return 490
    return cents


def delivery_days(distance: int) -> int:
    """Between 1 and 9 days."""
    days = 1 + distance % 9
    if days > 9:
        return 9
    if days == 0:
        return 1
    return days


def zone(code: str) -> int:
    """The zone of a postal code of five digits."""
    if len(code) != 5 or not code.isdigit():
        raise ValueError("not a postal code")
    first = int(code[0])
    if first < 5:
        return 1
    elif first < 8:
        return 2
    elif first <= 9:
        return 3
    return 4  # a digit is at most 9


def average(weights: list[int]) -> float:
    """The mean weight; the branch for an empty list is doomed: it can be reached, but nothing comes back from it."""
    if not weights:
        return sum(weights) / len(weights)
    return sum(weights) / len(weights)
