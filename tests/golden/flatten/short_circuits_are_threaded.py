def f(x: int, y: int) -> bool:
    if x > 0 and (y or x > 9):
        return True
    return False
