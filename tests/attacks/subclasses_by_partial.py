"""A function that declares a class below its parameter is handed on."""

from functools import partial


def make(base):
    class S(base):
        def __bool__(self) -> bool:
            return True
    return S


counted = partial(make, int)


def f(n: int) -> str:
    if n == 0 and n:
        return "odd"  # reached by: f(counted()(0))
    return "even"
