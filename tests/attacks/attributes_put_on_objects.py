"""Private attributes that other code than their class puts on objects, and how their absence can be asked for."""

from __future__ import annotations
import copy, operator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

T = TypeVar("T")


@dataclass
class P:
    x: int = 0


def memo(p: P) -> None:
    p._memo = 5


def extra2(p: P) -> int:
    if getattr(p, "_memo", None) is not None:
        return 1  # reached by: p = P(); memo(p); extra2(p)
    return 0


@dataclass
class Q2:
    x: int = 0


def cached2(q: Q2) -> int:
    v = getattr(q, "_c2", None)
    if v is None:
        q._c2 = q.x
        return 0
    return 1  # reached by: q = Q2(); cached2(q); cached2(q)


class R:
    def check(self) -> int:
        if hasattr(self, "_by"):
            return 1  # reached by: r = R(); Mark().mark(r); r.check()
        return 0


class Mark:
    def mark(self, r: R) -> None:
        r._by = self


def setall(o: Any, **kw: int) -> None:
    for k in kw:
        setattr(o, k, kw[k])


class Dflt2:
    _lw = 0

    def __init__(self) -> None:
        self.x = 1

    def _m(self) -> int:
        return 3


def lw(d: Dflt2) -> int:
    if d._lw == 3:
        return 1  # reached by: d = Dflt2(); setall(d, _lw=3); lw(d)
    return 0


def meth(d: Dflt2) -> int:
    if d._m() == 4:
        return 1
    return 0


@runtime_checkable
class Marked(Protocol):
    mark: int


class M1:
    pass


def mark(m: M1) -> None:
    m.mark = 1


def is_marked(m: M1) -> int:
    if isinstance(m, Marked):
        return 1  # reached by: m = M1(); mark(m); is_marked(m)
    return 0


def ask_try(p: P) -> int:
    try:
        p._memo
    except AttributeError:
        return 0
    return 1  # reached by: p = P(); memo(p); ask_try(p)


def ask_match(p: P) -> int:
    match p:
        case P(_memo=5):
            return 1  # reached by: p = P(); memo(p); ask_match(p)
    return 0


def ask_getter(p: P) -> int:
    try:
        operator.attrgetter("_memo")(p)
    except AttributeError:
        return 0
    return 1  # reached by: p = P(); memo(p); ask_getter(p)


def ask_del(p: P) -> int:
    try:
        del p._memo
    except AttributeError:
        return 0
    return 1  # reached by: p = P(); memo(p); ask_del(p)


def ask_copy(p: P) -> int:
    if hasattr(copy.copy(p), "_memo"):
        return 1  # reached by: p = P(); memo(p); ask_copy(p)
    return 0


def ask_any(xs: list[P]) -> int:
    if any(hasattr(x, "_memo") for x in xs):
        return 1  # reached by: p = P(); memo(p); ask_any([p])
    return 0


class Fall:
    def __getattr__(self, name: str) -> int:
        return 0


def put(f: Fall) -> None:
    f._fall = 3


def fall(f: Fall) -> int:
    if f._fall == 3:
        return 1  # reached by: f = Fall(); put(f); fall(f)
    return 0


class Typ(Generic[T]):
    def __init__(self, x: T) -> None:
        self.x = x


def typ(t: Typ[int]) -> int:
    if hasattr(t, "__orig_class__"):
        return 1  # reached by: typ(Typ[int](3))
    return 0


class N:
    def __init__(self) -> None:
        self.next: N | None = None


def visit(x: N) -> int:
    if getattr(x, "_visited", False):
        return 1  # reached by: n = N(); visit(n); visit(n)
    x._visited = True
    return 0
