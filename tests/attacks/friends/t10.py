class Pump:
    def __init__(self) -> None:
        self._on = False

    @property
    def _power(self) -> bool:
        return self._on

    @_power.setter
    def _power(self, v: bool) -> None:
        self._on = v

    def running(self) -> bool:
        if self._on:
            return True  # reached by: p = Pump(); Plant([p]).start(); p.running()
        return False


class Plant:
    def __init__(self, pumps: list[Pump]) -> None:
        self.pumps = pumps

    def start(self) -> None:
        for p in self.pumps:
            p._power = True
