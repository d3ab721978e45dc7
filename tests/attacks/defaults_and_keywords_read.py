"""Defaults of functions and keywords of partials, read by name or by functions of the library."""
from __future__ import annotations

import functools
import inspect
import itertools
import json
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


def called_by_the_library(x: int) -> int:
    if operator.call(lambda a=x: a) * 7 == 123452:
        return 1  # reached by: called_by_the_library(17636)
    return 0


def parsed(x: int) -> int:
    if json.loads("[1]", parse_int=lambda s, k=x: k)[0] * 7 == 123452:
        return 1  # reached by: parsed(17636)
    return 0


def dispatched(x: int) -> int:
    @functools.singledispatch
    def q(c: object, a: int = x) -> int:
        return a

    if q(1) * 7 == 123452:
        return 1  # reached by: dispatched(17636)
    return 0


def bound_to_a_text(x: int) -> int:
    if operator.call(str(x).strip) == "17636":
        return 1  # reached by: bound_to_a_text(17636)
    return 0


def receiver(x: int) -> int:
    if str(x).strip.__self__ == "17636":
        return 1  # reached by: receiver(17636)
    return 0


def receiver_of_a_number(x: int) -> int:
    if x.bit_length.__self__ * 7 == 123452 or getattr(x.__add__, "__self__") == 4711:
        return 1  # reached by: receiver_of_a_number(17636)
    return 0


def registered(x: int) -> int:
    @functools.singledispatch
    def q(c: object) -> int:
        return 0

    q.register(int, lambda c, a=x: a)
    if q(1) * 7 == 123452:
        return 1  # reached by: registered(17636)
    return 0


def called_as_a_method(x: int) -> int:
    if (lambda k=x: k).__call__() * 7 == 123452:
        return 1  # reached by: called_as_a_method(17636)
    return 0


def summed(x: int) -> int:
    q = lambda k=x: k
    if sum(q.__defaults__ or ()) * 7 == 123452:
        return 1  # reached by: summed(17636)
    return 0
