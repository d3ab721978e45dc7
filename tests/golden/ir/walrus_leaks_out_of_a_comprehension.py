def f(xs):
    if any((y := x) for x in xs):
        return y
