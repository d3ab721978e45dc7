def e(name, value):
    log.append(name)
    return value


class Truth:
    def __init__(self, name, value):
        self.name, self.value = name, value

    def __bool__(self):
        log.append(f"bool {self.name}")
        return self.value

    def __lt__(self, other):
        log.append(f"{self.name} < {other.name}")
        return Truth(f"({self.name}<{other.name})", self.value)

    def __repr__(self):
        return self.name


def conditions(a, b, c):
    if (e("a", a) and not e("b", b)) or e("c", c):
        r = 1
    elif not (a or b):
        r = 2
    elif not not c:
        r = 3
    else:
        r = 4
    while a and (b or c):
        a -= 1
        if a == 1:
            continue
        if a < -3:
            break
    else:
        r += 10
    return r, a


def values(a, b, c):
    a, b, c = Truth("a", a), Truth("b", b), Truth("c", c)
    x = a or b
    y = (a and b) or c
    z = not (a and b)
    w = not a or b
    v = a and (b or not c)
    u = a or b and c or a
    t = not not a and b
    return x, y, z, w, v, u, t


def chains(a, b, c):
    a, b, c = Truth("a", a), Truth("b", b), Truth("c", c)
    x = e("a", a) < e("b", b) < e("c", c)
    if e("a", a) < e("b", b) < e("c", c) < a:
        log.append("yes")
    if not (a < b < c) or c:
        log.append("no")
    y = (a < b < c) or b
    return x, y, 1 if a < b < c else 2 if b else 3


def long(*xs):
    a, b, c, d, f, g, h, i, j, k, l = xs
    x = a and b and c and d and f and g and h and i and j and k and l
    if a or b or c or d or f or g or h or i or j or k or l:
        return x, 1
    return x, 2


def checked(x):
    assert x, f"no {e('message', x)}"
    assert x > 1
    assert 0 < x < 10 and x != 5, "range"
    return x


# calls: [conditions(a, b, c) for a in (0, 1, 3) for b in (0, 1) for c in (0, 1)]
# calls: conditions(0, 0, 1)
# calls: conditions(5, 1, 0)
# calls: [values(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
# calls: values(0, 1, 0)
# calls: values(1, 0, 0)
# calls: [chains(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
# calls: chains(1, 0, 1)
# calls: long(*[1] * 11)
# calls: long(*[0] * 11)
# calls: long(*[0] * 10, 1)
# calls: long(*[1] * 9, 0, 2)
# calls: checked(0)
# calls: checked(1)
# calls: checked(5)
# calls: checked(12)
# calls: checked(3)
