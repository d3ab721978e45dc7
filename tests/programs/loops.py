def while_else(n: int):
    while n > 0:
        if n == 5:
            break  # covered
        n -= 2
    else:
        return 1  # covered
    return 2  # covered


def for_else_never():
    for i in range(3):
        if i > 5:
            break  # infeasible
    else:
        return 1  # covered
    return 2  # infeasible


def continues(xs: list[int]):
    seen = 0
    for x in xs:
        if x < 0:
            continue  # covered
        seen += 1
        if x < 0:
            return -1  # infeasible
    return seen
