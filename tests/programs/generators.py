def numbers(n: int):
    while n > 0:
        yield n
        n -= 1
    if n > 0:
        yield -1  # infeasible


def consumed(n: int):
    total = 0
    for x in numbers(2):
        total += x
    if total != 3:
        return 1  # infeasible
    if n in numbers(3):
        return 2  # covered
    return 0
