def usable(open_: bool, locked: bool, broken: bool) -> bool:
    return not (not open_ or locked or broken)


# ---- after


def usable(open_: bool, locked: bool, broken: bool) -> bool:
    return open_ and not locked and not broken
