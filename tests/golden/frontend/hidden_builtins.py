def iter(x):
    return "mine"


class AssertionError(Exception):
    pass


def f(xs, k):
    assert xs, f"no {k}"
    assert k and xs
    for x in (x * k for x in xs if x):
        if x > 2:
            return x, [lambda: y for y in xs][0]()
    return sum(x for x in xs)


# calls: f([1, 2], 3)
# calls: f([1, 0], 1)
# calls: f([0], 1)
