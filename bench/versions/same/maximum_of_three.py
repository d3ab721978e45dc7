def largest(a: int, b: int, c: int) -> int:
    if a >= b and a >= c:
        return a
    if b >= c:
        return b
    return c


# ---- after


def largest(a: int, b: int, c: int) -> int:
    return max(a, b, c)
