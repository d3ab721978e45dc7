def added(s: set[int], x: int):
    n = len(s)
    s.add(x)
    if len(s) == n:
        return 1  # covered
    if len(s) == n + 2:
        return 2  # infeasible
    return 0
