"""Displays of sets and dicts whose members have an equality of their own, which depends on the input."""


class Frame:
    def __init__(self, x: int) -> None:
        self.x = x

    def __eq__(self, other):
        return self.x == other.x

    def __hash__(self):
        return 1


def members(x: int, y: int) -> int:
    s = {Frame(x * 3), Frame(y * 7919 + 1)}
    if len(s) == 1:
        return 1  # reached by: members(2640, 1)
    return 0  # reached by: members(0, 0)


def keys(x: int, y: int) -> int:
    d = {Frame(x * 3): 1, Frame(y * 7919 + 1): 2}
    if len(d) == 1:
        return 1  # reached by: keys(2640, 1)
    return 0  # reached by: keys(0, 0)


def pairs(x: int, y: int) -> int:
    s = {(1, Frame(x * 3)), (1, Frame(y * 7919 + 1))}
    if len(s) == 1:
        return 1  # reached by: pairs(2640, 1)
    return 0  # reached by: pairs(0, 0)


def looked_up(x: int, y: int) -> int:
    d = {(1, Frame(x * 3)): 1, "a": 2}
    if (1, Frame(y * 7919 + 1)) in d:
        return 1  # reached by: looked_up(2640, 1)
    return 0  # reached by: looked_up(0, 0)
