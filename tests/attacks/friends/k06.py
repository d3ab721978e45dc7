class Knob:
    def __init__(self) -> None:
        self._lv = 0

    @property
    def _level(self) -> int:
        return self._lv

    @_level.setter
    def _level(self, n: int) -> None:
        self._lv = n

    def check(self) -> bool:
        if self._lv > 5:
            return True  # reached by: k = Knob(); turn(k); k.check()
        return False


def turn(k: Knob) -> None:
    k._level = 9
