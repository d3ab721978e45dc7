"""Special methods, descriptors, metaclasses, generated methods, iterators, managers, and corners of numbers and texts."""

import abc
import collections
import contextlib
import dataclasses
import enum
import functools
import itertools
import typing


class Meta(type):
    def __call__(cls, *args):
        o = super().__call__(*args)
        o.made = args[0]
        return o

    def __getitem__(cls, k):
        return k + 1

    def __contains__(cls, k):
        return k == 771

    def __len__(cls):
        return 3


class WithMeta(metaclass=Meta):
    def __init__(self, x):
        self.x = 1


class Base:
    registry: dict = {}

    def __init_subclass__(cls, **kw):
        super().__init_subclass__()
        Base.registry[cls.__name__] = cls


class Desc:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, o, owner=None):
        if o is None:
            return self
        return getattr(o, self.name, 0) + 1

    def __set__(self, o, v):
        setattr(o, self.name, v * 2)


class Holder:
    d = Desc()


class Seq:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return i * 3

    def __len__(self):
        return self.n


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Eq:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return isinstance(o, Eq) and self.v == o.v

    def __hash__(self):
        return hash(self.v % 3)

    def __lt__(self, o):
        return self.v < o.v


@functools.total_ordering
class Total:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == o.v

    def __lt__(self, o):
        return self.v < o.v


@dataclasses.dataclass(order=True)
class Ordered:
    a: int
    b: list = dataclasses.field(default_factory=list, compare=False)
    c: dataclasses.InitVar[int] = 0
    d: int = dataclasses.field(init=False, default=4)

    def __post_init__(self, c):
        self.d = self.a + c


@dataclasses.dataclass(slots=True, kw_only=True)
class Slotted:
    x: int
    y: int = 3


class Perm(enum.Flag):
    R = 1
    W = 2
    X = 4


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 771


class Nt(typing.NamedTuple):
    a: int
    b: int = 5

    def total(self):
        return self.a + self.b


class Counter2:
    total = 0

    def __enter__(self):
        Counter2.total += 1
        return self

    def __exit__(self, t, v, tb):
        return t is ValueError


def meta_call(x: int):
    if WithMeta(x).made * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def meta_item(x: int):
    if WithMeta[x] == 771:
        return 1  # not infeasible
    return 0


def meta_in(x: int):
    if x in WithMeta:
        return 1  # not infeasible
    return 0


def subclass_registry(s: str):
    class Q7(Base):
        pass

    if s in Base.registry:
        return 1  # not infeasible
    return 0


def descriptor(x: int):
    h = Holder()
    h.d = x
    if h.d == 155:
        return 1  # not infeasible
    return 0


def old_iteration(n: int):
    total = 0
    if 0 <= n < 6:
        for v in Seq(n):
            total += v
        if total == 18:
            return 1  # not infeasible
    return 0


def old_contains(n: int, k: int):
    if 0 <= n < 6 and k in Seq(n):
        return 1  # not infeasible
    return 0


def reversed_seq(n: int):
    if 0 < n < 6 and list(reversed(Seq(n)))[0] == 9:
        return 1  # not infeasible
    return 0


def index_object(n: int):
    a = [1, 2, 3, 4]
    if a[Index(n)] == 3:
        return 1  # not infeasible
    return 0


def index_slice(n: int):
    a = [1, 2, 3, 4]
    if a[Index(n) :] == [4]:
        return 1  # not infeasible
    return 0


def index_range(n: int):
    if 0 <= n < 6 and len(range(Index(n))) == 4:
        return 1  # not infeasible
    return 0


def eq_in_dict(x: int, y: int):
    d = {Eq(x): 1}
    if Eq(y) in d and x == 771:
        return 1  # not infeasible
    return 0


def eq_in_list(x: int):
    if [Eq(1), Eq(x)].index(Eq(771)) == 1:
        return 1  # not infeasible
    return 0


def eq_sorted(x: int):
    if sorted([Eq(5), Eq(x)])[0].v == -771:
        return 1  # not infeasible
    return 0


def eq_set(x: int, y: int):
    if len({Eq(x), Eq(y), Eq(3)}) == 1:
        return 1  # not infeasible
    return 0


def total(x: int):
    if Total(x) >= Total(771) and not Total(x) > Total(771):
        return 1  # not infeasible
    return 0


def ordered(x: int):
    if Ordered(x) < Ordered(3) and Ordered(x, c=5).d == 7:
        return 1  # not infeasible
    return 0


def ordered_eq(x: int):
    if Ordered(x, [1]) == Ordered(3, [2]):
        return 1  # not infeasible
    return 0


def slotted(x: int):
    s = Slotted(x=x)
    s.y += s.x
    if s.y == 774:
        return 1  # not infeasible
    return 0


def slotted_repr(x: int):
    if repr(Slotted(x=x)) == "Slotted(x=771, y=3)":
        return 1  # not infeasible
    return 0


def flags(x: int):
    if 0 <= x < 8:
        p = Perm(x)
        if Perm.W in p and Perm.R not in p:
            return 1  # not infeasible
    return 0


def flag_or(x: bool):
    p = Perm.R
    if x:
        p |= Perm.X
    if p.value == 5:
        return 1  # not infeasible
    return 0


def int_enum(x: int):
    if x == Level.HIGH:
        return 1  # not infeasible
    return 0


def int_enum_made(x: int):
    try:
        if Level(x) is Level.HIGH:
            return 1  # not infeasible
    except ValueError:
        return 2  # not infeasible
    return 0


def enum_by_name(s: str):
    try:
        if Level[s] > 5:
            return 1  # not infeasible
    except KeyError:
        return 2  # not infeasible
    return 0


def named(x: int):
    n = Nt(x)
    a, b = n
    if n.total() == 776 and a == n[0]:
        return 1  # not infeasible
    return 0


def named_compare(x: int):
    if Nt(x, 2) == (771, 2):
        return 1  # not infeasible
    return 0


def manager(x: int):
    with Counter2():
        if x == 771:
            raise ValueError
        return 0
    return 1  # not infeasible


def suppressed(x: str):
    with contextlib.suppress(ValueError):
        return int(x)
    return 1  # not infeasible


def stack(x: int):
    out = []
    with contextlib.ExitStack() as s:
        s.callback(out.append, x)
    if out[0] == 771:
        return 1  # not infeasible
    return 0


def generator_manager(x: int):
    @contextlib.contextmanager
    def m():
        got = []
        try:
            yield got
        except ValueError:
            got.append(x)

    with m() as g:
        raise ValueError
    if g[0] == 771:
        return 1  # not infeasible
    return 0


async def waits(x: int):
    async def inner():
        return x

    if await inner() == 771:
        return 1  # not infeasible
    return 0


def generator_closed(x: int):
    out = []

    def g():
        try:
            yield 1
        finally:
            out.append(x)

    it = g()
    next(it)
    it.close()
    if out[0] == 771:
        return 1  # not infeasible
    return 0


def generator_thrown(x: int):
    def g():
        try:
            yield 1
        except ValueError:
            yield x

    it = g()
    next(it)
    if it.throw(ValueError) == 771:
        return 1  # not infeasible
    return 0


def lazily(x: int):
    seen = []
    it = (seen.append(v) or v for v in [x, 2])
    if not seen:
        next(it)
    if seen == [771]:
        return 1  # not infeasible
    return 0


def late_binding(x: int):
    fs = [lambda: i for i in range(3)]
    i = x
    if fs[0]() == 2 and i == 771:
        return 1  # not infeasible
    return 0


def shared_iterator(x: int):
    it = iter([1, x, 3])
    pairs = list(zip(it, it))
    if pairs[0][1] == 771:
        return 1  # not infeasible
    return 0


def islice_state(x: int):
    it = iter([1, 2, x])
    list(itertools.islice(it, 2))
    if next(it) == 771:
        return 1  # not infeasible
    return 0


def any_short(x: int):
    it = iter([0, x, 5])
    if any(it) and next(it, None) is None:
        return 1  # not infeasible
    return 0


def in_iterator(x: int):
    it = iter([1, x, 3])
    if 771 in it and next(it) == 3:
        return 1  # not infeasible
    return 0


def default_dict(x: int):
    d = collections.defaultdict(list)
    d[x].append(1)
    d[771].append(2)
    if len(d) == 1:
        return 1  # not infeasible
    return 0


def most_common(x: int):
    c = collections.Counter([x, 5, 5, x, x])
    if c.most_common(1)[0] == (771, 3):
        return 1  # not infeasible
    return 0


def deque_max(x: int):
    d = collections.deque([1, 2], maxlen=2)
    d.append(x)
    if d[1] == 771 and d[0] == 2:
        return 1  # not infeasible
    return 0


def chained_map(x: int):
    m = collections.ChainMap({"a": 1}, {"b": x})
    if m["b"] == 771:
        return 1  # not infeasible
    return 0


def cmp_key(x: int):
    if sorted([3, x], key=functools.cmp_to_key(lambda a, b: b - a))[0] == 771:
        return 1  # not infeasible
    return 0


def abstract(x: int):
    class A(abc.ABC):
        @abc.abstractmethod
        def f(self): ...

    class B(A):
        def f(self):
            return x

    if B().f() == 771:
        return 1  # not infeasible
    return 0


def match_class(p: Nt):
    match p:
        case Nt(a=771, b=b) if b > 5:
            return 1  # not infeasible
        case (a, b) if a == b:
            return 2  # not infeasible
    return 0


def match_or(x: int | str | None):
    match x:
        case 1 | 2 | "q7":
            return 1  # not infeasible
        case str() as s if s.startswith("z"):
            return 2  # not infeasible
        case None:
            return 3  # not infeasible
    return 0


def star_star(x: int):
    def f(a, /, b=2, *args, c, **kw):
        return (a, b, args, c, kw)

    if f(1, *[x, 5], c=3, **{"d": x}) == (1, 771, (5,), 3, {"d": 771}):
        return 1  # not infeasible
    return 0


def walrus(xs: list[int]):
    if any((last := v) > 770 for v in xs) and last == 771:
        return 1  # not infeasible
    return 0


def finally_return(x: int):
    def f():
        try:
            if x == 771:
                return 1
            raise ValueError
        except ValueError:
            return 2
        finally:
            if x == 772:
                return 3

    if f() == 3:
        return 1  # not infeasible
    if f() == 1:
        return 2  # not infeasible
    return 0


def nested_exceptions(x: int):
    try:
        try:
            1 // (x - 771)
        except ZeroDivisionError:
            raise KeyError(x)
    except KeyError as e:
        if isinstance(e.__context__, ZeroDivisionError):
            return 1  # not infeasible
    return 0


def loop_else(xs: list[int]):
    for v in xs:
        if v == 771:
            break
    else:
        return 2  # not infeasible
    return 1  # not infeasible


def del_name(x: int):
    y = x
    del y
    try:
        return y
    except NameError:
        return 1  # not infeasible


def int_float(x: int):
    if float(x) != x:
        return 1  # not infeasible
    return 0


def float_mod(x: float):
    if x % 3 == 1.5 and x < 0:
        return 1  # not infeasible
    return 0


def float_nan(x: float):
    if x != x:
        return 1  # not infeasible
    return 0


def float_zero(x: float):
    import math

    if x == 0 and math.copysign(1, x) < 0:
        return 1  # not infeasible
    return 0


def round_half(x: float):
    if round(x) == 2 and x == 2.5:
        return 1  # not infeasible
    return 0


def big_shift(x: int):
    if x > 0 and (1 << x) >> x != 1:
        return 1  # infeasible
    return 0


def neg_floor(x: int):
    if x // -3 == 5 and x % -3 == -2:
        return 1  # not infeasible
    return 0


def power(x: int):
    if 0 <= x < 5 and 2**x == 8:
        return 1  # not infeasible
    return 0


def power_neg(x: int):
    if -5 < x < 0 and 2**x == 0.125:
        return 1  # not infeasible
    return 0


def complex_(x: int):
    if complex(x, 1) * complex(x, -1) == 26:
        return 1  # not infeasible
    return 0


def case_fold(s: str):
    if s.casefold() == "ss" and s != "ss":
        return 1  # not infeasible
    return 0


def upper_len(s: str):
    if len(s) == 1 and len(s.upper()) == 2:
        return 1  # not infeasible
    return 0


def digit_not_decimal(s: str):
    if len(s) == 1 and s.isdigit() and not s.isdecimal():
        return 1  # not infeasible
    return 0


def int_unicode(s: str):
    if len(s) == 1 and not s.isascii() and s.isdecimal() and int(s) == 7:
        return 1  # not infeasible
    return 0


def split_lines(s: str):
    if len(s) == 1 and s.splitlines() == [""]:
        return 1  # not infeasible
    return 0


def strip_spaces(s: str):
    if len(s) == 1 and s.strip() == "" and s not in " \t\n\r\x0b\x0c":
        return 1  # not infeasible
    return 0


def title(s: str):
    if s.title() == "A'B":
        return 1  # not infeasible
    return 0


def zfill(s: str):
    if s.zfill(4) == "-007":
        return 1  # not infeasible
    return 0


def percent(s: str):
    try:
        if s % 5 == "a5":
            return 1  # not infeasible
    except (TypeError, ValueError):
        return 2  # not infeasible
    return 0


def translate(s: str):
    if s.translate({ord("a"): None, ord("b"): "q7"}) == "q7q7":
        return 1  # not infeasible
    return 0


def part(s: str):
    a, b, c = s.rpartition("=")
    if b and a == "k" and c == "q7":
        return 1  # not infeasible
    return 0


def byte_text(b: bytes):
    try:
        if b.decode() == "é":
            return 1  # not infeasible
    except UnicodeDecodeError:
        return 2  # not infeasible
    return 0
