"""Multiplication of naturals by shifts and additions."""


# clew: require a >= 0
# clew: require b >= 0
# clew: ensure result == OLD.a * OLD.b
def multiply(a: int, b: int) -> int:
    product = 0
    # clew: invariant b >= 0
    # clew: invariant product + a * b == OLD.a * OLD.b
    while b > 0:
        if b % 2 == 1:
            product += a
        a *= 2
        b //= 2
    return product
