"""Calls of pure functions by summaries of their paths: where these are exact, and where the function is stepped into."""

from __future__ import annotations

LIMIT = 10
COUNTER = 0
TABLE = (1, 2, 4)
KEPT = [5]


def points(x: int) -> int:
    if x < 0:
        x = -x
    total = 0
    if x > 50:
        total += 2
    if x % 2 == 0:
        total += 1
    if x % 5 == 0:
        total += 4
    return total


def ten_times(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int) -> str:
    s = points(a) + points(b) + points(c) + points(d) + points(e) + points(f) + points(g) + points(h) + points(i)
    s += points(j)
    if s == 70:
        return "all"  # covered
    if s > 70:
        return "more"  # infeasible
    if s == 69:
        return "one less"  # covered
    return "less"  # covered


def checked(x: int) -> int:
    if x < 0:
        raise ValueError(f"negative: {x}")
    if x > 1000:
        raise OverflowError("too large")
    if x > LIMIT:
        return x - LIMIT
    return x


def exceptions(x: int, y: int) -> str:
    try:
        z = checked(x) + checked(y)
    except ValueError as error:
        if str(error) == "negative: -77":
            return "that one"  # not infeasible
        return "bad"  # covered
    except OverflowError as error:
        if str(error) != "too large":
            return "another text"  # not covered
        return "big"  # covered
    if z == 1980:
        return "both"  # covered
    if z > 1980:
        return "more"  # infeasible
    return "other"


def grade(points: float) -> str:
    if points >= 90.0:
        return "A"
    if points >= 80.0:
        return "B"
    if points >= 0.0:
        return "C"
    return "none"


def grades(x: float, y: float) -> int:
    if grade(x) == "A" and grade(y) == "B" and x < y:
        return 1  # infeasible
    if grade(x) == "none" and x > 0.0:
        return 2  # infeasible
    if grade(x) == "none" and x != x:
        return 3  # covered
    if grade(x) + grade(y) == "CB":
        return 4  # covered
    return 0


def sign(x: int) -> int:
    return 1 if x > 0 else -1 if x < 0 else 0


def of_several_types(x: int | None, flag: bool) -> int:
    if sign(flag) < 0:
        return 1  # infeasible
    if x is not None and sign(x) + sign(x) == 1:
        return 2  # infeasible
    try:
        s = sign(x)  # type: ignore[arg-type]
    except TypeError:
        if x is None:
            return 3  # covered
        return 4  # infeasible
    return s


def counted(x: int) -> int:
    global COUNTER
    COUNTER += 1
    return x if x > 0 else -x


def of_state(x: int) -> int:
    counted(x)
    counted(x)
    if COUNTER == 2:
        return 1  # covered
    return 0  # covered


def over_the_counter(x: int) -> int:
    if x > COUNTER:
        return 1
    return 0


def of_changed_state(x: int) -> int:
    global COUNTER
    before = over_the_counter(x)
    COUNTER = 100
    if before == over_the_counter(x):
        return 1  # covered
    return 0  # covered


def of_a_list(x: int) -> int:
    if x > KEPT[0]:
        return 1
    return 0


def of_changed_contents(x: int) -> int:
    before = of_a_list(x)
    KEPT[0] = 100
    after = of_a_list(x)
    KEPT[0] = 5
    if before == after:
        return 1  # covered
    return 0  # covered


def of_constants(x: int) -> int:
    if x < 0 or x > 2:
        return 0
    return TABLE[x]


def table(x: int) -> int:
    if of_constants(x) == 4:
        return 1  # covered
    if of_constants(x) == 3:
        return 2  # infeasible
    return 0


def even(n: int) -> bool:
    if n < 0 or n > 4:
        return False
    if n == 0:
        return True
    if n == 3:
        return odd(2)  # covered
    return odd(n - 1)


def odd(n: int) -> bool:
    if n == 0:
        return False  # covered
    return even(n - 1)


def rounds(x: int, n: int) -> int:
    for _ in range(n):
        x = x - 1 if x > 0 else 0
    return x


def for_a_constant(x: int) -> int:
    y = rounds(x, 3) + rounds(x, 4)
    if y == 5:
        return 1  # covered
    if y == 4:
        return 2  # infeasible
    return 0


def with_defaults(x: int, low: int = 0, high: int = 5) -> int:
    if x < low:
        return low
    if x > high:
        return high
    return x


def defaults(x: int, y: int) -> int:
    a = with_defaults(x) + with_defaults(y, high=9)
    if a == 14:
        return 1  # covered
    if a > 14:
        return 2  # infeasible
    try:
        with_defaults(x, lowest=3)  # type: ignore[call-arg]
        return 3  # infeasible
    except TypeError:
        return 4  # covered
