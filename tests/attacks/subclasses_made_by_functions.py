"""Subclasses that decorators, factories and the library make while the module is imported."""

from __future__ import annotations

import types
from dataclasses import make_dataclass


class Base0:
    def kind(self) -> int:
        return 0


def deco(c: type[Base0]) -> type[Base0]:
    class W(c):
        def kind(self) -> int:
            return 42

    return W


Dec = deco(Base0)


def base0(b: Base0) -> int:
    if b.kind() == 42:
        return 1  # reached by: base0(Dec())
    return 0


class S7:
    def kind(self) -> int:
        return 0


S7b = make_dataclass("S7b", [], bases=(S7,), namespace={"kind": lambda self: 42})


def s7(b: S7) -> int:
    if b.kind() == 42:
        return 1  # reached by: s7(S7b())
    return 0


def hidden(c: type) -> type:
    return types.new_class(c.__name__ + "X", (c,), {}, lambda ns: ns.update(kind=lambda self: 42))


class S5:
    def kind(self) -> int:
        return 0


@hidden
class S5b(S5):
    pass


def s5(b: S5) -> int:
    if b.kind() == 42:
        return 1  # reached by: s5(S5b())
    return 0
