"""Takes functions out of what decorators made of them."""

import use


def inside(f):
    return f.__closure__[0].cell_contents


def thrice(x: int) -> int:
    return inside(use.thrice)(x)
