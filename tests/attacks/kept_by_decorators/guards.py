"""A decorator that keeps the function for others."""

RAW = {}


def clamp(f):
    RAW[f.__name__] = f

    def w(x: int) -> int:
        return f(max(x, 0))

    return w


def bound(f):
    def w(x: int) -> int:
        return f(max(x, 0))

    return w
