def f(x):
    def g():
        nonlocal x
        x = 2
        return x
    return x + g()
