import math
from math import exp as grown
from math import sqrt
from typing import Optional


def quotients(a: int, b: int, x: float, unknown) -> list[float]:
    return [a / b, a / x, x / b, x / 2, a / 2, 1 / x, unknown / 2, (a + b) / 2, (a / b) / 2, True / b]


def powers(a: int, n: int, x: float, unknown) -> list[float]:
    return [a**n, a**2, 2**n, a**-1, x**n, x**2, x**1, 2**x, unknown**unknown, 10**400, pow(a, n), pow(a, n, 7)]


def converted(x: float, n: int, text: str) -> list[float]:
    half = x * 2
    return [int(half), int(n + 1), float(n * n), round(-x), round(x, 2), int(float(text)), math.floor(x), math.ceil(n)]


def of_math(x: float, n: int, base: float) -> list[float]:
    return [math.sqrt(x), sqrt(n), math.log(x), math.log(x, base), math.log(x, 2), math.log(2), grown(x), math.sin(x)]


def more_of_math(x: float, n: int) -> list[float]:
    return [math.pow(x, n), math.fmod(x, 2), math.factorial(n), math.comb(n, 2), math.gamma(x), math.gcd(n, 2)]


def sqrt_of_its_own(x: float, math: object) -> float:
    return math.sqrt(x)


def views(d: dict[str, Optional[int]], e: dict[int | str, int]) -> list[object]:
    values = d.values()
    return [sorted(d), sorted(values), min(d.keys()), max(d.items()), sorted(e), sorted(e.values()), max(e.items())]


def tuples(xs: list[tuple[int, str | None]], ys: list[tuple[int, None]], zs: list[tuple[int | None, ...]]) -> None:
    print(sorted(xs), sorted(ys), sorted(zs), sorted(xs, reverse=True), sorted(xs, key=str), sorted(set(xs)))
    xs.sort()
    ys.sort()
    xs.sort(key=str)


def coded(data: bytes, text: str, how: str) -> list[object]:
    return [str(data, "ascii"), str(data, "latin-1"), str(data), str(data, "ascii", "replace"), bytes(text, "ascii"),
            str(data, how), str(data, encoding="utf-8")]  # fmt: skip


def encoded(text: str) -> list[bytes]:
    return [text.encode(), text.encode("utf-7"), text.encode("utf-8", "surrogatepass"), text.encode("utf-16")]
