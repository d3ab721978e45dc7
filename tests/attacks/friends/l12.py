class Machine:
    def __init__(self) -> None:
        self._stack: list[list[str]] = [[]]

    def log(self) -> str:
        if self._stack[0]:
            return "busy"  # reached by: m = Machine(); Writer(m).write("x"); m.log()
        return "idle"


class Writer:
    def __init__(self, m: Machine) -> None:
        self._out = m._stack[0]

    def write(self, s: str) -> None:
        self._out.append(s)
