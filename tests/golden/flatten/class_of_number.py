def f(x: int, b: bool) -> int:
    n = 0
    while n < x if type(n) in (int, bool, float) and type(b) is not str and n >= 0 else b:
        n += 1
    return n
