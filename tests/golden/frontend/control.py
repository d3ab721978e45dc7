import contextlib


def e(name, value=None):
    log.append(name)
    return value


@contextlib.contextmanager
def context(name, swallow=False):
    log.append(f"enter {name}")
    try:
        yield name
    except ValueError:
        log.append(f"error {name}")
        if not swallow:
            raise
    finally:
        log.append(f"exit {name}")


def loops(xs, stop):
    for i, x in enumerate(e("xs", xs)):
        if x == stop:
            break
        if not x:
            continue
        log.append((i, x))
    else:
        log.append("else")
    n = len(xs)
    while n:
        n -= 1
        for _ in range(n):
            while True:
                break
            if n == 2:
                break
        else:
            continue
        log.append("inner")
        break
    else:
        return "ended", n
    return "left", n


def tries(f):
    try:
        log.append("body")
        r = f()
    except (KeyError, IndexError) as error:
        log.append(repr(error))
        r = "lookup"
    except e("kind", ValueError) as error:
        try:
            raise RuntimeError("again") from error
        except RuntimeError as error:
            log.append(repr(error.__cause__))
        r = "value"
    except TypeError:
        raise
    except:
        log.append("bare")
        return "bare"
    else:
        log.append("else")
    finally:
        log.append("finally")
    return r


def finals(x):
    for i in range(3):
        try:
            if x == i:
                continue
            if x == 5:
                return "return"
            if x == 6:
                break
        finally:
            log.append(i)
            if x == 7:
                return "final"
    return i


def withs(fail, swallow):
    with context("a", swallow) as a, context("b") as b:
        log.append((a, b))
        if fail:
            raise ValueError(fail)
        return "done"
    with context("c") as (c):
        return c


def fail(error):
    raise error


def escapes(x):
    global counter
    counter = x
    counter += 1

    def down(n):
        if n == 0:
            raise LookupError(n) from None
        return down(n - 1)

    try:
        down(x)
    except LookupError as error:
        r = str(error)
    try:
        error
    except UnboundLocalError as u:
        log.append(str(u))
    del counter
    return r


class Base:
    __hidden = 1

    def __init__(self, x):
        self.__x = x

    def get(self):
        return self.__x + self.__hidden + self.twice

    @property
    def twice(self):
        return 2 * self.__x

    @staticmethod
    def make(x=3):
        return Derived(x)

    @classmethod
    def build(cls, *args, **kw):
        return cls(*args, **kw)


class Derived(Base):
    def __init__(self, x, y=0):
        super().__init__(x)
        self.y = y

    def get(self):
        return super().get() + self.y if __class__ is Derived else None

    def lambdas(self, __k=1):
        return (lambda n: n if n < 2 else __k + n)(self.y)


def natives(x):
    import math
    from os.path import join as j

    class Inner(Base):
        z = x

        def method(self):
            return x if self.z else 0

    return Inner(x).method() + math.floor(1.5), j("a", "b"), sorted(locals())[:1]


def dead(x):
    if x:
        return 1
    else:
        raise ValueError
    return 2


# calls: loops([], 0)
# calls: loops([1, 0, 2], 2)
# calls: loops([1, 0, 2, 4], 9)
# calls: tries(lambda: 1)
# calls: tries(lambda: {}[1])
# calls: tries(lambda: fail(ValueError("v")))
# calls: tries(lambda: 1 + "")
# calls: tries(lambda: 1 / 0)
# calls: [finals(x) for x in (0, 1, 2, 5, 6, 7, 8)]
# calls: withs(0, False)
# calls: withs(1, False)
# calls: withs(1, True)
# calls: escapes(2)
# calls: Base(4).get()
# calls: Base.make().get()
# calls: Derived.build(5, y=1).get()
# calls: Derived(5, 2).lambdas()
# calls: Derived(5, 1).lambdas()
# calls: natives(3)
# calls: dead(1)
# calls: dead(0)
