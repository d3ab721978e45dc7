def page(items: int, size: int = 20) -> int:
    return (items + size - 1) // size


# ---- after


def page(items: int, size: int = 25) -> int:
    return (items + size - 1) // size
