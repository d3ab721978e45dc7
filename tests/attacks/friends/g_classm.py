class Job:
    def __init__(self) -> None:
        self._rows: list[list[int]] = [[0, 0], [0, 0]]
        self._by: dict[str, list[int]] = {"a": [0]}

    def label(self) -> str:
        if self._rows[0][0] != 0:
            return "full"  # reached by: j = Job(); Job.of(j)[0] = 1; j.label()
        return "empty"

    def label2(self) -> str:
        if self._by["a"][0] != 0:
            return "full"
        return "empty"

    @classmethod
    def of(cls, j: "Job") -> list[int]:
        return j._rows[0]
