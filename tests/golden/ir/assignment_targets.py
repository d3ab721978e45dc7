def f(o):
    a = o.b = 1
    o[0], (c, *d) = o
    return a, c, d
