class Job:
    def __init__(self) -> None:
        self._rows: list[list[int]] = [[0, 0], [0, 0]]
        self._by: dict[str, list[int]] = {"a": [0]}
        self._n = 0

    def label(self) -> str:
        if self._rows[0][0] != 0:
            return "full"
        return "empty"

    def label2(self) -> str:
        if self._by["a"][0] != 0:
            return "full"
        return "empty"

    def label3(self) -> str:
        if self._n != 0:
            return "full"  # reached by: j = Job(); go(j, "bump"); j.label3()
        return "empty"

    def _bump(self) -> None:
        self._n += 1


def go(j: Job, name: str) -> None:
    getattr(j, "_" + name)()
