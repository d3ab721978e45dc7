def f(x: int, y: int) -> int:
    return x // y
