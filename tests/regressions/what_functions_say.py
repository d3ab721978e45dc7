"""A function defined inside another has the annotations, the docstring and the names that its text gives it."""

import functools
import inspect


def outer(x: int):
    def g(a: int, *, b: "str" = "q") -> list[int]:
        "Doc."
        return [a]

    if g.__annotations__ == {"a": int, "b": "str", "return": list[int]}:
        return 1  # covered
    return 0  # infeasible


def doc(x: int):
    def g(a: int) -> None:
        "Doc."

    if g.__doc__ == "Doc.":
        return 1  # covered
    return 0  # infeasible


def names(x: int):
    def g(a: int, b=2, *c, d, **e) -> None:
        "Doc."
        z = 1

    if g.__name__ == "g" and g.__qualname__ == "names.<locals>.g" and g.__module__ == __name__:
        return 1  # covered
    return 0  # infeasible


def defaults(x: int):
    def g(a: int, b=2, *c, d=4, **e) -> None:
        "Doc."
        z = 1

    if g.__defaults__ == (2,) and g.__kwdefaults__ == {"d": 4}:
        return 1  # covered
    return 0  # infeasible


def sig(x: int):
    def g(a: int, b=2, *c, d=4, **e) -> None:
        "Doc."
        z = 1

    if str(inspect.signature(g)) == "(a: int, b=2, *c, d=4, **e) -> None":
        return 1  # covered
    return 0  # infeasible


def codes(x: int):
    def g(a: int, b=2) -> None:
        z = a

    if g.__code__.co_varnames == ("a", "b", "z"):
        return 1
    return 0  # unknown


def registered(x: int):
    @functools.singledispatch
    def f(v):
        return 0

    @f.register
    def _(v: int):
        return v + 1

    if f(x) == 772:
        return 1  # not infeasible
    return 0  # covered
