"""The copy of a frozenset is the frozenset."""


def no_longer(xs: frozenset[int]) -> int:
    if len(xs.copy()) > len(xs):
        return 1  # infeasible
    return 2  # covered


def members(xs: frozenset[int]) -> int:
    ys = xs.copy()
    if 700 in ys:
        return 1  # covered
    return 2  # covered
