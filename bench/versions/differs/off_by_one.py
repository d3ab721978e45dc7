def is_adult(age: int) -> bool:
    return age >= 18


# ---- after


def is_adult(age: int) -> bool:
    return age > 18
