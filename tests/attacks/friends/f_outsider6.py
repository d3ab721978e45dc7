class Job:
    def __init__(self) -> None:
        self._xs: list[int] = []
        self._d: dict[str, list[int]] = {}

    def label(self) -> str:
        if self._xs:
            return "full"  # reached by: j = Job(); peek(j)["_xs"].append(1); j.label()
        return "empty"

    def label2(self) -> str:
        if "k" in self._d:
            return "full"
        return "empty"


def peek(j: object) -> dict[str, list[int]]:
    return dict(vars(j))
