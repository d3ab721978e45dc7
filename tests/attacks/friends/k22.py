class Sheet:
    def __init__(self) -> None:
        self._opts = {"debug": [False]}

    def debug(self) -> bool:
        if self._opts["debug"][0]:
            return True  # reached by: s = Sheet(); enable(s); s.debug()
        return False


def enable(s: Sheet) -> None:
    opts = s._opts
    flags = opts["debug"]
    flags[0] = True
