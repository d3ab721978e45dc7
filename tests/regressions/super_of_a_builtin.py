"""`super().clear()` in a subclass of dict was sent to the overriding method again, without end."""


class Counted(dict):
    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit
        self.cleared = 0

    def clear(self) -> None:
        if self.limit > 3:  # covered
            self.cleared += 1
        super().clear()

    def pop(self, key: int) -> int:
        if key in self:
            return super().pop(key)
        return -1
