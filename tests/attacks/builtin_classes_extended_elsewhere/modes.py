"""Declares them, and knows the functions."""

import enum
from collections import namedtuple

import uses


class Mode(str, enum.Enum):
    READ = "r"


def shown():
    return uses.is_shown_otherwise(Mode.READ)


class Shy(list):
    def __bool__(self):
        return False


class Table(dict):
    def __ne__(self, other):
        return True


class Deep(Table):
    """Inherits what matters."""


class Level(enum.IntEnum):
    NONE = 0

    def __bool__(self):
        return True


Pair = namedtuple("Pair", "x y")
