"""Contracts of functions of many shapes, each with the call that breaks one (`workbench.breaches`)."""

import deal
import icontract


# clew: require x > 0
def asked_at_import(x: int) -> int:
    return x


AT_IMPORT = asked_at_import(-1)


def uses(x: int) -> int:
    return asked_at_import(x) + AT_IMPORT  # broken by: uses(0)


class Box:
    def __init__(self, size: int) -> None:
        self._size = size

    @property
    # clew: ensure result >= 0
    def size(self) -> int:  # broken by: Box(-1).size
        return self._size

    @staticmethod
    # clew: ensure result >= x
    def grown(x: int) -> int:  # broken by: Box.grown(3)
        return x + 1 if x != 3 else x - 1

    @classmethod
    # clew: require n >= 0
    # clew: ensure result.size == n
    def of(cls, n: int) -> "Box":  # broken by: Box.of(4)
        return cls(n if n < 4 else 3)

    # clew: require other is not self
    # clew: ensure self._size == OLD.self._size + OLD.other._size
    def add(self, other: "Box") -> None:  # broken by: Box(1).add(Box(-2))
        self._size += abs(other._size)

    def doubled(self) -> None:
        self.add(self)  # broken by: Box(1).doubled()

    # clew: ensure self._size >= 0
    def __call__(self, by: int) -> "Box":  # broken by: Box(0)(-1)
        self._size += by
        return self


# clew: require all(k > 0 for k in sizes)
# clew: ensure result == sum(sizes) + sum(named.values())
def total(*sizes: int, **named: int) -> int:  # broken by: total(1, a=-1)
    return sum(sizes) + sum(abs(v) for v in named.values())


def total_of(xs: list[int]) -> int:
    return total(*xs)  # broken by: total_of([0])


# clew: ensure result == flag
def keyword_only(*, flag: bool = True) -> bool:  # broken by: keyword_only(flag=False)
    return True


@icontract.require(lambda d: "a" in d)
@icontract.snapshot(lambda d: dict(d), name="before")
@icontract.ensure(lambda d, OLD: all(d[k] == OLD.before[k] for k in OLD.before if k != "a"))
def changes_one(d: dict[str, int]) -> None:  # broken by: changes_one({"a": 1, "b": 1})
    for k in d:
        d[k] += 1


@deal.pre(lambda x, y: x != y)
@deal.ensure(lambda x, y, result: result in (x, y))
def pick(x: int, y: int) -> int:  # broken by: pick(5, 6)
    return x if x != 5 else y - 7


def picks(x: int) -> int:
    for other in range(3):
        pick(x, other)  # broken by: picks(2)
    return 0


# clew: ensure result.strip() == result
def words(text: str) -> str:  # broken by: words(" a")
    return text.lower()


# clew: ensure -1.0 <= result <= 1.0
def ratio(a: float, b: float) -> float:  # broken by: ratio(1.0, 1e-9)
    return a / b if b else 0.0


# clew: require d.get(k) is not None
# clew: ensure result > 0
def looked_up(d: dict[str, int], k: str) -> int:  # broken by: looked_up({"a": 0}, "a")
    return d[k]


# clew: ensure result is None or result in xs
def first_even(xs: list[int]) -> int | None:  # broken by: first_even([2])
    return next((x // 2 for x in xs if x % 2 == 0), None)


# clew: ensure (result == x) == (x % 7 != 3)
def rounds(x: int) -> int:  # broken by: rounds(10)
    for i in range(20):
        if i == x and i % 7 == 3 and i != 10:
            return -1
    return x
