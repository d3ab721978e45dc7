_state = 0


class Ctl:
    def __init__(self) -> None:
        self._armed = False

    def arm(self) -> None:
        self._armed = True

    def drop(self) -> None:
        global _state
        if self._armed:
            del _state


def get() -> int:
    try:
        return _state
    except NameError:
        return -1  # reached by: c = Ctl(); c.arm(); c.drop(); get()
