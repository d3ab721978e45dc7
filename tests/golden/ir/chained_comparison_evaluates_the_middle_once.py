def f(x):
    return 0 <= x.y < 10
