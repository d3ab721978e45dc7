def f(xs):
    for i, o.x in xs:
        break
    else:
        return i
