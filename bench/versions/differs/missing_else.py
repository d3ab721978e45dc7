def discount(total: int, member: bool) -> int:
    if total > 100:
        total -= 10
    elif member:
        total -= 5
    return total


# ---- after


def discount(total: int, member: bool) -> int:
    if total > 100:
        total -= 10
    if member:
        total -= 5
    return total
