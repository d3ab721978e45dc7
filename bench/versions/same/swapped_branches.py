def abs_diff(a: int, b: int) -> int:
    if a > b:
        return a - b
    else:
        return b - a


# ---- after


def abs_diff(a: int, b: int) -> int:
    return abs(b - a)
