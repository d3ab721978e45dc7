class Task:
    def __init__(self, name: str) -> None:
        self.name = name
        self._done = False

    def _finish(self) -> None:
        self._done = True

    def status(self) -> str:
        if self._done:
            return "done"  # reached by: s = Scheduler(); t = s.add("a"); s.run(); t.status()
        return "open"


class Scheduler:
    def __init__(self) -> None:
        self._tasks: list[Task] = []

    def add(self, name: str) -> Task:
        t = Task(name)
        self._tasks.append(t)
        return t

    def run(self) -> int:
        n = 0
        while self._tasks:
            self._tasks.pop()._finish()
            n += 1
        return n
