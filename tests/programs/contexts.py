import contextlib


def suppressed(x: int):
    done = 0
    with contextlib.suppress(ZeroDivisionError):
        1 // x
        done = 1
    if done == 0:
        return 1  # covered
    if x == 0:
        return 2  # infeasible
    return 3  # covered
