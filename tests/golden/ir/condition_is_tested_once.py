def f(a, b, c):
    if a and (b or not c):
        return 1
