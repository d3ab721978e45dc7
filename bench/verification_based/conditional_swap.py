"""Swaps the values of two wrappers, by arithmetic, if the first is at least the second."""


# clew: invariant self._value > 0
class Number:
    def __init__(self, value: int) -> None:
        if value <= 0:
            raise ValueError("not a natural number")
        self._value = value


# clew: require x is not y
# clew: ensure (x._value, y._value) == ((OLD.y._value, OLD.x._value) if OLD.x._value >= OLD.y._value else (OLD.x._value, OLD.y._value))
def conditional_swap(x: Number, y: Number) -> None:
    if x._value >= y._value:
        swap(x, y)


def swap(x: Number, y: Number) -> None:
    y._value += x._value
    x._value = y._value - x._value
    y._value -= x._value
