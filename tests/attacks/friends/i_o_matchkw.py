class Job:
    def __init__(self) -> None:
        self._rows: list[list[int]] = [[0, 0], [0, 0]]
        self._by: dict[str, list[int]] = {"a": [0]}
        self._n = 0

    def label(self) -> str:
        if self._rows[0][0] != 0:
            return "full"  # reached by: j = Job(); (lambda x: x[0].__setitem__(0, 1))(go(j)); j.label()
        return "empty"

    def label2(self) -> str:
        if self._by["a"][0] != 0:
            return "full"
        return "empty"

    def label3(self) -> str:
        if self._n != 0:
            return "full"
        return "empty"

    def keys(self) -> list[str]:
        return list(self._by)


def go(j: Job) -> list[list[int]]:
    match j:
        case Job(_rows=rows):
            return rows
