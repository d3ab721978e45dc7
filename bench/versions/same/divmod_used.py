def hours_and_minutes(minutes: int) -> tuple[int, int]:
    hours = minutes // 60
    rest = minutes - hours * 60
    return hours, rest


# ---- after


def hours_and_minutes(minutes: int) -> tuple[int, int]:
    return divmod(minutes, 60)
