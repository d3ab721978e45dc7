def midpoint(a: int, b: int) -> int:
    s = a + b
    m = s // 2
    return m


# ---- after


def midpoint(low: int, high: int) -> int:
    return (low + high) // 2
