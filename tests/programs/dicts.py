def updated(d: dict[str, int], k: str):
    d[k] = 5
    if k not in d:
        return 1  # infeasible within len
    if d[k] != 5:
        return 2  # infeasible within len
    if len(d) == 2:
        return 3  # covered
    return 0


def popped(d: dict[str, int]):
    x = d.pop("a", None)
    if "a" in d:
        return 1  # infeasible
    if x is None:
        return 2  # covered
    return 3  # covered
