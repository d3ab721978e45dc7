def lengths(x: str | None):
    if x is None:
        return 0  # covered
    if not isinstance(x, str):
        return 1  # infeasible
    return len(x)


def mixed(x: int | str):
    if isinstance(x, int):
        if x == "a":
            return 1  # infeasible
        return 2  # covered
    return 3  # covered
