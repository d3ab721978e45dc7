def f():
    global G
    G = G + 1
    x = 1
    def g():
        nonlocal x
        del x
    del G
    return g
