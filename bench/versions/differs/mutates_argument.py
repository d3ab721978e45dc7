def sorted_copy(xs: list[int]) -> list[int]:
    return sorted(xs)


# ---- after


def sorted_copy(xs: list[int]) -> list[int]:
    xs.sort()
    return xs
