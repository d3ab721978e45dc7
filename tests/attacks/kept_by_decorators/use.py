"""Its functions are known to the module of the decorator, and to one that is not imported."""

from guards import bound, clamp


@clamp
def twice(x: int) -> int:
    if x < 0:
        return -1  # reached by: import guards; guards.RAW["twice"](-3)
    return x * 2


@bound
def thrice(x: int) -> int:
    if x < 0:
        return -1  # reached by: import opening; opening.inside(thrice)(-3)
    return x * 3
