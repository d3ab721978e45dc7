def mean(xs: list[int]) -> float:
    if not xs:
        return 0.0
    return sum(xs) / len(xs)


# ---- after


def mean(xs: list[int]) -> float:
    return sum(xs) / len(xs)
