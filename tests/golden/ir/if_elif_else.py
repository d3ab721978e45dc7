def f(x):
    if x > 1:
        return "big"
    elif x:
        return "small"
    else:
        pass
