def parity(x: int):
    if x % 2 == 0 and x % 2 == 1:
        return 1  # infeasible
    if x * x == 49 and x < 0:
        return 2  # covered
    return 0


def floors(x: int):
    if x // 3 == -1:
        if x > -1:
            return 1  # infeasible
        if x == -3:
            return 2  # covered
    return 0


def chain(x: int):
    if 3 < x < 5:
        if x != 4:
            return 1  # infeasible
        return 2  # covered
    return 0
