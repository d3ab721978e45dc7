def price(cents: int, pieces: int) -> int:
    return cents * pieces


# ---- after


def price(cents: int, pieces: int, discount: int = 0) -> int:
    return cents * pieces - discount
