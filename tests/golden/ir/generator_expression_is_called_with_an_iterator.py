def f(xs, k):
    return sum(x * k for x in xs)
