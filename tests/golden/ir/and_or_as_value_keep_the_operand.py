def f(a, b):
    return a and b or 0
