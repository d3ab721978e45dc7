def cents(euros: float) -> int:
    return int(euros * 100)


# ---- after


def cents(euros: float) -> int:
    return round(euros * 100)
