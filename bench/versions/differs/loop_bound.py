def pairs(xs: list[int]) -> list[tuple[int, int]]:
    return [(xs[i], xs[i + 1]) for i in range(len(xs) - 1)]


# ---- after


def pairs(xs: list[int]) -> list[tuple[int, int]]:
    return [(xs[i], xs[i + 1]) for i in range(len(xs) - 2)]
