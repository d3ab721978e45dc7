def evens(xs: list[int]) -> list[int]:
    found = []
    for x in xs:
        if x % 2 == 0:
            found.append(x)
    return found


# ---- after


def evens(xs: list[int]) -> list[int]:
    return [x for x in xs if not x % 2]
