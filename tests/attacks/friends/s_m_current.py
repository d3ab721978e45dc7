class Log:
    def __init__(self) -> None:
        self._n = 0

    def add(self) -> None:
        self._n += 1


_main = Log()
_current: Log | None = None


def select() -> None:
    global _current
    _current = _main


def put() -> None:
    if _current is not None:
        _current.add()


def used() -> bool:
    if _main._n:
        return True  # reached by: select(); put(); used()
    return False
