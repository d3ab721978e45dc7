class Job:
    def __init__(self) -> None:
        self._rows: list[int] = []
        self._n = 0

    def label(self) -> str:
        if self._rows:
            return "full"  # reached by: j = Job(); raw(j).append(1); j.label()
        return "empty"

    def label2(self) -> str:
        if self._n:
            return "full"
        return "empty"

    @property
    def _raw(self) -> list[int]:
        return self._rows


def raw(j: Job) -> list[int]:
    return getattr(j, "_raw")
