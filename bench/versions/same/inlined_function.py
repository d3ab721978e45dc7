def _double(x):
    return 2 * x


def scale(x: int, times: int) -> int:
    if times > 3:
        return _double(_double(x))
    return _double(x)


# ---- after


def scale(x: int, times: int) -> int:
    return x * 4 if times > 3 else x * 2
