def f(x):
    assert x, "no"
