def clamp(x: int, low: int, high: int) -> int:
    if x < low:
        return low
    if x > high:
        return high
    return x


# ---- after


def clamp(x: int, low: int, high: int) -> int:
    return max(low, min(x, high))
