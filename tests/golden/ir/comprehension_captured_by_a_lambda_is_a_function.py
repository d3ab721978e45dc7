def f(xs):
    return [lambda: x for x in xs]
