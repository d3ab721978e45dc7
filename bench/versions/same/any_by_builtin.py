def has_negative(xs: list[int]) -> bool:
    for x in xs:
        if x < 0:
            return True
    return False


# ---- after


def has_negative(xs: list[int]) -> bool:
    return any(x < 0 for x in xs)
