class Signal:
    def __init__(self) -> None:
        self.slots = []

    def connect(self, f) -> None:
        self.slots.append(f)

    def emit(self) -> None:
        for f in self.slots:
            f()


class Model:
    def __init__(self) -> None:
        self.dirty = False

    def touch(self) -> None:
        self.dirty = True


changed = Signal()
model = Model()
changed.connect(model.touch)


def save() -> bool:
    if model.dirty:
        return True  # reached by: changed.emit(); save()
    return False
