def first(xs: list[int]) -> int:
    if len(xs) > 0:
        return xs[0]
    return -1


# ---- after


def first(xs: list[int]) -> int:
    try:
        return xs[0]
    except IndexError:
        return -1
