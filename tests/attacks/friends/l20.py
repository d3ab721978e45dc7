class Counter:
    def __init__(self) -> None:
        self._n = 0

    def _tick(self) -> None:
        self._n += 1

    def late(self) -> bool:
        if self._n > 50:
            return True  # reached by: c = Counter(); [tick(c) for _ in range(60)]; c.late() [beyond method-calls]
        return False


def tick(c: Counter) -> None:
    c._tick()
