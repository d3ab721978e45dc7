"""What turns one kind of value into another, or asks for an order: where it may fail, where not, and where it is meant."""

from __future__ import annotations

import decimal
import math
from decimal import Decimal, InvalidOperation


def based(text: str) -> int:
    return int(text, 16)  # refuted ValueError based("")


def based_constant() -> int:
    return int("ff", 16)


def based_meant(text: str) -> int:
    """Raises:
    ValueError: if the text is no number.
    """
    return int(text, 16)


def whole(number: int) -> int:
    return int(number)


def real(number: int) -> float:
    if -1000 < number < 1000:
        return float(number)  # proved OverflowError
    return 0.0


def real_meant(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return 0.0


def rounded(number: float) -> int:
    if number != number:
        return 0
    return round(number)  # proved ValueError and refuted OverflowError rounded(float("inf"))


def bounded(number: float) -> int:
    if 0.0 <= number <= 9.0:
        return int(number)  # proved ValueError and proved OverflowError
    return 0


def decoded(data: bytes) -> str:
    return data.decode()  # refuted UnicodeDecodeError decoded(b"\x80")


def decoded_anyhow(data: bytes) -> str:
    return data.decode(errors="replace") + data.decode("latin-1")


def decoded_meant(data: bytes) -> str:
    try:
        return data.decode("ascii")
    except UnicodeError:
        return ""


def encoded(text: str) -> bytes:
    return text.encode("ascii")  # refuted UnicodeEncodeError encoded("é")


def encoded_plain(text: str) -> bytes:
    return text.encode() + text.encode("ascii", "ignore")  # refuted UnicodeEncodeError encoded_plain("\ud800")


def encoded_meant(text: str) -> bytes:
    """Raises UnicodeEncodeError for what is not ASCII."""
    return text.encode("ascii")


def ordered(values: list[int | str]) -> list[int | str]:
    return sorted(values)  # refuted TypeError ordered(["", 0])


def ordered_alike(values: list[int | float]) -> list[int | float]:
    return sorted(values)


def ordered_by(values: list[int | str]) -> list[int | str]:
    return sorted(values, key=str)


def smaller(one: int | str, other: int | str) -> bool:
    return one < other  # refuted TypeError smaller("", 0)


def smaller_alike(one: int | str, other: int | str) -> bool:
    if isinstance(one, int) and isinstance(other, int):
        return one < other  # proved TypeError
    return False


def exact(text: str) -> Decimal:
    return Decimal(text)  # refuted InvalidOperation exact("")


def exact_meant(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def exact_meant_by_module(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except decimal.DecimalException:
        return None


def stepped(step: int) -> list[int]:
    return list(range(0, 10, step))  # refuted ValueError stepped(0)


def stepped_up(step: int) -> list[int]:
    if step < 1:
        return []
    return list(range(0, 10, step))  # proved ValueError


def short(number: int) -> bytes:
    return number.to_bytes(1, "big")  # refuted OverflowError short(-1)


def raw(text: str) -> bytes:
    return bytes.fromhex(text)  # refuted ValueError raw("a")


def quotient(a: int, b: int) -> float:
    if b != 0:
        return a / b  # proved ZeroDivisionError and refuted OverflowError quotient(18014398509481983 * 2**970, 1)
    return 0.0


def logarithm(x: float) -> float:
    return math.log(x) if x > 0 else 0.0  # proved ValueError


def root(n: int) -> float:
    return math.sqrt(n)  # refuted ValueError root(-1)


def grown(x: float) -> float:
    return math.exp(x) if -9e99 < x < 700 else 0.0  # proved OverflowError


def inverse(a: int, n: int) -> float:
    return a**n  # refuted ZeroDivisionError inverse(0, -1)


def of_values(d: dict[str, int | None]) -> list[int | None]:
    return sorted(d.values())  # refuted TypeError of_values({"": None, "b": None})


def of_items(d: dict[str, int | None]) -> list[tuple[str, int | None]]:
    return sorted(d.items())
