"""Local variables that are read before anything was assigned to them."""

import contextlib


def last_positive(xs: list[int]) -> int:
    for x in xs:
        if x > 0:
            last = x
    if any(xs):
        return last  # fails by: last_positive([-1])
    return 0


def total(xs: list[int]) -> int:
    for x in xs:
        y = x
    return y  # fails by: total([])


def fine(xs: list[int]) -> int:
    if xs:
        y = 1
    else:
        y = 2
    return y


def flag(n: int) -> int:
    found = False
    if n > 3:
        found = True
        y = n
    if found:
        return y
    return 0


def loop(n: int) -> int:
    while n > 0:
        y = n
        n -= 1
    return y  # fails by: loop(0)


def handler(s: str) -> int:
    try:
        y = int(s)
    except ValueError:
        print(s)
    return y  # fails by: handler('')


def forever(n: int) -> int:
    while True:
        y = n
        if n > 3:
            break
        n += 1
    return y


def swallow(s: str) -> int:
    with contextlib.suppress(ValueError):
        y = int(s)
    return y  # fails by: swallow('')


def opened(p: str) -> str:
    with open(p) as f:
        t = f.read()
    return t


def deleted(n: int) -> int:
    y = n
    if n > 2:
        del y
    return y + 1  # fails by: deleted(3)


def in_a_test(n: int) -> int:
    if n > 0:
        y = n
    if y > 3:  # fails by: in_a_test(0)
        return 1
    return n


def in_a_loop(n: int) -> int:
    if n != 7:
        y = n
    while y < 3:  # fails by: in_a_loop(7)
        y += 1
    return y


def inner(n: int) -> int:
    def get(m: int) -> int:
        if m > n:
            y = m
        return y  # fails by: inner(3)

    return get(2)
