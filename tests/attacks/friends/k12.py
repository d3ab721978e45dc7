import threading


class Lamp:
    def __init__(self) -> None:
        self._on = False

    def _toggle(self) -> None:
        self._on = not self._on

    def check(self) -> str:
        if self._on:
            return "on"  # reached by: x = Lamp(); later(x).join(); x.check()
        return "off"


def later(x: Lamp) -> threading.Thread:
    t = threading.Thread(target=x._toggle)
    t.start()
    return t
