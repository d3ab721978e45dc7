"""Members of enums that the code of their module makes beside those it declares."""

from __future__ import annotations

import enum


class G(enum.Enum):
    A = 1

    @classmethod
    def _missing_(cls, value: object) -> "G":
        m = object.__new__(cls)
        m._name_ = "X"
        m._value_ = value
        return m


def e7(p: G) -> int:
    if p is not G.A:
        return 1  # reached by: e7(G(3))
    return 0


class S(str, enum.Enum):
    A = "a"
    UNKNOWN = "u"

    @classmethod
    def of(cls, value: str) -> "S":
        m = str.__new__(cls, value)
        m._name_ = "X"
        m._value_ = value
        return m


def e8(p: S) -> int:
    match p:
        case S.A:
            return 0
        case S.UNKNOWN:
            return 1
    return 3  # reached by: e8(S.of("x"))


def of(p: list[G]) -> int:
    if p and p[0] is not G.A:
        return 1  # reached by: of([G(3)])
    return 0
