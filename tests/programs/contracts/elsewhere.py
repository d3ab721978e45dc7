"""Contracts of functions of another module are broken here, and are to blame for what follows."""

import proved
from proved import count


def asks(n: int) -> int:
    return count(n)  # claim: refuted asks(-1)


def behind(n: int) -> int:
    x = proved.count(n)  # claim: refuted behind(-1)
    assert x >= 0  # claim: contract
    return x


def within(n: int) -> int:
    if n < 0:
        return 0
    x = proved.count(n)  # claim: open
    assert x >= 0  # claim: open
    return x


def by_another_name(n: int) -> int:
    f = proved.count
    return f(n)  # claim: refuted by_another_name(-1)


# clew: ensure result >= 0  # claim: proved
def has_one_of_its_own(n: int) -> int:
    return abs(n)
