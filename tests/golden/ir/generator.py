def f(xs):
    x = yield 1
    yield from xs
    return x
