"""Runs that are stopped stand for executions that go on: what lies behind is reached by those, or by shorter ones."""

import itertools


def counted(n: int) -> int:
    if n == 3:
        return 0
    i = 0
    while i < 60_000:
        i += 1
    if n == 123_456:
        return 1  # reached by: counted(123456)
    return 2  # reached by: counted(1)


def fails_at_the_end(n: int, d: int) -> int:
    try:
        if n > 7:
            total = 0
            for i in range(60_000):
                total += i
            return total // d
    except ZeroDivisionError:
        return 1  # reached by: fails_at_the_end(8, 0)
    finally:
        if d == 0:
            n += 1  # reached by: fails_at_the_end(8, 0)
    return 2  # reached by: fails_at_the_end(1, 1)


def leaves_from_inside(xs: list[int]) -> int:
    for x in xs:
        if x == 5:
            for i in itertools.count():
                if i == 60_000:
                    break
        elif x == 6:
            return 1  # reached by: leaves_from_inside([5, 6])
    else:
        if len(xs) == 3:
            return 2  # reached by: leaves_from_inside([5, 5, 5])
    return 3  # reached by: leaves_from_inside([])


def spins(n: int) -> int:
    while n > 0:
        n -= 1
    return n


def behind_a_call(n: int, x: int) -> int:
    if n < 0:
        return 0
    rest = spins(n * 60_000)
    if x == rest + 77_777:
        return 1  # reached by: behind_a_call(1, 77777)
    return 2  # reached by: behind_a_call(0, 0)


def raises_after_long(n: int) -> int:
    i = 0
    try:
        if n > 2:
            while True:
                i += 1
                if i == 60_000:
                    raise KeyError(n)
    except KeyError as error:
        if error.args[0] == 9:
            return 1  # reached by: raises_after_long(9)
        return 2  # reached by: raises_after_long(3)
    return 3  # reached by: raises_after_long(0)


def drawn(n: int):
    if n == 1:
        return
    for i in itertools.count():
        if i > 60_000:
            break
    if n == 424_242:
        yield 1  # reached by: list(drawn(424242))
    yield 2  # reached by: list(drawn(2))


def again(n: int, deep: int) -> int:
    if deep > 0:
        return again(n + 1, deep - 1)
    if n > 10:
        for _ in range(60_000):
            pass
        if deep == -31_337:
            return 1  # reached by: again(11, -31337)
    return 2  # reached by: again(0, 0)


def powers(n: int, m: int) -> int:
    if n > 3:
        value = 10 ** (n * 50_000)
        if m == 99_991:
            return 1  # reached by: powers(4, 99991)
        return value.bit_length()  # reached by: powers(4, 1)
    return 2  # reached by: powers(0, 0)


def kept_apart(n: int) -> int:
    state = "start"
    if n % 2:
        state = "odd"
        for i in itertools.count():
            if i * i > 4_000_000_000:
                state = "late"
                break
    if state == "late":
        return 1  # reached by: kept_apart(1)
    if state == "odd":
        return 2
    return 3  # reached by: kept_apart(2)
