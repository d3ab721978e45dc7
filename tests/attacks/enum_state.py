from enum import Enum


class Color(Enum):
    RED = 1
    BLUE = 2

    @property
    def uses(self) -> int:
        return getattr(self, "_uses", 0)


def paint(c: Color) -> int:
    c._uses = c.uses + 1
    if Color.RED.uses and Color.BLUE.uses:
        return 2  # reached by: paint(Color.RED); paint(Color.BLUE)
    return 1


class Level(Enum):
    LOW = 1
    HIGH = 2

    def __init__(self, n: int) -> None:
        self.limit = n * 10


def tune(level: Level, n: int) -> None:
    level.limit = n


def allowed(x: int) -> bool:
    if x < 5 and x > Level.LOW.limit:
        return True  # reached by: tune(Level.LOW, 1); allowed(3)
    return False


def spend(level: Level) -> int:
    level.limit -= 1
    if level.limit < 9:
        return 0  # reached by: spend(Level.LOW); spend(Level.LOW)
    return level.limit
