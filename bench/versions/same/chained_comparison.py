def in_range(x: int, low: int, high: int) -> bool:
    return low <= x and x < high


# ---- after


def in_range(x: int, low: int, high: int) -> bool:
    return low <= x < high
