import enum


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def named(c: Color):
    if c is Color.RED:
        return 1  # covered
    if c is Color.BLUE:
        return 2  # covered
    return 3  # infeasible
