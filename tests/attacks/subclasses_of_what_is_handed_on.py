"""Subclasses that functions declare of what they are given, have as an attribute, or compute; or that calls make."""

from abc import ABCMeta
from types import new_class


class Point:
    def norm(self) -> int:
        return 1


def norm_of(p: Point) -> int:
    if p.norm() != 1:
        return 1  # reached by: norm_of(given()()); norm_of(View().form()())
    return 0


def given(base: type = Point) -> type:
    class Given(base):  # type: ignore[misc, valid-type]
        def norm(self) -> int:
            return 2

    return Given


class View:
    model = Point

    def form(self) -> type:
        class Form(self.model):  # type: ignore[misc, name-defined]
            def norm(self) -> int:
                return 3

        return Form


Odd = ABCMeta("Odd", (int,), {"__add__": lambda self, other: 77})
Five = new_class("Five", (str,), {}, lambda space: space.update(__len__=lambda self: 5))


def added(x: int) -> int:
    if x + 0 != x:
        return 1  # reached by: added(Odd(1))
    return 0


def long(s: str) -> int:
    if s == "abc" and len(s) == 5:
        return 1  # reached by: long(Five("abc"))
    return 0
