def f(g, a, k):
    return g(1, *a, x=2, **k)
