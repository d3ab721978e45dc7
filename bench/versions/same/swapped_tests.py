def speed_fine(over: int, school: bool) -> int:
    if school and over > 10:
        return 200
    if over > 30:
        return 200
    if over > 0:
        return 50
    return 0


# ---- after


def speed_fine(over: int, school: bool) -> int:
    if over <= 0:
        return 0
    limit = 10 if school else 30
    return 200 if over > limit else 50
