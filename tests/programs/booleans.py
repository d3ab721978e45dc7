def values(a: bool, b: bool):
    if a or b:
        if not a and not b:
            return 1  # infeasible
        return 2  # covered
    return 3  # covered


def kept(x: int, y: int):
    z = x or y
    if z == 0 and x != 0:
        return 1  # infeasible
    if z == 0:
        return 2  # covered
    w = x and y
    if w and not x:
        return 3  # infeasible
    return 0
