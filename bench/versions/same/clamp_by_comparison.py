def to_byte(x: int) -> int:
    if x < 0:
        x = 0
    if x > 255:
        x = 255
    return x


# ---- after


def to_byte(x: int) -> int:
    return max(0, min(255, x))
