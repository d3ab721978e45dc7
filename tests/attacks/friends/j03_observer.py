class Subject:
    def __init__(self) -> None:
        self._observers: list["Observer"] = []

    def attach(self, o: "Observer") -> None:
        self._observers.append(o)

    def notify(self, n: int) -> None:
        for o in self._observers:
            o._update(n)


class Observer:
    def __init__(self) -> None:
        self._seen = 0

    def _update(self, n: int) -> None:
        self._seen = n

    def busy(self) -> bool:
        if self._seen > 3:
            return True  # reached by: s = Subject(); o = Observer(); s.attach(o); s.notify(4); o.busy()
        return False
