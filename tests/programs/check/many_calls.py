"""What only sequences of more calls refute than are tried path by path."""


class Lock:
    def __init__(self) -> None:
        self._stage = 0
        self._wrong = 0

    def dial(self, number: int) -> bool:
        if self._stage == 4:
            return True
        if self._wrong > 3:
            assert self._stage < 2  # refuted AssertionError lock = Lock(); lock.dial(0); lock.dial(0); lock.dial(0); lock.dial(0); lock.dial(7); lock.dial(3); lock.dial(0)
        if number != (7, 3, 9, 2)[self._stage]:  # unknown IndexError bound
            self._stage = 0
            self._wrong += 1
            return False
        self._stage += 1
        return False


class Tank:
    """The level is never asked for before it is drained, which it is by ones."""

    def __init__(self) -> None:
        self._level = 4

    def drain(self) -> int:
        self._level -= 1
        return 100 // self._level  # refuted ZeroDivisionError tank = Tank(); tank.drain(); tank.drain(); tank.drain(); tank.drain()
