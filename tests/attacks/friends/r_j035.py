class Reg:
    def __init__(self) -> None:
        self._d: dict[str, int] = {}

    def put(self, k: str) -> None:
        self._d[k] = 5

    def has(self) -> bool:
        if "a" in self._d:
            return True  # reached by: add("a"); REG.has()
        return False


REG = Reg()
add = REG.put


def global_has() -> bool:
    if REG.has():
        return True  # reached by: add("a"); global_has()
    return False
