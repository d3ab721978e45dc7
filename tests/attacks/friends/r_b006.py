class Point:
    __slots__ = ("_x", "_y")

    def __init__(self, x: int = 0) -> None:
        self._x = x
        self._y = 0

    @classmethod
    def blank(cls) -> "Point":
        p = cls.__new__(cls)
        p._x = -1
        return p

    def has(self) -> bool:
        try:
            return self._y == 0
        except AttributeError:
            return False  # reached by: Point.blank().has()
