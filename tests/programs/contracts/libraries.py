"""Contracts of icontract and deal, under several names."""

import functools

import deal
import icontract
import icontract as ic
from icontract import ensure as promise
from icontract import require


@require(lambda xs: len(xs) > 0, "not empty")
@promise(lambda xs, result: all(x <= result for x in xs))  # claim: refuted use([1])
def largest(xs: list[int]) -> int:
    best = 0 if xs[0] != 1 else -2  # claim: proved
    for x in xs[1:]:
        best = max(best, x)
    return best


def use(xs: list[int]) -> int:
    return largest(xs)  # claim: refuted use([])


@ic.snapshot(lambda xs: xs[:])
@ic.ensure(lambda OLD, xs: len(xs) == len(OLD.xs) + 1)  # claim: refuted xs = []; twice(xs)
def twice(xs: list[int]) -> None:
    xs.append(1)
    xs.append(1)


@deal.pre(lambda a, b: b != 0)
@deal.post(lambda r: r >= 0)  # claim: refuted quotient(1, -1)
@deal.ensure(lambda _: _.result <= _.a)  # claim: refuted quotient(-1, -1)
def quotient(a: int, b: int) -> int:
    return a // b  # claim: proved


@deal.chain(deal.pre(lambda _: _.x > 0 or "negative"), deal.post(lambda r: r > 0))  # claim: proved
def root(x: int) -> int:
    return x


def calls(x: int) -> int:
    if x > 5:
        return root(x - 6)  # claim: refuted calls(6)
    return root(7)  # claim: proved


def is_even(n: int) -> bool:
    return n % 2 == 0


@icontract.require(is_even)
@icontract.ensure(lambda result: is_even(result))  # claim: refuted half(2)
def half(n: int) -> int:
    return n // 2


described = functools.partial(icontract.require, description="positive")


@described(lambda x: x > 0)
def inverse(x: int) -> float:
    return 1 / x  # claim: proved


@icontract.invariant(lambda self: self.count >= 0)
class Counter:
    def __init__(self) -> None:  # claim: proved
        self.count = 0

    def down(self) -> None:  # claim: refuted counter = Counter(); counter.down()
        self.count -= 1


@deal.inv(lambda made: made.size != 3)
class Made:
    def __init__(self, size: int) -> None:  # claim: refuted Made(3)
        self.size = size
