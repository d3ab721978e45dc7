def helper(a: int, b: int = 2, *rest: int, k: int = 3) -> int:
    return a + b + k + len(rest)


def calls(x: int):
    if helper(x) != x + 5:
        return 1  # infeasible
    if helper(x, *[1, 2], k=x) == 4:
        return 2  # covered
    return 0


def starred(*xs: int):
    if len(xs) == 2 and xs[0] > xs[1]:
        return 1  # covered
    return 0
