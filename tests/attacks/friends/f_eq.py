class Job:
    def __init__(self) -> None:
        self._xs: list[int] = []
        self._d: dict[str, list[int]] = {}

    def label(self) -> str:
        if self._xs:
            return "full"  # reached by: j = Job(); w.go(j); j.label()
        return "empty"

    def label2(self) -> str:
        if "k" in self._d:
            return "full"
        return "empty"

    def same(self, other: object) -> bool:
        return self._xs == other
