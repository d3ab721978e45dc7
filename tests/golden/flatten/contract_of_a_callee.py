# clew: require n >= 0
# clew: ensure result == n
def count(n: int) -> int:
    i = 0
    while i < n:
        i += 1
    return i


# clew: require n < 100
def f(n: int) -> int:
    if n > 0:
        return count(n)
    return 0
