def midpoint(low: int, high: int) -> int:
    s = low + high
    m = s // 2
    return m


# ---- after


def midpoint(low: int, high: int) -> int:
    total = low + high
    return total // 2
