def average(a: int, b: int) -> int:
    return (a + b) // 2


# ---- after


def average(a: int, b: int) -> int:
    return a // 2 + b // 2
