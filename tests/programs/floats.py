def nan(x: float):
    if x != x:
        return 1  # covered
    if x < 1.0:
        return 2  # covered
    if x >= 1.0:
        return 3  # covered
    return 4  # infeasible


def huge(x: float):
    if x + 1.0 == x and x > 0:
        return 1  # covered
    return 0
