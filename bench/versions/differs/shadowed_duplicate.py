def unique(xs: list[int]) -> list[int]:
    found: list[int] = []
    for x in xs:
        if x not in found:
            found.append(x)
    return found


# ---- after


def unique(xs: list[int]) -> list[int]:
    return sorted(set(xs))
