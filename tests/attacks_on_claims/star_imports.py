"""What `assert` raises is the interpreter's, whatever a star import brings."""

from math import *  # noqa: F403


def positive(x: int) -> int:
    y = x
    assert y > 0  # fails by: positive(0)
    return y


def always(x: int) -> int:
    y = abs(x)
    assert y >= 0
    return y
