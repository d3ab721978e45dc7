def f(a):
    return (a, 1), [a, *a], {a}, {1: a, **a}
