COUNT = 0


def bump(x: int):
    global COUNT
    COUNT += x
    if COUNT == 7:
        return 1  # covered
    if COUNT != x:
        return 2  # covered
    return 0
