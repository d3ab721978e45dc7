def filtered(xs: list[int]):
    ys = [x for x in xs if x > 3]
    if ys and min(ys) <= 3:
        return 1  # infeasible
    if len(ys) == 2:
        return 2  # covered
    return 0


def nested(n: int):
    if n in {a * b for a in (1, 2) for b in (3, 5)}:
        return 1  # covered
    if n == 6:
        return 2  # infeasible
    return 0
