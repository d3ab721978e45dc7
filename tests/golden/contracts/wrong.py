import asyncio
import contextlib

import deal
import icontract
from elsewhere import predicate

# clew: require 1 > 0
x = 3  # clew: ensure x


# clew: require y > 0
# clew: require x >
# clew: require x = 1
# clew: require
# clew: require x > 0, "text"
# clew: ensure OLD.z == 1
# clew: ensure OLD == 1
# clew: require (x := 1)
# clew: require print(x)
# clew: require changes(xs)
# clew: require xs.sort() is None
# clew: ensure result > 0
def wrong(x, xs):
    return x


def changes(xs):
    xs[0] = 1
    return True


# clew: ensure result > 0
def named_result(result):
    return result


@icontract.require(lambda y: y > 0)
@icontract.require(predicate)
@icontract.require(lambda x, *rest: x > 0)
@icontract.require(lambda x: x > 0, enabled=predicate)
@icontract.ensure(lambda OLD, x: OLD.x == x)
@icontract.require(lambda x, OLD: x > 0)
@icontract.unheard_of(lambda x: x > 0)
@deal.post(lambda x, y: x > y)
@deal.pre(lambda _: _)
@deal.dispatch
def decorated(x):
    return x


# clew: require n > 0
def generator(n):
    yield n


# clew: require n > 0
async def coroutine(n):
    await asyncio.sleep(n)


def outer():
    # clew: require n > 0
    def inner(n):
        return n

    return inner


@contextlib.contextmanager
@icontract.require(lambda n: n > 0)
def managed(n):
    yield n


def wrapper(f):
    return f


@wrapper
# clew: ensure result > 0
def wrapped(n):
    return n


def iter(xs):  # hides what a generator expression calls
    return xs


# clew: require all(x > 0 for x in xs)
# clew: ensure super().x > 0
def hidden(xs):
    return xs


# clew: invariant cents >= 0
# clew: invariant self.x.pop()
# clew: require self.x
# clew: invariant self.__x
@icontract.invariant(predicate)
class Wrong:
    def __init__(self):
        self.x = 1

    def waits(self):
        yield 1

    # clew: invariant self.x
    def method(self):
        while True:
            # clew: invariant self.y
            break


class Below(Wrong):
    def other(self):
        pass


# clew: invariant self.x > 0
class Unmade:
    x = 1

    def get(self):
        return self.x


class Base(icontract.DBC):
    @icontract.require(lambda x: x > 0)
    def asks(self, x):
        return x

    @icontract.ensure(lambda result: result)
    def promises(self):
        return 1


class Heir(Base):
    @icontract.require(lambda x: x > 3)
    def asks(self, x):
        return x

    def promises(self):
        return 2

    @icontract.require(lambda x: x > 3)
    def new(self, x):
        return x
