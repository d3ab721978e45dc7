def ordered(a: int, b: int) -> tuple[int, int]:
    if b < a:
        a, b = b, a
    return a, b


# ---- after


def ordered(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)
