def f(x):
    return [x * y for x, y in x if x > 1 for z in y]
