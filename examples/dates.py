"""Dates and versions, read with regular expressions."""

from __future__ import annotations

import re
from typing import NamedTuple

DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?")


class Version(NamedTuple):
    major: int
    minor: int
    patch: int
    pre: str


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def parse_date(text: str) -> tuple[int, int, int]:
    """`2024-02-29` as numbers; ValueError for what is not a date."""
    match = DATE.fullmatch(text)
    if match is None:
        raise ValueError(f"not a date: {text!r}")
    year, month, day = (int(group) for group in match.groups())
    if not 1 <= month <= 12:
        raise ValueError(f"no such month: {month}")
    if not 1 <= day <= days_in_month(year, month):
        raise ValueError(f"no such day: {day}")
    return year, month, day


def parse_version(text: str) -> Version | None:
    match = VERSION.fullmatch(text.removeprefix("v"))
    if match is None:
        return None
    major, minor, patch, pre = match.groups()
    return Version(int(major), int(minor), int(patch), pre or "")


def is_newer(left: str, right: str) -> bool:
    """Is the first version newer?  A version comes after its own pre-releases."""
    a, b = parse_version(left), parse_version(right)
    if a is None or b is None:
        raise ValueError("not a version")
    if a[:3] != b[:3]:
        return a[:3] > b[:3]
    if not a.pre or not b.pre:
        return not a.pre and bool(b.pre)
    return a.pre > b.pre
