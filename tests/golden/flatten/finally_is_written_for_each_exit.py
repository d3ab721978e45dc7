def f(x: int) -> int:
    try:
        if x > 3:
            raise KeyError(x)
        return 1 % x
    except ArithmeticError:
        return 0
    finally:
        x += 1
