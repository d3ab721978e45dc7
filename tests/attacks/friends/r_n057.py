import contextlib


_xs: list[int] = []
_h = contextlib.ExitStack()
_h.callback(_xs.append, 1)


def fire() -> None:
    _h.close()


def hit() -> bool:
    if _xs:
        return True  # reached by: fire(); hit()
    return False
