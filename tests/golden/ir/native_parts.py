def f(x):
    import a.b, c as d
    class E(x):
        def g(self): return x
    return locals()
