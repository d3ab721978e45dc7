def e(name, value):
    log.append(name)
    return value


def plain(xs, ys):
    x = "kept"
    a = [x for x in e("xs", xs) if x % 2 if x > 1]
    b = {x + y for x in xs for y in e("ys", ys) if x < y}
    c = {e("key", x): e("value", x * 2) for x in xs}
    d = [(x, *rest) for x, *rest in zip(xs, ys, xs)]
    f = [[x + y for y in ys] for x in xs if x]
    return a, b, c, d, f, x, [x for x in [x]]


def captured(xs):
    fs = [lambda: x for x in xs]
    gs = [lambda x=x: x for x in xs]
    hs = []
    for n in range(2):
        hs += [lambda: (n, x) for x in xs if x > n]
    return [f() for f in fs], [g() for g in gs], [h() for h in hs], [sum(x * y for y in xs) for x in xs]


def walrus(xs):
    if any((found := x) > 2 for x in xs):
        log.append(found)
    r = [last := x for x in xs if (square := x * x) > 1]
    k = [(lambda: last)() + x for x in xs if xs]
    return r, last, square, k


def generators(xs):
    g = (e("item", x) for x in e("first", xs) for _ in e("second", range(x)))
    log.append("made")
    try:
        bad = (x for x in 5)
    except TypeError as error:
        log.append(str(error))
    yield from g
    total = 0
    for x in xs:
        got = yield x if x else None
        total += x
    yield total
    return


def attributes(xs):
    class Box:
        pass

    b = Box()
    d = {}
    r = [d["k"] for d["k"] in xs] + [b.v for b.v in xs]
    return r, d, b.v



def deep(n):
    return [x for x in [y for y in [z for z in range(n)] if y] if x > 1 or x and n]


# calls: plain([], [])
# calls: plain([1, 2, 3], [4, 5, 6])
# calls: plain([0, 3], [1])
# calls: captured([])
# calls: captured([1, 2, 3])
# calls: walrus([1, 2, 3])
# calls: walrus([1, 2])
# calls: generators([])
# calls: generators([2, 0, 1])
# calls: attributes([1, 2])
# calls: attributes([])
# calls: deep(0)
# calls: deep(3)
