_xs: list[int] = []
_h = (_xs.append(i) for i in range(3))


def fire() -> None:
    next(_h)


def hit() -> bool:
    if _xs:
        return True  # reached by: fire(); hit()
    return False
