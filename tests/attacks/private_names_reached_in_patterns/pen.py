"""Draws and paints."""

import sys

from shapes import Color, Line


def draw(shape: object) -> None:
    match shape:
        case Line(points):
            points.append(1)


def paint(color: Color) -> None:
    color._value_ = 7


def allow_all_digits() -> None:
    sys.set_int_max_str_digits(0)
