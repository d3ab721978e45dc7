"""Private attributes that builders of another file set of what they hold."""

import abc


class Tank:
    def __init__(self) -> None:
        self._mode = 0

    def is_high(self) -> int:
        if self._mode > 5:
            return 1  # reached by: import builders; t = Tank(); builders.Builder(t).put("mode", 9); t.is_high()
        return 0


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> int: ...


class Square(Shape):
    def area(self) -> int:
        return 1


def is_negative(s: Shape) -> int:
    if s.area() < 0:
        return 1  # reached by: import builders; is_negative(builders.Hole())
    return 0


def is_odd(s: Square) -> int:
    if s.area() != 1:
        return 1  # reached by: import builders; is_odd(builders.Pit())
    return 0
