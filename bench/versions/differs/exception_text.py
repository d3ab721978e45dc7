def checked(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    return n


# ---- after


def checked(n: int) -> int:
    if n < 0:
        raise ValueError("must not be negative")
    return n
