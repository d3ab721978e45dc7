"""What says when it is called: `log` takes the name.  Analysed as text, and run; see the package."""

import bisect
import collections
import copy
import decimal
import fractions
import functools
import heapq
import itertools
import json
import math
import operator
import random
import statistics
import string
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from contextlib import ExitStack, closing, nullcontext, suppress

P = namedtuple("P", "x y")


class Whole:
    """Has every method, and says when it is called."""

    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __len__(self) -> int:
        self.log.append("len")
        return 2

    def __iter__(self):
        self.log.append("iter")
        return iter((1, 2))

    def __getitem__(self, at):
        self.log.append("getitem")
        if at in (0, 1):
            return at
        raise IndexError

    def __setitem__(self, at, value) -> None:
        self.log.append("setitem")

    def __delitem__(self, at) -> None:
        self.log.append("delitem")

    def __contains__(self, other) -> bool:
        self.log.append("contains")
        return True

    def __reversed__(self):
        self.log.append("reversed")
        return iter((2, 1))

    def __length_hint__(self) -> int:
        self.log.append("hint")
        return 2

    def __eq__(self, other) -> bool:
        self.log.append("eq")
        return self is other

    def __ne__(self, other) -> bool:
        self.log.append("ne")
        return self is not other

    def __lt__(self, other) -> bool:
        self.log.append("lt")
        return False

    def __le__(self, other) -> bool:
        self.log.append("le")
        return True

    def __gt__(self, other) -> bool:
        self.log.append("gt")
        return False

    def __ge__(self, other) -> bool:
        self.log.append("ge")
        return True

    def __hash__(self) -> int:
        self.log.append("hash")
        return 7

    def __bool__(self) -> bool:
        self.log.append("bool")
        return True

    def __index__(self) -> int:
        self.log.append("index")
        return 1

    def __int__(self) -> int:
        self.log.append("int")
        return 1

    def __float__(self) -> float:
        self.log.append("float")
        return 1.0

    def __complex__(self) -> complex:
        self.log.append("complex")
        return 1j

    def __str__(self) -> str:
        self.log.append("str")
        return "x"

    def __repr__(self) -> str:
        self.log.append("repr")
        return "X"

    def __format__(self, how: str) -> str:
        self.log.append("format")
        return "f"

    def __bytes__(self) -> bytes:
        self.log.append("bytes")
        return b"x"

    def __call__(self, *args):
        self.log.append("call")
        return 1

    def __enter__(self):
        self.log.append("enter")
        return self

    def __exit__(self, *args) -> bool:
        self.log.append("exit")
        return False

    def __abs__(self):
        self.log.append("abs")
        return 1

    def __neg__(self):
        self.log.append("neg")
        return 1

    def __pos__(self):
        self.log.append("pos")
        return 1

    def __invert__(self):
        self.log.append("invert")
        return 1

    def __round__(self, n=None):
        self.log.append("round")
        return 1

    def __trunc__(self):
        self.log.append("trunc")
        return 1

    def __floor__(self):
        self.log.append("floor")
        return 1

    def __ceil__(self):
        self.log.append("ceil")
        return 1

    def __divmod__(self, other):
        self.log.append("divmod")
        return (1, 1)

    def __rdivmod__(self, other):
        self.log.append("rdivmod")
        return (1, 1)

    def __copy__(self):
        self.log.append("copy")
        return self

    def __deepcopy__(self, memo):
        self.log.append("deepcopy")
        return self

    def __fspath__(self) -> str:
        self.log.append("fspath")
        return "x"

    def __getattr__(self, name):
        self.log.append("getattr")
        raise AttributeError(name)

    def __dir__(self):
        self.log.append("dir")
        return ["n"]

    def __sizeof__(self) -> int:
        self.log.append("sizeof")
        return 8

    def __missing__(self, key):
        self.log.append("missing")
        return 1

    def __add__(self, other, *more):
        self.log.append("add")
        return NotImplemented if self.n == 2 else 1

    def __radd__(self, other, *more):
        self.log.append("radd")
        return NotImplemented if self.n == 2 else 1

    def __sub__(self, other, *more):
        self.log.append("sub")
        return NotImplemented if self.n == 2 else 1

    def __rsub__(self, other, *more):
        self.log.append("rsub")
        return NotImplemented if self.n == 2 else 1

    def __mul__(self, other, *more):
        self.log.append("mul")
        return NotImplemented if self.n == 2 else 1

    def __rmul__(self, other, *more):
        self.log.append("rmul")
        return NotImplemented if self.n == 2 else 1

    def __truediv__(self, other, *more):
        self.log.append("truediv")
        return NotImplemented if self.n == 2 else 1

    def __rtruediv__(self, other, *more):
        self.log.append("rtruediv")
        return NotImplemented if self.n == 2 else 1

    def __floordiv__(self, other, *more):
        self.log.append("floordiv")
        return NotImplemented if self.n == 2 else 1

    def __rfloordiv__(self, other, *more):
        self.log.append("rfloordiv")
        return NotImplemented if self.n == 2 else 1

    def __mod__(self, other, *more):
        self.log.append("mod")
        return NotImplemented if self.n == 2 else 1

    def __rmod__(self, other, *more):
        self.log.append("rmod")
        return NotImplemented if self.n == 2 else 1

    def __pow__(self, other, *more):
        self.log.append("pow")
        return NotImplemented if self.n == 2 else 1

    def __rpow__(self, other, *more):
        self.log.append("rpow")
        return NotImplemented if self.n == 2 else 1

    def __matmul__(self, other, *more):
        self.log.append("matmul")
        return NotImplemented if self.n == 2 else 1

    def __rmatmul__(self, other, *more):
        self.log.append("rmatmul")
        return NotImplemented if self.n == 2 else 1

    def __lshift__(self, other, *more):
        self.log.append("lshift")
        return NotImplemented if self.n == 2 else 1

    def __rlshift__(self, other, *more):
        self.log.append("rlshift")
        return NotImplemented if self.n == 2 else 1

    def __rshift__(self, other, *more):
        self.log.append("rshift")
        return NotImplemented if self.n == 2 else 1

    def __rrshift__(self, other, *more):
        self.log.append("rrshift")
        return NotImplemented if self.n == 2 else 1

    def __and__(self, other, *more):
        self.log.append("and")
        return NotImplemented if self.n == 2 else 1

    def __rand__(self, other, *more):
        self.log.append("rand")
        return NotImplemented if self.n == 2 else 1

    def __or__(self, other, *more):
        self.log.append("or")
        return NotImplemented if self.n == 2 else 1

    def __ror__(self, other, *more):
        self.log.append("ror")
        return NotImplemented if self.n == 2 else 1

    def __xor__(self, other, *more):
        self.log.append("xor")
        return NotImplemented if self.n == 2 else 1

    def __rxor__(self, other, *more):
        self.log.append("rxor")
        return NotImplemented if self.n == 2 else 1


class OwnDict(dict):
    def __init__(self, v, log: list[str]) -> None:
        self.log = log
        super().__init__(v)

    def __missing__(self, key):
        self.log.append("missing")
        return 1

    def __getitem__(self, key):
        self.log.append("getitem")
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        self.log.append("setitem")
        super().__setitem__(key, value)

    def __delitem__(self, key):
        self.log.append("delitem")
        super().__delitem__(key)

    def __contains__(self, key):
        self.log.append("contains")
        return super().__contains__(key)

    def __iter__(self):
        self.log.append("iter")
        return super().__iter__()

    def __len__(self):
        self.log.append("len")
        return super().__len__()

    def __eq__(self, other):
        self.log.append("eq")
        return super().__eq__(other)

    __hash__ = None

    def keys(self):
        self.log.append("keys")
        return super().keys()

    def items(self):
        self.log.append("items")
        return super().items()

    def values(self):
        self.log.append("values")
        return super().values()

    def get(self, key, default=None):
        self.log.append("get")
        return super().get(key, default)

    def pop(self, key, *default):
        self.log.append("pop")
        return super().pop(key, *default)

    def update(self, *a, **k):
        self.log.append("update")
        super().update(*a, **k)

    def __repr__(self):
        self.log.append("repr")
        return "D"

    def __or__(self, other):
        self.log.append("or")
        return super().__or__(other)

    def __ror__(self, other):
        self.log.append("ror")
        return super().__ror__(other)

    def copy(self):
        self.log.append("copy")
        return super().copy()


class OwnList(list):
    def __init__(self, v, log: list[str]) -> None:
        self.log = log
        super().__init__(v)

    def __getitem__(self, at):
        self.log.append("getitem")
        return super().__getitem__(at)

    def __setitem__(self, at, v):
        self.log.append("setitem")
        super().__setitem__(at, v)

    def __iter__(self):
        self.log.append("iter")
        return super().__iter__()

    def __reversed__(self):
        self.log.append("reversed")
        return super().__reversed__()

    def __len__(self):
        self.log.append("len")
        return super().__len__()

    def append(self, item):
        self.log.append("append")
        super().append(item)

    def __contains__(self, item):
        self.log.append("contains")
        return super().__contains__(item)

    def __eq__(self, other):
        self.log.append("eq")
        return super().__eq__(other)

    def __lt__(self, other):
        self.log.append("lt")
        return super().__lt__(other)

    def __add__(self, other):
        self.log.append("add")
        return super().__add__(other)

    def __radd__(self, other):
        self.log.append("radd")
        return other

    def __iadd__(self, other):
        self.log.append("iadd")
        return super().__iadd__(other)

    def __mul__(self, other):
        self.log.append("mul")
        return super().__mul__(other)

    def __repr__(self):
        self.log.append("repr")
        return "L"

    __hash__ = None


class OwnStr(str):
    def __new__(cls, v, log):
        return super().__new__(cls, v)

    def __init__(self, v, log: list[str]) -> None:
        self.log = log

    def __eq__(self, o):
        self.log.append("eq")
        return True

    def __ne__(self, o):
        self.log.append("ne")
        return False

    def __hash__(self):
        self.log.append("hash")
        return 1

    def __str__(self):
        self.log.append("str")
        return "s"

    def __repr__(self):
        self.log.append("repr")
        return "r"

    def __len__(self):
        self.log.append("len")
        return 2

    def __iter__(self):
        self.log.append("iter")
        return iter((1, 2))

    def __contains__(self, o):
        self.log.append("contains")
        return True

    def __getitem__(self, o):
        self.log.append("getitem")
        return 1

    def __format__(self, o):
        self.log.append("format")
        return "q"

    def __add__(self, o):
        self.log.append("add")
        return 5

    def __radd__(self, o):
        self.log.append("radd")
        return "z"

    def __lt__(self, o):
        self.log.append("lt")
        return True

    def __gt__(self, o):
        self.log.append("gt")
        return False

    def __mod__(self, o):
        self.log.append("mod")
        return "m"

    def __rmod__(self, o):
        self.log.append("rmod")
        return "m"

    def __mul__(self, o):
        self.log.append("mul")
        return "m"

    def encode(self, *a):
        self.log.append("encode")
        return b"x"

    def upper(self):
        self.log.append("upper")
        return "U"

    def lower(self):
        self.log.append("lower")
        return "l"

    def join(self, o):
        self.log.append("join")
        return "j"


class OwnInt(int):
    def __new__(cls, v, log):
        return super().__new__(cls, v)

    def __init__(self, v, log: list[str]) -> None:
        self.log = log

    def __eq__(self, o):
        self.log.append("eq")
        return True

    def __ne__(self, o):
        self.log.append("ne")
        return False

    def __hash__(self):
        self.log.append("hash")
        return 1

    def __index__(self):
        self.log.append("index")
        return 0

    def __int__(self):
        self.log.append("int")
        return 1

    def __bool__(self):
        self.log.append("bool")
        return True

    def __str__(self):
        self.log.append("str")
        return "1"

    def __repr__(self):
        self.log.append("repr")
        return "1"

    def __format__(self, o):
        self.log.append("format")
        return "1"

    def __lt__(self, o):
        self.log.append("lt")
        return True

    def __gt__(self, o):
        self.log.append("gt")
        return False

    def __le__(self, o):
        self.log.append("le")
        return True

    def __ge__(self, o):
        self.log.append("ge")
        return False

    def __add__(self, o):
        self.log.append("add")
        return 5

    def __radd__(self, o):
        self.log.append("radd")
        return 5

    def __sub__(self, o):
        self.log.append("sub")
        return 5

    def __rsub__(self, o):
        self.log.append("rsub")
        return 5

    def __mul__(self, o):
        self.log.append("mul")
        return 5

    def __rmul__(self, o):
        self.log.append("rmul")
        return 5

    def __float__(self):
        self.log.append("float")
        return 1.0

    def __neg__(self):
        self.log.append("neg")
        return 1

    def __abs__(self):
        self.log.append("abs")
        return 1

    def __floordiv__(self, o):
        self.log.append("floordiv")
        return 1

    def __rfloordiv__(self, o):
        self.log.append("rfloordiv")
        return 1

    def __truediv__(self, o):
        self.log.append("truediv")
        return 1

    def __mod__(self, o):
        self.log.append("mod")
        return 1

    def __divmod__(self, o):
        self.log.append("divmod")
        return (1, 1)

    def __pow__(self, o, *m):
        self.log.append("pow")
        return 1

    def __rpow__(self, o, *m):
        self.log.append("rpow")
        return 1

    def __round__(self, *n):
        self.log.append("round")
        return 1

    def __trunc__(self):
        self.log.append("trunc")
        return 1

    def __and__(self, o):
        self.log.append("and")
        return 1

    def __rand__(self, o):
        self.log.append("rand")
        return 1

    def __lshift__(self, o):
        self.log.append("lshift")
        return 1

    def __invert__(self):
        self.log.append("invert")
        return 1

    def bit_length(self):
        self.log.append("bit_length")
        return 3


class OwnTuple(tuple):
    def __new__(cls, v, log):
        return super().__new__(cls, v)

    def __init__(self, v, log: list[str]) -> None:
        self.log = log

    def __eq__(self, o):
        self.log.append("eq")
        return True

    def __ne__(self, o):
        self.log.append("ne")
        return False

    def __hash__(self):
        self.log.append("hash")
        return 1

    def __iter__(self):
        self.log.append("iter")
        return iter((1, 2))

    def __len__(self):
        self.log.append("len")
        return 2

    def __getitem__(self, o):
        self.log.append("getitem")
        return 1

    def __contains__(self, o):
        self.log.append("contains")
        return True

    def __add__(self, o):
        self.log.append("add")
        return 5

    def __lt__(self, o):
        self.log.append("lt")
        return True

    def __repr__(self):
        self.log.append("repr")
        return "T"

    def __mul__(self, o):
        self.log.append("mul")
        return 5


def steps(n, log):
    try:
        for i in range(1, n + 1):
            log.append(f"y{i}")
            yield i
        log.append("end")
    except GeneratorExit:
        log.append("close")
        raise
    finally:
        log.append("f")


class Steps:
    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log
        self.i = 0

    def __iter__(self):
        self.log.append("iter")
        return self

    def __next__(self):
        self.log.append("next")
        self.i += 1
        if self.i > self.n:
            raise StopIteration
        return self.i


def above(n, log):
    def inner(*xs):
        log.append("f" + "".join(map(str, xs)))
        return sum(xs) > n

    return inner


def key(n, log):
    def inner(*xs):
        log.append("k" + "".join(map(str, xs)))
        return n

    return inner


def br(c):
    for x in c:
        if x == 2:
            break


def el(c):
    for x in c:
        pass
    else:
        return 1


def nx2(c):
    it = iter(c)
    return next(it), next(it)


def comp(c):
    return [x for x in c if x > 1]


def gen2(c):
    return list(x + 1 for x in c)


def part(c):
    g = (x for x in c)
    next(g)
    g.close()


def rest(c):
    it = iter(c)
    for x in it:
        break
    return list(it)


def tw(c):
    a, b = itertools.tee(c)
    return next(a), next(b), next(a)


def sl(c):
    x = [1, 2]
    x[:] = c


def sl2(c):
    x = [1, 2]
    x[::2] = c


def thr(c):
    try:
        c.throw(ValueError)
    except ValueError:
        pass


def dele(c):
    x = [c]
    next(c)
    del x[0]


def setc(c):
    return {x % 2 for x in c}


def dictc(c):
    return {x: x for x in c}


def wal(c):
    return [y for x in c if (y := x * 2) > 2]


def nest(c, d):
    return [(x, y) for x in c for y in d]


def zp(c, d):
    out = []
    for x, y in zip(c, d):
        out.append(x)
        if x == 2:
            break
    return out


def fin(c):
    try:
        for x in c:
            return x
    finally:
        pass


def lastv(c):
    return deque(c, maxlen=1)


def ub(c):
    a, *b = c


def ua(c):
    a, b = c


def us(c):
    *a, b = c


def wi(c):
    with c:
        pass


def fo(c):
    for _ in c:
        pass


def ife(c):
    return 1 if c else 2


def dl(c, k):
    del c[k]


def st(c, k, v):
    c[k] = v


def ia(a, b):
    a += b


def iss(a, b):
    a -= b


def ior(a, b):
    a |= b


def ma(c):
    match c:
        case [a, b]:
            return 1
        case {"x": q}:
            return 2
        case "x" | 3:
            return 4
    return 0


def asr(c):
    assert c


def wh(c):
    while c:
        break


def va(*a, **k):
    return a


def yf(c):
    return list((lambda: (yield from c))())


def ex(c):
    try:
        raise ValueError(c)
    except ValueError as e:
        return str(e)
