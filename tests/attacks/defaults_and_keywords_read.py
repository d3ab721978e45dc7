"""Defaults of functions and keywords of partials, read by name or by functions of the library."""
from __future__ import annotations

import functools
import inspect
import itertools
import operator


def note(k: int) -> int:
    return k


def keywords(x: int) -> int:
    if functools.partial(note, k=x).keywords["k"] * 7 == 123452:
        return 1  # reached by: keywords(17636)
    return 0


def keywords_changed(x: int) -> int:
    p = functools.partial(note, k=1)
    p.keywords["k"] = x
    if p() * 7 == 123452:
        return 1  # reached by: keywords_changed(17636)
    return 0


def keywords_spread(x: int) -> int:
    p = functools.partial(note, k=x)
    if {**p.keywords}["k"] * 7 == 123452:
        return 1  # reached by: keywords_spread(17636)
    return 0


def defaults(x: int) -> int:
    q = lambda a=x: a
    if getattr(q, "__defaults__")[0] * 7 == 123452:
        return 1  # reached by: defaults(17636)
    return 0


def keyword_defaults(x: int) -> int:
    def q(*, a: int = x) -> int:
        return a

    if getattr(q, "__kwdefaults__")["a"] * 7 == 123452:
        return 1  # reached by: keyword_defaults(17636)
    return 0


def by_signature(x: int) -> int:
    q = lambda a=x: a
    if inspect.signature(q).parameters["a"].default * 7 == 123452:
        return 1  # reached by: by_signature(17636)
    return 0


def by_getter(x: int) -> int:
    q = lambda a=x: a
    if operator.attrgetter("__defaults__")(q)[0] * 7 == 123452:
        return 1  # reached by: by_getter(17636)
    return 0


def length_hint(x: int) -> int:
    if 0 <= x < 10**6 and operator.length_hint(itertools.repeat(None, x)) == 17636:
        return 1  # reached by: length_hint(17636)
    return 0
