"""Entries of the table for structured operations: how a model of an operation becomes an `Operation`.

A model is a function of the machine and the (settled) operands.  It makes every decision the result depends on and
returns the shadow of the result; CPython then computes the value, and raises what it raises, after those decisions.
A model may also return `Parts` (the result is a new list with these element shadows) or a whole `Tracked` where the
value is computed on the way.  What it does not model it says by raising `NotModelled`, before or after decisions: the
result is then Concretized, and the run is marked as standing for fewer executions, since the operation might have
raised elsewhere.
"""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.characters import Fact, Word, decide, word_of
from clew.semantics.fallback import natively, unmodelled
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Concretized, Havocked, Sequence, Shadow, Text, Tracked, simplified, text_of


class NotModelled(Exception):
    """The model does not cover these operands."""


class Parts(NamedTuple):
    """The result is a new list; the shadows of its elements."""

    shadows: tuple[Shadow, ...]


Model: TypeAlias = Callable[..., Any]

_SCALARS = (str, bytes, int, float, bool, complex, type(None), re.Pattern, re.RegexFlag)


def plain(value: Any) -> bool:
    """Whether nothing mutable can be reached from the value."""
    kind = type(value)
    if kind in (tuple, frozenset):
        return all(map(plain, value))
    if kind is slice:
        return plain(value.start) and plain(value.stop) and plain(value.step)
    return kind in _SCALARS


def modelled(name: str, value: Callable[..., Any], model: Model, total: bool = False) -> Operation:
    """An entry.  total: the operation never raises on operands of the types it is found for."""
    code = model.__code__
    most = code.co_argcount - 1
    least = most - len(model.__defaults__ or ())
    known = frozenset(code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount])
    varying = bool(code.co_flags & 0x04)
    free_keywords = bool(code.co_flags & 0x08)

    def run(machine: Machine, *operands: Tracked, **named: Tracked) -> Tracked:
        args = tuple(map(machine.settle, operands))
        kwargs = {key: machine.settle(item) for key, item in named.items()}
        everything = (*args, *kwargs.values())

        def compute() -> Any:
            return value(*(a.value for a in args), **{key: item.value for key, item in kwargs.items()})

        if all(a.shadow is None and plain(a.value) for a in everything):
            return Tracked(compute(), None)
        reason = next((a.shadow for a in everything if isinstance(a.shadow, Concretized)), None)
        if reason is None:
            try:
                fits = least <= len(args) + len(kwargs) and (varying or len(args) <= most)
                if not fits or not (free_keywords or known.issuperset(kwargs)):
                    raise NotModelled("these arguments")
                result = model(machine, *args, **kwargs)
            except NotModelled as error:
                reason = machine.lost("unmodelled-operation", f"{name}: {error}")
            else:
                if isinstance(result, Tracked):
                    return result
                computed = compute()
                if isinstance(result, Parts):
                    machine.keep(computed, Sequence(list(result.shadows)))
                    return Tracked(computed, None)
                return Tracked(computed, result)
        if all(plain(a.value) for a in everything):
            if not total:
                machine.approximate(reason.code, f"{name} on a value that was not followed may raise")
            computed = compute()
            if isinstance(computed, list):
                machine.keep(computed, Havocked(reason))
            return Tracked(computed, reason)
        return (natively if total else unmodelled)(machine, name, value, args, kwargs)

    return Operation(name, value, shadow=run)


# ---------------------------------------------------------------- operands


def word(machine: Machine, operand: Tracked, kind: type | None = None) -> Word:
    """The characters of an operand that must be a str or bytes (of the given kind)."""
    if type(operand.value) not in (str, bytes) or (kind is not None and type(operand.value) is not kind):
        raise NotModelled(f"an operand of type {type(operand.value).__name__}")
    chars = word_of(machine, operand)
    if chars is None:
        raise NotModelled("a string that was not followed")
    return chars


def text(operand: Tracked, kind: type | None = None) -> Text:
    """The Text of an operand, its length not decided."""
    if type(operand.value) not in (str, bytes) or (kind is not None and type(operand.value) is not kind):
        raise NotModelled(f"an operand of type {type(operand.value).__name__}")
    known = text_of(operand.value, operand.shadow)
    if known is None:
        raise NotModelled("a string that was not followed")
    return known


def answer(fact: Fact) -> Shadow:
    """The shadow of a bool result."""
    return simplified(fact.term)


def integer_term(operand: Tracked) -> Term:
    """The Int term of an operand that must be an int or bool."""
    if type(operand.value) not in (int, bool):
        raise NotModelled(f"an operand of type {type(operand.value).__name__}")
    if operand.shadow is None:
        return t.integer(operator.index(operand.value))
    if not isinstance(operand.shadow, Term):
        raise NotModelled("a number that was not followed")
    return t.ite(operand.shadow, t.ONE, t.ZERO) if isinstance(operand.value, bool) else operand.shadow


def number(machine: Machine, operand: Tracked) -> int:
    """The value of an int operand, decided."""
    term, value = integer_term(operand), operator.index(operand.value)
    decide(machine, Fact(t.eq(term, t.integer(value)), True))
    return value


def bounded(machine: Machine, operand: Tracked, low: int, high: int) -> int:
    """The value of an int operand, decided; all values up to `low` count as `low`, all from `high` on as `high`."""
    term, value = integer_term(operand), operator.index(operand.value)
    if decide(machine, Fact(t.le(term, t.integer(low)), value <= low)):
        return low
    if decide(machine, Fact(t.ge(term, t.integer(high)), value >= high)):
        return high
    decide(machine, Fact(t.eq(term, t.integer(value)), True))
    return value


def sized(machine: Machine, operand: Tracked, low: int, high: int) -> int:
    """`bounded`, for what CPython keeps in its index type: an OverflowError where it does not fit."""
    term, value = integer_term(operand), operator.index(operand.value)
    within = t.and_(t.ge(term, t.integer(-sys.maxsize - 1)), t.le(term, t.integer(sys.maxsize)))
    if not decide(machine, Fact(within, -sys.maxsize - 1 <= value <= sys.maxsize)):
        [None] * value
    return bounded(machine, operand, low, high)


def bounds(machine: Machine, start: Tracked, stop: Tracked, length: int) -> tuple[int, int]:
    """The `start` and `stop` arguments of `find` and its like: each an int or None; `start` may be beyond the end."""
    first, last = 0, length
    if start.value is not None:
        first = bounded(machine, start, -length, length + 1)
        first = first + length if first < 0 else first
    if stop.value is not None:
        last = bounded(machine, stop, -length, length)
        last = last + length if last < 0 else last
    return first, last


def flag(machine: Machine, operand: Tracked) -> bool:
    """The truth of a bool or int operand, decided; some versions of CPython take what fits a C int only."""
    if operand.shadow is None:
        return bool(operand.value)
    if not isinstance(operand.value, bool):
        term, value = integer_term(operand), operand.value
        within = t.and_(t.ge(term, t.integer(-(2**31))), t.lt(term, t.integer(2**31)))
        if not decide(machine, Fact(within, -(2**31) <= value < 2**31)):
            return bool(value)  # what the real call says decides
    return machine.truth(operand)


NONE = Tracked(None, None)
