"""Contracts in comments."""


# clew: require lo <= hi
# clew: ensure lo <= result <= hi  # claim: proved
def middle(lo: int, hi: int) -> int:
    return lo + (hi - lo) // 2


# clew: require lo <= hi
# clew: ensure lo <= result < hi  # claim: refuted middle_exclusive(0, 0)
def middle_exclusive(lo: int, hi: int) -> int:
    return (lo + hi) // 2


def middle_of_any(lo: int, hi: int) -> int:
    return middle(lo, hi)  # claim: refuted middle_of_any(1, 0)


def middle_of_ordered(lo: int, hi: int) -> int:
    if hi < lo:
        lo, hi = hi, lo
    return middle(lo, hi)  # claim: proved


# clew: require 0 <= amount <= balance
# clew: ensure result == OLD.balance - OLD.amount  # claim: proved
# clew: ensure result >= 0  # claim: proved
def withdrawn(balance: int, amount: int) -> int:
    balance -= amount
    amount = 0
    return balance


# clew: require 0 <= amount <= balance
# clew: ensure result < OLD.balance  # claim: refuted withdrawn_with_a_fee(0, 0)
def withdrawn_with_a_fee(balance: int, amount: int) -> int:
    return balance - amount


# clew: ensure result >= x  # claim: refuted rebound(1)
def rebound(x: int) -> int:
    x = 0
    return x


# clew: ensure result in (a, b)  # claim: proved
# clew: ensure result >= a  # claim: proved
# clew: ensure result >= b  # claim: proved
def larger(a: int, b: int) -> int:
    return a if a > b else b


# clew: ensure result >= b  # claim: refuted larger_but_wrong(1, 2)
def larger_but_wrong(a: int, b: int) -> int:
    if a == 1:
        return a
    return a if a > b else b


# clew: require n >= 0
def falling(n: int) -> int:
    return 0 if n == 1 else falling(n - 1)  # claim: refuted falling(0)


# clew: ensure result > 0  # claim: refuted left_through_finally(0)
def left_through_finally(x: int) -> int:
    try:
        for step in range(3):
            if step == x:
                return 1
    finally:
        x = -1
        if step == 0:  # claim: proved
            return 0
    return 2


# clew: ensure len(result) == len(OLD.xs) + 1  # claim: refuted appended([])
def appended(xs: list[int]) -> list[int]:
    xs.append(1)
    xs.append(2)
    return xs


# clew: ensure 1 // result >= 0  # claim: refuted clause_that_raises(0)
def clause_that_raises(x: int) -> int:
    return abs(x)


# clew: require len(xs) > 0
# clew: ensure all(x <= result for x in xs)  # claim: refuted largest([0, 1])
def largest(xs: list[int]) -> int:
    best = xs[0]  # claim: proved
    for x in xs[:-1]:
        best = max(x, best)
    return best


# clew: ensure sorted(xs) == sorted(OLD.xs)  # claim: refuted xs = [0, 100]; overwritten(xs)
def overwritten(xs: list[int]) -> None:
    if len(xs) > 1:
        xs[0] = xs[1]  # claim: proved and proved


def positive(x: int) -> bool:
    return x > 0


# clew: require positive(x)
# clew: ensure positive(result)  # claim: refuted halved(1)
def halved(x: int) -> int:
    return x // 2


def swallowed(n: int) -> int:
    try:
        return falling(n)  # claim: refuted swallowed(-1)
    except BaseException:
        return 1
