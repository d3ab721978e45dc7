def f(a, b):
    with a as x, b as x.y:
        return x
