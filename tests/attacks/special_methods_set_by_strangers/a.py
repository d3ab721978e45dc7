"""Truth of objects, which another file changes for whatever class it is handed."""

class Box:
    def __init__(self, n: int) -> None:
        self.n = n


def g(b: Box) -> int:
    if b:
        return 1
    return 2  # reached by: import z; b = Box(1); z.falsy(b); g(b)
