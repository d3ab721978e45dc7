"""`sum` adds doubles with a compensation for what rounding loses."""


def tenths(xs: list[float]):
    if len(xs) == 3 and sum(xs) == 0.3 and xs[0] == 0.1 and xs[1] == 0.1:
        return 1  # covered
    return 2


def ten_tenths():
    if sum([0.1] * 10) != 1.0:
        return 1  # infeasible
    return 2


def start_with_true():
    """What is not exactly an int or a double is added without."""
    if sum([0.1] * 10, True) == 2.0:
        return 1
    return 2  # not infeasible
