LIMIT = 1000


def allowed(amount: int) -> bool:
    return amount <= LIMIT


# ---- after


LIMIT = 100


def allowed(amount: int) -> bool:
    return amount <= LIMIT
