def f(xs, g):
    xs.append(g(1))
    xs.append(1)
