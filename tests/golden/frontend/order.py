def e(name, value=None):
    log.append(name)
    return value


class Box:
    def __init__(self, **kw):
        object.__setattr__(self, "kw", kw)

    def __getattr__(self, name):
        log.append(f"get {name}")
        try:
            return self.kw[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        log.append(f"set {name}")
        self.kw[name] = value

    def __getitem__(self, key):
        log.append(f"item {key}")
        return self.kw[key]

    def __setitem__(self, key, value):
        log.append(f"set item {key}")
        self.kw[key] = value

    def __delitem__(self, key):
        log.append(f"del item {key}")


def calls(b):
    b.f(e("x", 1), *e("xs", [2]), k=e("k", 3), **e("kw", {"l": 4}))
    return b.g(e("late"))


def walrus(x):
    y = x + (x := x + 1) + x
    z = [x, (x := 7), x]
    return y, z, (w := x) + w, {x: (x := 8), x: x}, f"{x}{(x := 9)}{x:{e('w', 3)}}"


def unbound(flag):
    if flag:
        late = 1
    return late + e("effect", 2)


def nonlocals():
    x = 1

    def bump(d=e("default", 5), *, k=e("keyword", 6)):
        nonlocal x
        x += d
        return x

    return x + bump(), x * bump(1), [x, bump(), x], x < bump() < x


def targets(b):
    b.a = b["k"] = e("value", 5)
    b[e("key", "m")], b.c = e("pair", (1, 2))
    i, b[i] = 3, 4
    b.a += e("add", 1)
    b[e("once", "k")] *= e("mul", 2)
    del b["k"], b[i]
    (p, *q), r = [1, 2, 3], 4
    [s, t] = "st"
    for b.loop in (1, 2):
        pass
    for b["x"], u in [(1, 2)]:
        pass
    l = m = []
    l += [1]
    x: int = 3
    y: int
    b.z: int = 4
    b.w: int
    return b.kw, i, p, q, r, s, t, u, m, x


def slices(xs):
    xs[e("lo", 1) : e("hi", 3)] = e("new", "ab")
    return xs[::-1], xs[1:], xs[-1], xs[:2:1], {**{1: 2}, 3: 4, **{5: 6}}, [*xs, *(1, 2)], {*xs}, (*xs, 1)


def formats(x, w):
    return f"{x}", f"{x!r:>{w}}", f"a{x:{w}}{w=}b", f"", f"{{}}", f"{x!s}{x!a}" "tail"


def decorate(name):
    log.append(f"make {name}")

    def wrap(f):
        log.append(f"apply {name}")
        return lambda *a, **k: (name, f(*a, **k))

    return wrap


def decorated():
    @decorate("one")
    @decorate("two")
    def f(x, /, y=e("y", 2), *args, z=e("z", 3), **kw) -> int:
        """Doc."""
        return x, y, args, z, kw

    return f(1), f(1, 5, 6, z=7, w=8)


# calls: calls(Box(f=lambda *a, **k: log.append((a, k))))
# calls: calls(Box())
# calls: walrus(1)
# calls: unbound(False)
# calls: unbound(True)
# calls: nonlocals()
# calls: targets(Box(k=1))
# calls: slices([1, 2, 3, 4])
# calls: formats("é", 5)
# calls: decorated()
