def windows(xs: list[int], size: int):
    for i in range(len(xs) - size + 1):
        yield xs[i : i + size]


# ---- after


def windows(xs: list[int], size: int):
    for i in range(0, len(xs), size):
        yield xs[i : i + size]
