def f(x, w):
    return f"{x} {x!r:>{w}} {x:02d}"
