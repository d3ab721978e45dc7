def ticket(age: int, member: bool) -> int:
    if age >= 0:
        if age < 6:
            price = 0
        else:
            if member:
                price = 8
            else:
                price = 12
        return price
    else:
        raise ValueError("age")


# ---- after


def ticket(age: int, member: bool) -> int:
    if age < 0:
        raise ValueError("age")
    if age < 6:
        return 0
    return 8 if member else 12
