from typing import Iterator


class Job:
    def __init__(self) -> None:
        self._busy = False

    def _session(self) -> Iterator[int]:
        self._busy = True
        yield 1
        self._busy = False

    def check(self) -> bool:
        if self._busy:
            return True  # reached by: j = Job(); g = use(j); next(g); j.check()
        return False


def use(j: Job) -> Iterator[int]:
    return j._session()
