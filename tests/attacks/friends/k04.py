class Job:
    def __init__(self) -> None:
        self._n = 0

    def _bump(self) -> None:
        self._n += 1

    @staticmethod
    def pair() -> "tuple[Job, Job]":
        a, b = Job(), Job()
        b._bump()
        return a, b

    def check(self) -> bool:
        if self._n > 0:
            return True  # reached by: Job.pair()[1].check()
        return False
