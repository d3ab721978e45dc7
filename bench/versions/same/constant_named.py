def fee(weight: int) -> int:
    if weight > 20000:
        return 900
    return 400


# ---- after


HEAVY = 20_000


def fee(weight: int) -> int:
    return 900 if weight > HEAVY else 400
