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


class Registered:
    kinds: list = []

    def __init_subclass__(cls):
        super().__init_subclass__()
        Registered.kinds.append(cls)


class First(Registered):
    pass


class FromText(int):
    @classmethod
    def from_bytes(cls, data, order):
        return super().from_bytes(data, order) + 1


def subclasses_are_registered(x: int):
    if First in Registered.kinds:
        return 1  # covered
    return 0


def class_method_of_a_builtin(x: int):
    if 0 <= x < 256 and FromText.from_bytes(bytes([x]), "big") == 78:
        return 1  # not infeasible
    return 0
