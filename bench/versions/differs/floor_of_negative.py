def half(x: int) -> int:
    return int(x / 2)


# ---- after


def half(x: int) -> int:
    return x // 2
