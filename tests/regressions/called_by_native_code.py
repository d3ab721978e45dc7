"""What native code gives to functions of the project, and which of several objects, depends on what it saw."""

import functools
import itertools
import operator
import threading
import concurrent.futures


def star(x: int):
    out = []

    def f(*args):
        out.append(args[0] * 3 - 5)

    t = threading.Thread(target=f, args=(x,))
    t.start()
    t.join()
    if out[0] == 226:
        return 1  # not infeasible
    return 0


def decided_inside(x: int):
    out = []

    def f(*args):
        if args[0] * 3 - 5 == 226:
            out.append(1)  # not infeasible

    t = threading.Thread(target=f, args=(x,))
    t.start()
    t.join()
    if out:
        return 1  # not infeasible
    return 0


def which_row(x: int):
    rows = {1: [1], 771: [2]}
    out = []

    def f(row):
        if row[0] == 2:
            out.append(1)  # not infeasible

    t = threading.Thread(target=lambda k: f(rows.get(k, [3])), args=(x,))
    t.start()
    t.join()
    return 0


class P:
    def __init__(self, v):
        self.v = v


def which_object(i: int):
    ps = [P(1), P(2), P(3)]
    out = []

    def f(p):
        if p.v == 2:
            out.append(1)  # not infeasible

    if 0 <= i < 3:
        t = threading.Thread(target=lambda k: f(operator.itemgetter(k)(ps)), args=(i,))
        t.start()
        t.join()
    return 0


def best(x: int):
    ps = [P(1), P(2), P(x)]
    seen = []

    def f(p):
        seen.append(p.v)
        return p.v == 2

    found = next(itertools.dropwhile(lambda p: not f(p), ps))
    if len(seen) == 2 and x == 771:
        return 1  # not infeasible
    return 0


def compared(x: int):
    class Q:
        def __init__(self, v):
            self.v = v

        def __lt__(self, o):
            if o.v == 771:
                out.append(1)  # not infeasible
            return self.v < o.v

    out = []
    import heapq

    heapq.heapify(qs := [Q(3), Q(x), Q(2)])
    if qs[0].v == -771:
        return 1  # not infeasible
    return 0


def kw(x: int):
    out = []

    def f(**kws):
        if kws["a"] == 771:
            out.append(1)  # not infeasible

    t = threading.Thread(target=f, kwargs={"a": x})
    t.start()
    t.join()
    return 0


def exception_of_thread(x: int):
    def f(v):
        if v == 771:
            raise ValueError(v)  # not infeasible
        return v

    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        r = pool.submit(f, x)
        try:
            return r.result() + 1
        except ValueError:
            return 1  # not infeasible


def pool_map(x: int):
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        found = list(pool.map(lambda v: v * 3 - 5, [1, x]))
    if found[1] == 226:
        return 1  # not infeasible
    return 0


def partial_thread(x: int):
    out = []
    t = threading.Timer(0, functools.partial(out.append, x))
    t.start()
    t.join()
    if out[0] == 771:
        return 1  # not infeasible
    return 0


def which_row_raises(x: int):
    rows = {1: [1], 771: [2]}

    def f(row):
        if row[0] == 2:
            return 5  # not infeasible
        raise ValueError

    def g(k):
        return f(rows.get(k, [3]))

    try:
        functools.partial(operator.methodcaller("__call__", x))(g)
        return 2  # not infeasible
    except ValueError:
        return 3  # not infeasible


def star_raises(x: int):
    def f(*args):
        if args[0] * 3 - 5 == 226:
            return 5  # not infeasible
        if args[0] < 0:
            raise ValueError
        return 6

    try:
        list(itertools.starmap(f, [(x,)]))
        return 2  # not infeasible
    except ValueError:
        return 3  # not infeasible


def object_raises(i: int):
    ps = [P(1), P(2), P(3)]

    def f(p):
        if p.v == 2:
            return 5  # not infeasible
        if p.v == 1:
            raise ValueError
        return 6

    try:
        list(map(f, itertools.islice(ps, i, None)))
        return 2  # not infeasible
    except ValueError:
        return 3  # not infeasible


def reduce_rows(i: int):
    rows = [[1], [2], [3]]

    def f(a, b):
        if a[0] == 2:
            return [5]  # not infeasible
        if a[0] == 1:
            raise ValueError
        return [6]

    try:
        functools.reduce(f, itertools.islice(rows, i, None))
        return 2  # not infeasible
    except ValueError:
        return 3  # not infeasible
    except TypeError:
        return 4  # not infeasible


def formatted(i: int):
    class F:
        def __init__(self, k):
            self.k = k

        def __format__(self, spec):
            if self.k == 2:
                return "q"  # not infeasible
            if self.k == 1:
                raise ValueError
            return spec

    fs = [F(1), F(2), F(3)]
    try:
        "{0[%d]}".__mod__(i).format(fs)
        return 2  # not infeasible
    except ValueError:
        return 3  # not infeasible
    except IndexError:
        return 4  # not infeasible
