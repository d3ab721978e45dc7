"""Strings with a regular shape: versions, dates, addresses, checksums."""

import re

SEMVER = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:-([0-9a-z.]+))?(?:\+([0-9a-z.]+))?")


def parse_version(text: str) -> tuple[int, int, int]:
    parts = text.strip().split(".")
    if len(parts) > 3:
        raise ValueError("too many parts")
    numbers = []
    for part in parts:
        if not part.isdigit():
            raise ValueError(f"bad part {part!r}")
        if len(part) > 1 and part[0] == "0":
            raise ValueError("leading zero")
        numbers.append(int(part))
    while len(numbers) < 3:
        numbers.append(0)
    return numbers[0], numbers[1], numbers[2]


def compare_semver(left: str, right: str) -> int:
    a, b = SEMVER.fullmatch(left), SEMVER.fullmatch(right)
    if a is None or b is None:
        raise ValueError("not a version")
    for index in (1, 2, 3):
        x, y = int(a.group(index)), int(b.group(index))
        if x != y:
            return -1 if x < y else 1
    before, after = a.group(4), b.group(4)
    if before == after:
        return 0
    if before is None:
        return 1
    if after is None:
        return -1
    return -1 if before < after else 1


def is_leap(year: int) -> bool:
    if year % 400 == 0:
        return True
    if year % 100 == 0:
        return False
    return year % 4 == 0


def parse_date(text: str) -> tuple[int, int, int]:
    fields = text.split("-")
    if len(fields) != 3:
        raise ValueError("expected year-month-day")
    year, month, day = (int(f) for f in fields)
    if not 1 <= month <= 12:
        raise ValueError("month")
    if month in (4, 6, 9, 11):
        last = 30
    elif month == 2:
        last = 29 if is_leap(year) else 28
    else:
        last = 31
    if day < 1 or day > last:
        raise ValueError("day")
    return year, month, day


def parse_ipv4(text: str) -> int:
    octets = text.split(".")
    if len(octets) != 4:
        raise ValueError("four octets wanted")
    value = 0
    for octet in octets:
        if not octet or not octet.isdigit():
            raise ValueError("not a number")
        if len(octet) > 1 and octet.startswith("0"):
            raise ValueError("leading zero")
        number = int(octet)
        if number > 255:
            raise ValueError("too large")
        value = value * 256 + number
    if value < 0 or value >= 2**32:  # infeasible: four numbers of at most 255
        raise OverflowError(text)
    return value


def valid_isbn10(text: str) -> bool:
    digits = text.replace("-", "")
    if len(digits) != 10:
        return False
    total = 0
    for position, character in enumerate(digits):
        if character == "X":
            if position != 9:
                return False
            value = 10
        elif character in "0123456789":
            value = int(character)
        else:
            return False
        total += (10 - position) * value
    return total % 11 == 0


def luhn(number: str) -> bool:
    if not number or not number.isdigit():
        return False
    total = 0
    for index, character in enumerate(reversed(number)):
        digit = ord(character) - 48
        if index % 2 == 1:
            digit *= 2
            if digit > 9:
                digit -= 9
        total += digit
    return total % 10 == 0


def parse_duration(text: str) -> int:
    match = re.fullmatch(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?", text)
    if match is None or not text:
        raise ValueError(text)
    hours, minutes, seconds = match.groups()
    total = 0
    if hours:
        total += 3600 * int(hours)
    if minutes:
        if int(minutes) >= 60 and hours:
            raise ValueError("minutes")
        total += 60 * int(minutes)
    if seconds:
        total += int(seconds)
    return total
