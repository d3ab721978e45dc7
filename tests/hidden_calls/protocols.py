"""What says when it is called, and with what, where one of two sides is asked, or a protocol is half there.

`log` takes the words.  Analysed as text, and run; see the test.
"""

import functools
import operator
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager, nullcontext, suppress
from dataclasses import asdict, astuple, dataclass, field, fields, replace

class Base:
    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log
        log.append("Base")

    def step(self, x: int = 0) -> int:
        self.log.append("Base.step")
        return x

    def __len__(self) -> int:
        self.log.append("Base.len")
        return self.n


class Left(Base):
    def __init__(self, n: int, log: list[str]) -> None:
        log.append("Left")
        super().__init__(n, log)

    def step(self, x: int = 0) -> int:
        self.log.append("Left.step")
        return super().step(x + 1)

    def __len__(self) -> int:
        self.log.append("Left.len")
        return super().__len__()


class Right(Base):
    def __init__(self, n: int, log: list[str]) -> None:
        log.append("Right")
        super().__init__(n, log)

    def step(self, x: int = 0) -> int:
        self.log.append("Right.step")
        return super().step(x + 2)

    def __bool__(self) -> bool:
        self.log.append("Right.bool")
        return False


class Both(Left, Right):
    """The diamond."""


class Lengthy:
    """`__len__` alone."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __len__(self) -> int:
        self.log.append("len")
        return self.n - 1


class Gotten:
    """`__getitem__` alone: iterated, searched and reversed by index."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __getitem__(self, at):
        self.log.append("item " + str(at))
        if at >= self.n:
            raise IndexError(at)
        return at


class Ordered(Gotten):
    """`__len__` and `__getitem__`."""

    def __len__(self) -> int:
        self.log.append("len")
        return self.n


class Gives:
    """`__iter__` alone."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __iter__(self):
        self.log.append("iter")
        for i in range(self.n):
            self.log.append("give")
            yield i
        self.log.append("end")


class Holds:
    """`__contains__` alone; what it gives has a `__bool__`."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __contains__(self, other):
        self.log.append("contains")
        return Truth(self.n, self.log)


class Truth:
    """`__bool__` alone."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __bool__(self) -> bool:
        self.log.append("bool")
        return self.n != 2


class Same:
    """`__eq__` alone (no hash); what it gives is no bool."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __eq__(self, other):
        self.log.append("eq")
        return Truth(self.n, self.log)


class Key:
    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __eq__(self, other) -> bool:
        self.log.append("eq")
        return isinstance(other, Key) and self.n == other.n

    def __hash__(self) -> int:
        self.log.append("hash")
        return 1 if self.n < 3 else 2


class Less:
    """`__lt__` alone."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __lt__(self, other) -> bool:
        self.log.append("lt")
        if not isinstance(other, Less):
            return NotImplemented
        return self.n < other.n


@functools.total_ordering
class Total:
    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __eq__(self, other) -> bool:
        self.log.append("eq")
        return isinstance(other, Total) and self.n == other.n

    def __lt__(self, other) -> bool:
        self.log.append("lt")
        if not isinstance(other, Total):
            return NotImplemented
        return self.n < other.n


class Adds:
    """Both sides of operators, and in place."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __add__(self, other):
        self.log.append("add")
        return NotImplemented if self.n == 2 else 10

    def __radd__(self, other):
        self.log.append("radd")
        return NotImplemented if self.n == 2 else 11

    def __mul__(self, other):
        self.log.append("mul")
        return NotImplemented if self.n == 2 else 12

    def __rmul__(self, other):
        self.log.append("rmul")
        return 13

    def __or__(self, other):
        self.log.append("or")
        return NotImplemented

    def __ror__(self, other):
        self.log.append("ror")
        return 14

    def __eq__(self, other):
        self.log.append("eq")
        return NotImplemented

    def __lt__(self, other):
        self.log.append("lt")
        return NotImplemented

    def __gt__(self, other):
        self.log.append("gt")
        return NotImplemented if self.n == 2 else True

    def __le__(self, other):
        self.log.append("le")
        return NotImplemented

    def __ge__(self, other):
        self.log.append("ge")
        return NotImplemented if self.n == 2 else False


class AddsToo(Adds):
    """Below the other operand's class, with a right side of its own: asked first."""

    def __radd__(self, other):
        self.log.append("too radd")
        return NotImplemented if self.n == 2 else 21

    def __eq__(self, other):
        self.log.append("too eq")
        return NotImplemented if self.n == 2 else True

    def __gt__(self, other):
        self.log.append("too gt")
        return NotImplemented


class AddsPlain(Adds):
    """Below, with nothing of its own: not asked first."""


class InPlace(Adds):
    def __iadd__(self, other):
        self.log.append("iadd")
        return NotImplemented if self.n == 2 else self

    def __ior__(self, other):
        self.log.append("ior")
        return self

    def __imul__(self, other):
        self.log.append("imul")
        return 5


class Numbered:
    """`__index__` alone."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __index__(self) -> int:
        self.log.append("index")
        return self.n


class Told:
    """`__repr__` alone: what `str`, `format` and `%` fall back to."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __repr__(self) -> str:
        self.log.append("repr")
        return "T"


class Texts(Told):
    def __str__(self) -> str:
        self.log.append("str")
        return "S"


class Formed(Texts):
    def __format__(self, spec: str) -> str:
        self.log.append("format " + spec)
        return "F"


@dataclass
class Point:
    x: int
    log: list = field(compare=False)

    def __post_init__(self) -> None:
        self.log.append("post")


@dataclass(order=True)
class Pair:
    first: object
    second: object


@dataclass(frozen=True)
class Frozen:
    x: object
    y: object = 2


class Called:
    """`__call__`, also as a decorator, key and default factory."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __call__(self, *args, **more):
        self.log.append("call " + str(len(args)))
        return self.n


class Managed:
    """n: 2 swallows, 3 raises when left, 4 raises when entered."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __enter__(self):
        self.log.append("enter")
        if self.n == 4:
            raise KeyError("enter")
        return self

    def __exit__(self, kind, error, trace):
        self.log.append("exit " + ("-" if kind is None else kind.__name__))
        if self.n == 3:
            raise ValueError("exit")
        return self.n == 2

    def close(self) -> None:
        self.log.append("close")


def tell(log, value) -> None:
    """What came out."""
    log.append(str(value) if isinstance(value, (int, str, bool, type(None))) else type(value).__name__)


def cut(log, f, *args):
    try:
        tell(log, f(*args))
    except KeyError:
        log.append("KeyError")
    finally:
        log.append("finally")


def entered(one, log, error=None) -> None:
    with one as it:
        log.append("body")
        if error is not None:
            raise error
    log.append("after")
    tell(log, it)


def entered_both(one, other, log, error=None) -> None:
    with one, other:
        log.append("body")
        if error is not None:
            raise error
    log.append("after")


def stacked(one, other, log, error=None) -> None:
    with ExitStack() as stack:
        stack.enter_context(one)
        stack.push(other)
        stack.callback(log.append, "callback")
        if error is not None:
            raise error
    log.append("after")


@contextmanager
def around(n, log):
    log.append("up")
    try:
        yield n
    except KeyError:
        log.append("caught")
        if n == 3:
            raise
    finally:
        log.append("down")


def count_to(n, log):
    try:
        for i in range(n):
            log.append("give")
            got = yield i
            if got is not None:
                tell(log, got)
    except KeyError:
        log.append("KeyError")
        yield 9
    finally:
        log.append("done")
    return n


def hands_on(n, log):
    got = yield from count_to(n, log)
    tell(log, got)
    yield 8


def sent(one, log) -> None:
    tell(log, next(one))
    tell(log, one.send(4))
    tell(log, next(one, "no more"))
    tell(log, next(one, "no more"))


def thrown(one, error, log) -> None:
    next(one)
    tell(log, one.throw(error))
    tell(log, next(one, "no more"))


def closed(one, log) -> None:
    next(one)
    one.close()
    tell(log, next(one, "no more"))


def matched(one, log) -> None:
    match one:
        case {"a": 1}:
            log.append("mapping")
        case [first, *_]:
            log.append("sequence")
        case Point(x=2):
            log.append("point")
        case Pair(first=1, second=second):
            log.append("pair")
        case str() | int():
            log.append("plain")
        case 1:
            log.append("one")
        case _:
            log.append("other")


def in_place(one, log, other=1) -> None:
    one += other
    tell(log, one)


def in_place_or(one, log, other=1) -> None:
    one |= other
    tell(log, one)


def in_place_mul(one, log, other=2) -> None:
    one *= other
    tell(log, one)


def item_in_place(many, at, log, other=1) -> None:
    many[at] += other
    tell(log, many[at])


def unpacked(many, log) -> None:
    first, second = many
    tell(log, first)


def unpacked_rest(many, log) -> None:
    first, *rest = many
    tell(log, len(rest))


def looped(many, log) -> None:
    for one in many:
        tell(log, one)
        if one == 1:
            break
    else:
        log.append("else")


def while_true(one, log) -> None:
    turns = 0
    while one and turns < 2:
        turns += 1
    tell(log, turns)


def chained(a, b, c, log) -> None:
    tell(log, a < b < c)


def chosen(one, log) -> None:
    tell(log, "yes" if one else "no")
    tell(log, not one)
    if one and one or not one:
        log.append("both")


@functools.singledispatch
def shown(one, log):
    log.append("any")


@shown.register
def _(one: Base, log):
    log.append("base")


@shown.register(int)
def _(one, log):
    log.append("int")


def doubled(f):
    @functools.wraps(f)
    def inner(*args, **more):
        return f(*args, **more) * 2

    return inner


@doubled
def twice(n, log):
    log.append("twice")
    return n


def later_bound(log) -> None:
    for f in [lambda: i for i in range(3)]:
        tell(log, f())


def finally_wins(log):
    try:
        raise KeyError("x")
    finally:
        log.append("finally")
        return


def finally_loop(log) -> None:
    for i in range(3):
        try:
            if i == 1:
                continue
            tell(log, i)
        finally:
            if i == 2:
                break
    else:
        log.append("else")
    log.append("end")


class Sided:
    """Says which one is asked, and with what."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def told(self, what: str, other) -> None:
        self.log.append(what + str(self.n) + (str(other.n) if isinstance(other, Sided) else "-"))

    def __eq__(self, other):
        self.told("eq", other)
        return NotImplemented if self.n == 3 else self.n == 4

    def __ne__(self, other):
        self.told("ne", other)
        return NotImplemented if self.n == 3 else self.n != 4

    def __lt__(self, other):
        self.told("lt", other)
        return NotImplemented if self.n == 3 else self.n < 2

    def __gt__(self, other):
        self.told("gt", other)
        return NotImplemented if self.n == 3 else self.n > 1

    def __le__(self, other):
        self.told("le", other)
        return NotImplemented if self.n == 3 else True

    def __ge__(self, other):
        self.told("ge", other)
        return NotImplemented if self.n == 3 else False

    def __hash__(self) -> int:
        self.log.append("hash" + str(self.n))
        return 1

    def __add__(self, other):
        self.told("add", other)
        return self

    def __bool__(self) -> bool:
        self.log.append("bool" + str(self.n))
        return self.n != 2


class Yields:
    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __iter__(self):
        for i in range(1, self.n + 1):
            self.log.append("give" + str(i))
            yield Sided(i, self.log)

    def __enter__(self):
        return Sided(1, self.log)

    def __exit__(self, kind, error, trace):
        self.log.append("exit")
        return Sided(self.n, self.log)


class Indexed:
    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __getitem__(self, at):
        self.log.append("item" + str(at))
        if at >= self.n:
            raise IndexError
        return Sided(at + 1, self.log)
