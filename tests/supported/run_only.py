"""What is run, but not followed."""

import asyncio
import decimal
import fractions
import json
import random


def grouped(n: int) -> int:
    """`except*`"""
    try:
        if n > 3:
            raise ExceptionGroup("two", [ValueError(n), KeyError(n)])
    except* ValueError:
        if n < 3:
            n = 0  # open: unmodelled-operation
    return n


async def later(n: int) -> int:
    return n + 1


def awaited(n: int) -> int:
    """`async`, `await`"""
    if asyncio.run(later(n)) <= n:
        return -1  # open: unmodelled-call
    return 0


def written(n: int) -> int:
    """`exec`, `eval`"""
    if eval("n + 1") <= n:
        return -1  # open: unmodelled-operation
    return 0


def exact(n: int) -> int:
    """`fractions.Fraction`, `decimal.Decimal`"""
    if fractions.Fraction(n, 2) * 2 != n or decimal.Decimal(n) != n:
        return -1  # open: unmodelled-call
    return 0


def parsed(n: int) -> int:
    """`json`, `pickle`, `struct` and other code in C or of the library"""
    if json.loads(json.dumps({"n": n}))["n"] != n:
        return -1  # open: unmodelled-call
    return 0


def chance(n: int) -> int:
    """`random`, clocks, files, sockets, processes"""
    if random.Random(n).random() >= 1.0:
        return -1  # open: unmodelled-call
    return 0
