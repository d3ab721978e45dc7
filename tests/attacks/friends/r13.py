class Meter:
    def __init__(self) -> None:
        self._n = 0

    def _add(self, n: int) -> None:
        self._n += n

    def __enter__(self) -> "Meter":
        return self

    def __exit__(self, *a: object) -> None:
        pass

    def high(self) -> bool:
        if self._n > 9:
            return True  # reached by: m = Meter(); measure(m, "x" * 10); m.high()
        return False


def measure(m: Meter, text: str) -> None:
    with m as mm:
        for _ in text:
            mm._add(1)
