import functools

import deal
import icontract
import icontract as ic
from deal import post
from icontract import require as asks

LIMIT = 3


# clew: require lo <= hi
# clew: ensure lo <= result <= OLD.hi  # a comment of the comment
# Other comments are no clauses.
# clew: ensure: result != LIMIT
def middle(lo: int, hi: int) -> int:
    return (lo + hi) // 2


def is_even(n):
    return n % 2 == 0


@functools.lru_cache
# clew: require n > 0
def between_decorators(n: int) -> int:
    return n


@asks(lambda xs: len(xs) > 0, "not empty")
@ic.snapshot(lambda xs: xs[:])
@icontract.snapshot(lambda xs: len(xs), name="size")
@icontract.ensure(lambda OLD, xs, result: OLD.xs == xs and len(result) == OLD.size)
@icontract.require(is_even, enabled=__debug__)
@icontract.require(lambda n: n > 7, enabled=False)
def library(xs, n):
    return xs


positive = functools.partial(ic.require, description="positive")


class Cart:
    # clew: require self._items or count
    # clew: ensure self.__total >= 0
    def take(self, count: int) -> None:
        self.__total = count

    @deal.chain(deal.pre(lambda a: a > 0), deal.pre(lambda _: _.a < _.b or "too large"))
    @post(lambda found: found > 0)
    @deal.ensure(lambda _: _.result == _.a)
    @deal.raises(ValueError)
    @staticmethod
    def chained(a, b):
        return a

    @property
    # clew: ensure result > 0
    def size(self):
        return 1

    @positive(lambda n: n > 0)
    def partially(self, n):
        return n


# clew: invariant self.cents >= 0
@icontract.invariant(lambda purse: purse.owner)
class Purse:
    def __init__(self) -> None:
        self.cents, self.owner = 0, "x"

    def spend(self) -> None:
        self.cents = 1

    def _private(self) -> None:
        pass

    def __len__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return ""

    @staticmethod
    def static() -> None:
        pass


class Inheriting(Purse):
    def more(self) -> None:
        pass
