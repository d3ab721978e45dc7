_main: list[int] = []
_current: list[int] | None = None


def select() -> None:
    global _current
    _current = _main


def put(n: int) -> None:
    if _current is not None:
        _current.append(n)


def used() -> bool:
    if _main:
        return True  # reached by: select(); put(1); used()
    return False
