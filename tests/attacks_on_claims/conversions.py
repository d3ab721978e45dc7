"""Conversions fail for a few values only, which lie far from the plain ones."""

from __future__ import annotations

from decimal import Decimal


def just_beyond(n: int) -> float:
    if abs(n) > 2**1024:
        return 0.0
    return float(n)  # fails by: just_beyond(2 ** 1024)


def just_before(n: int) -> float:
    if abs(n) >= 2**1024 - 2**970:
        return 0.0
    return float(n)


def summed(xs: list[int]) -> float:
    total = sum(xs)
    return float(total)  # fails by: summed([10 ** 308] * 2)


def whole(x: float) -> int:
    if x > 1e308:
        return 0
    return int(x) + round(x)  # fails by: whole(float("-inf"))


def nothing_compares(x: float) -> int:
    if x < 0 or x > 9:
        return 0
    return int(x)  # fails by: nothing_compares(float("nan"))


def last_letter(text: str) -> bytes:
    return text[-1:].encode("ascii")  # fails by: last_letter("a\x80")


def few(text: str) -> bytes:
    if text.isalpha():
        return text.encode("ascii")  # fails by: few("\xe9")
    return b""


def certain(text: str) -> bytes:
    if text.isascii():
        return text.encode("ascii")
    return b""


def halves(data: bytes) -> str:
    return data[: len(data) // 2].decode()  # fails by: halves("\xe9\xe9".encode()[:3])


def one_of_each(xs: list[int | None]) -> int | None:
    if len(xs) == 2 and xs[0] is not None:
        return max(xs)  # fails by: one_of_each([1, None])
    return None


def digits(text: str) -> Decimal:
    if text.isdigit():
        return Decimal(text)  # fails by: digits("\xb2")
    return Decimal(0)


def hexadecimal(text: str) -> int:
    if text.isalnum():
        return int(text, 16)  # fails by: hexadecimal("g")
    return 0


def any_base(text: str, base: int) -> int:
    if text == "1":
        return int(text, base)  # fails by: any_base("1", 1)
    return 0


def narrow(n: int) -> bytes:
    if 0 <= n <= 256:
        return n.to_bytes(1, "little")  # fails by: narrow(256)
    return b""
