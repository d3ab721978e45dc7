"""Calls of functions with contracts: what follows from a contract that is not kept follows from nothing."""

import icontract


# clew: require n > 0
# clew: ensure result > 0
def positive(n: int) -> int:
    return n


# clew: ensure result > 0
def calls_it_with_anything(n: int) -> int:
    return positive(n)  # broken by: calls_it_with_anything(0)


# clew: ensure result == 5
def goes_on_behind(n: int) -> int:
    try:
        positive(n)  # broken by: goes_on_behind(-1)
    except ValueError:
        return 4
    return 5


# clew: require n != 3
# clew: ensure result != 7
def promises_too_much(n: int) -> int:  # broken by: promises_too_much(7)
    return n


# clew: ensure result != 7
def believes_it(n: int) -> int:
    return promises_too_much(n)  # broken by: believes_it(3)


@icontract.require(lambda n: n % 2 == 0)
def half(n: int) -> int:
    return n // 2


# clew: ensure result >= 0
def through(n: int) -> int:
    s = 0
    i = 0
    while i < n:
        s += half(i)  # broken by: through(2)
        i += 1
    return s


# clew: require n >= 0
# clew: ensure result == n
def goes_down(n: int) -> int:  # broken by: goes_down(7)
    if n == 7:
        return 6
    if n <= 1:
        return n
    return 2 + goes_down(n - 2) if n != 4 else 4


# clew: require len(xs) > 0
def first(xs: list[int]) -> int:
    return xs[0]


# clew: ensure result == 0 or len(xs) > 0
def empty_one(xs: list[int], ys: list[int]) -> int:
    xs.clear()
    return first(ys)  # broken by: a = [1]; empty_one(a, a)
