"""Uses the library, which a file that nothing connects with this one replaces in part."""

import math


def floor_is_seven(x: int) -> int:
    if math.floor(2.5) == 7:
        return 1  # reached by: import speedups; floor_is_seven(1)
    return 0


def pi_is_three(x: int) -> int:
    if math.pi == 3:
        return 1  # reached by: import speedups; pi_is_three(1)
    return 0


def hypotenuse_is_nothing(x: int) -> int:
    if _hypotenuse() == 0:
        return 1  # reached by: import speedups; hypotenuse_is_nothing(1)
    return 0


def _hypotenuse() -> float:
    return math.hypot(3.0, 4.0)


def length_is_below_nothing(xs: list[int]) -> int:
    if len(xs) < 0:
        return 1  # reached by: import speedups; length_is_below_nothing([])
    return 0


def ceiling_stays(x: int) -> int:
    if math.ceil(2.5) == 7:
        return 1  # infeasible
    return 0
