def appended(xs: list[int]):
    n = len(xs)
    xs.append(1)
    if len(xs) == n:
        return 1  # infeasible
    if xs[0] == 7 and n == 1:
        return 2  # covered
    return 0


def aliased(a: list[int], b: list[int]):
    n = len(b)
    a.append(1)
    if len(b) > n:
        if a is b:
            return 1  # covered
        return 2  # infeasible
    return 0


def negative(xs: list[int]):
    if len(xs) == 2:
        if xs[-1] != xs[1]:
            return 1  # infeasible
        if xs[-2] == 5:
            return 2  # covered
    return 0
