def f(x, d):
    @d
    def g(a, /, b=x, *c, k: int = 2, **m) -> str:
        "Doc."
        return a, b, c, k, m, x
    return g, lambda y=x: y
