def f(x):
    return 1 if x else -1
