def depth(n: int) -> int:
    if n <= 0:
        return 0  # covered
    if n > 3:
        return -1  # covered
    return depth(n - 1) + 1


def calls(n: int):
    if depth(n) == 3:
        return 1  # covered
    if depth(n) == 4:
        return 2  # infeasible
    return 0
