def g(n: int, step: int = 2) -> int:
    return 0 if n < 1 else 1 + g(n - step)


def f(x: int) -> int:
    if x > 5:
        y = g(x)
    return y
