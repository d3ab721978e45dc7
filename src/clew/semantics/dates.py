"""`datetime`: dates, times and durations as the ints they are made of.

The shadow of such a value is the `Items` of its `PARTS`.  Days are counted as by `toordinal`; for that the year begins
in March, so that the leap day is its last one, and everything is division by constants.

What is aware has the same time zone in every run along a path (an input chooses between a few, a decision like any
other), and is followed as long as no offset is asked for.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final, TypeAlias

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.characters import Char, Fact, constants, decide, text_from
from clew.semantics.integers import TRUE_DIV
from clew.semantics.modelled import NONE, Model, NotModelled, integer_term, modelled
from clew.semantics.numbers import EXACT
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Items, Shadow, Tracked, items_of, simplified, term_of

Terms: TypeAlias = tuple[Term, ...]

_CLOCK: Final = ("hour", "minute", "second", "microsecond")
_CALENDAR: Final = ("year", "month", "day")
PARTS: Final[Mapping[type, tuple[str, ...]]] = {
    date: _CALENDAR,
    datetime: (*_CALENDAR, *_CLOCK),
    time: _CLOCK,
    timedelta: ("days", "seconds", "microseconds"),
}
SAME: Final = frozenset({"tzinfo", "fold"})
"""Attributes that are the same in every run along a path."""

SECOND: Final = 10**6  # microseconds
SECONDS: Final = 86_400  # of a day
DAY: Final = SECONDS * SECOND
LAST: Final = date.max.toordinal()
MOST_DAYS: Final = timedelta.max.days
C_INT: Final = 2**31
_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "year": (date.min.year, date.max.year), "month": (1, 12), "day": (1, 31),
    "hour": (0, 23), "minute": (0, 59), "second": (0, 59), "microsecond": (0, SECOND - 1),
    "days": (-MOST_DAYS, MOST_DAYS), "seconds": (0, SECONDS - 1), "microseconds": (0, SECOND - 1),
}  # fmt: skip


def parts_of(operand: Tracked) -> Terms:
    """The terms of the parts; constants where it does not depend on the inputs."""
    names = PARTS.get(type(operand.value))
    if names is None:
        raise NotModelled(f"an operand of type {type(operand.value).__name__}")
    shadows = operand.shadow.shadows if isinstance(operand.shadow, Items) else (None,) * len(names)
    return tuple(integer_term(Tracked(getattr(operand.value, n), s)) for n, s in zip(names, shadows, strict=True))


def shadow_of(terms: Iterable[Term]) -> Shadow:
    return items_of(tuple(map(simplified, terms)))


def truth(operand: Tracked) -> Term | None:
    """That a duration is not zero; None for anything else, which is always true."""
    if type(operand.value) is not timedelta:
        return None
    return t.or_(*(t.ne(part, t.ZERO) for part in parts_of(operand)))


def _n(value: int) -> Term:
    return t.integer(value)


def _div(a: Term, by: int) -> Term:
    return t.floor_div(a, _n(by))


def _mod(a: Term, by: int) -> Term:
    return t.floor_mod(a, _n(by))


# ---------------------------------------------------------------- the calendar


def days_in_month(year: Term, month: Term) -> Term:
    by_four, by_century = t.eq(_mod(year, 4), t.ZERO), t.eq(_mod(year, 100), t.ZERO)
    leap = t.and_(by_four, t.or_(t.not_(by_century), t.eq(_mod(year, 400), t.ZERO)))
    short = t.in_ranges(month, ((4, 4), (6, 6), (9, 9), (11, 11)))
    return t.ite(t.eq(month, _n(2)), t.ite(leap, _n(29), _n(28)), t.ite(short, _n(30), _n(31)))


def ordinal(year: Term, month: Term, day: Term) -> Term:
    """The number of the day, 1 for the first of the year 1."""
    early = t.le(month, _n(2))
    years = t.sub(year, t.ite(early, t.ONE, t.ZERO))
    months = t.add(month, t.ite(early, _n(9), _n(-3)))
    before = t.sub(t.add(t.scale(365, years), _div(years, 4), _div(years, 400)), _div(years, 100))
    return t.add(before, _div(t.add(t.scale(153, months), _n(2)), 5), day, _n(-306))


def civil(number: Term) -> Terms:
    """Year, month and day of a day's number."""
    since_march = t.add(number, _n(305))  # days since the first of March of the year 0
    cycle, day = _div(since_march, 146_097), _mod(since_march, 146_097)
    without_leaps = t.sub(t.add(day, _div(day, 36_524)), t.add(_div(day, 1_460), _div(day, 146_096)))
    years = _div(without_leaps, 365)
    of_year = t.sub(day, t.sub(t.add(t.scale(365, years), _div(years, 4)), _div(years, 100)))
    months = _div(t.add(t.scale(5, of_year), _n(2)), 153)
    late = t.ge(months, _n(10))
    return (
        t.add(years, t.scale(400, cycle), t.ite(late, t.ONE, t.ZERO)),
        t.add(months, t.ite(late, _n(-9), _n(3))),
        t.add(t.sub(of_year, _div(t.add(t.scale(153, months), _n(2)), 5)), t.ONE),
    )


def _number(terms: Terms) -> Term:
    return ordinal(*terms[:3])


def _key(terms: Terms) -> Term:
    """Grows with the date: for comparisons, which need no calendar."""
    year, month, day = terms[:3]
    return t.add(t.scale(372, year), t.scale(31, month), day)


def _of_clock(terms: Terms) -> Term:
    """Microseconds since midnight."""
    hour, minute, second, microsecond = terms
    return t.add(t.scale(3600 * SECOND, hour), t.scale(60 * SECOND, minute), t.scale(SECOND, second), microsecond)


def _clock(seconds: Term, microseconds: Term) -> Terms:
    """Hour, minute, second and microsecond of seconds and microseconds."""
    return _div(seconds, 3600), _mod(_div(seconds, 60), 60), _mod(seconds, 60), microseconds


# ---------------------------------------------------------------- making them


def _fit_c(machine: Machine, operands: Iterable[Tracked]) -> bool:
    """Do all fit what CPython reads an int into?  Else it is an OverflowError."""
    given = tuple(operands)
    fit = t.and_(*(_within(integer_term(o), -C_INT, C_INT - 1) for o in given))
    return decide(machine, Fact(fit, all(-C_INT <= int(o.value) < C_INT for o in given)))


def _within(term: Term, low: int, high: int) -> Term:
    return t.and_(t.ge(term, _n(low)), t.le(term, _n(high)))


def range_of(part: str) -> tuple[int, int]:
    """The least and the largest value of a part, in whatever date, time or duration."""
    return _RANGES[part]


def valid(names: Iterable[str], terms: Iterable[Term]) -> Term:
    """Is there a date, time or duration of these parts?"""
    named = dict(zip(names, terms, strict=True))
    found = [_within(term, *_RANGES[name]) for name, term in named.items()]
    if "day" in named:
        found.append(t.le(named["day"], days_in_month(named["year"], named["month"])))
    return t.and_(*found)


def _made(machine: Machine, kind: Any, operands: tuple[Tracked, ...]) -> Shadow:
    """The parts of a new value, after the decisions on which it depends whether there is one."""
    terms = tuple(map(integer_term, operands))
    if not _fit_c(machine, operands):
        return None
    try:
        kind(*(o.value for o in operands))
        there = True
    except ValueError:
        there = False
    decide(machine, Fact(valid(PARTS[kind], terms), there))
    return shadow_of(terms)


def _zone(*operands: Tracked) -> None:
    """What is no part has to be the same whatever the inputs are."""
    if any(o.shadow is not None for o in operands):
        raise NotModelled("a time zone that depends on the inputs")


ZERO: Final = Tracked(0, None)


def _date(machine: Machine, year: Tracked, month: Tracked, day: Tracked) -> Shadow:
    return _made(machine, date, (year, month, day))


def _datetime(
    machine: Machine,
    year: Tracked,
    month: Tracked,
    day: Tracked,
    hour: Tracked = ZERO,
    minute: Tracked = ZERO,
    second: Tracked = ZERO,
    microsecond: Tracked = ZERO,
    tzinfo: Tracked = NONE,
    *,
    fold: Tracked = ZERO,
) -> Shadow:
    _zone(tzinfo, fold)
    return _made(machine, datetime, (year, month, day, hour, minute, second, microsecond))


def _time(
    machine: Machine,
    hour: Tracked = ZERO,
    minute: Tracked = ZERO,
    second: Tracked = ZERO,
    microsecond: Tracked = ZERO,
    tzinfo: Tracked = NONE,
    *,
    fold: Tracked = ZERO,
) -> Shadow:
    _zone(tzinfo, fold)
    return _made(machine, time, (hour, minute, second, microsecond))


def _timedelta(
    machine: Machine,
    days: Tracked = ZERO,
    seconds: Tracked = ZERO,
    microseconds: Tracked = ZERO,
    milliseconds: Tracked = ZERO,
    minutes: Tracked = ZERO,
    hours: Tracked = ZERO,
    weeks: Tracked = ZERO,
) -> Tracked:
    value = {}
    terms = {}
    named = {
        "days": days, "seconds": seconds, "microseconds": microseconds, "milliseconds": milliseconds,
        "minutes": minutes, "hours": hours, "weeks": weeks,
    }  # fmt: skip
    for name, operand in named.items():
        value[name], terms[name] = operand.value, _whole(machine, operand)
    return _duration(
        machine,
        lambda: timedelta(**value),
        t.add(terms["days"], t.scale(7, terms["weeks"])),
        t.add(terms["seconds"], t.scale(60, terms["minutes"]), t.scale(3600, terms["hours"])),
        t.add(terms["microseconds"], t.scale(1000, terms["milliseconds"])),
    )


def _whole(machine: Machine, operand: Tracked) -> Term:
    """The Int term of an int, or of a double that is one; what is behind the point is rounded in a way of its own."""
    x = operand.value
    if type(x) is not float:
        return integer_term(operand)
    double = term_of(x, operand.shadow)
    if double is None:
        raise NotModelled("a number that was not followed")
    fits = t.operation("fle", t.operation("fabs", double), t.floating(float(EXACT)))
    integral = t.and_(fits, t.operation("feq", double, t.operation("ftrunc", double)))
    if not decide(machine, Fact(integral, abs(x) <= EXACT and x.is_integer())):
        raise NotModelled("an operand that is not whole")
    return t.operation("float_to_int", t.operation("ftrunc", double))


def _carried(days: Term, seconds: Term, microseconds: Term) -> Terms:
    seconds = t.add(seconds, _div(microseconds, SECOND))
    return t.add(days, _div(seconds, SECONDS)), _mod(seconds, SECONDS), _mod(microseconds, SECOND)


def _duration(machine: Machine, value: Callable[[], timedelta], *unordered: Term) -> Tracked:
    """The result of `value`, whose days, seconds and microseconds are these before they are carried over."""
    terms = _carried(*unordered)
    return _unless_too_far(machine, value, _within(terms[0], -MOST_DAYS, MOST_DAYS), terms)


def _unless_too_far(machine: Machine, value: Callable[[], Any], there: Term, parts: Terms) -> Tracked:
    """The result with these parts, or the OverflowError where it is not `there`."""
    try:
        computed = value()
    except OverflowError:
        decide(machine, Fact(there, False))
        raise
    decide(machine, Fact(there, True))
    return Tracked(computed, shadow_of(parts))


# ---------------------------------------------------------------- durations


def _total(terms: Terms) -> Term:
    days, seconds, microseconds = terms
    return t.add(t.scale(DAY, days), t.scale(SECOND, seconds), microseconds)


def _microseconds(value: timedelta) -> int:
    return value // timedelta(microseconds=1)


def _plus(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
    return _duration(machine, lambda: a.value + b.value, *map(t.add, parts_of(a), parts_of(b)))


def _minus(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
    return _duration(machine, lambda: a.value - b.value, *map(t.sub, parts_of(a), parts_of(b)))


def _negative(machine: Machine, a: Tracked) -> Tracked:
    return _duration(machine, lambda: -a.value, *map(t.neg, parts_of(a)))


def _absolute(machine: Machine, a: Tracked) -> Tracked:
    days = parts_of(a)[0]
    if decide(machine, Fact(t.lt(days, t.ZERO), a.value.days < 0)):
        return _negative(machine, a)
    return Tracked(abs(a.value), a.shadow)


def _times(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
    delta, factor = (a, b) if type(a.value) is timedelta else (b, a)
    n = integer_term(factor)
    return _duration(machine, lambda: a.value * b.value, *(t.mul(part, n) for part in parts_of(delta)))


def _not_by_zero(machine: Machine, divisor: Term, value: int) -> None:
    decide(machine, Fact(t.eq(divisor, t.ZERO), value == 0))


def _floor_by_int(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
    n = integer_term(b)
    _not_by_zero(machine, n, b.value)
    return _duration(machine, lambda: a.value // b.value, t.ZERO, t.ZERO, t.floor_div(_total(parts_of(a)), n))


def _floor(machine: Machine, a: Tracked, b: Tracked) -> Shadow:
    divisor = _total(parts_of(b))
    _not_by_zero(machine, divisor, _microseconds(b.value))
    return simplified(t.floor_div(_total(parts_of(a)), divisor))


def _remainder(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
    divisor = _total(parts_of(b))
    _not_by_zero(machine, divisor, _microseconds(b.value))
    rest = t.floor_mod(_total(parts_of(a)), divisor)
    return _duration(machine, lambda: a.value % b.value, t.ZERO, t.ZERO, rest)


def _quotient(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
    return TRUE_DIV.run(machine, tuple(_as_int(o) for o in (a, b)))


def _as_int(delta: Tracked) -> Tracked:
    return Tracked(_microseconds(delta.value), simplified(_total(parts_of(delta))))


def _total_seconds(machine: Machine, a: Tracked) -> Tracked:
    return TRUE_DIV.run(machine, (_as_int(a), Tracked(SECOND, None)))


# ---------------------------------------------------------------- dates and times


def _same_zone(a: Tracked, b: Tracked) -> None:
    """CPython looks at offsets only where the zones differ."""
    if getattr(a.value, "tzinfo", None) is not getattr(b.value, "tzinfo", None):
        raise NotModelled("different time zones")


def _moment(operand: Tracked) -> Term:
    """Grows with what the operand stands for."""
    terms = parts_of(operand)
    match operand.value:
        case datetime():
            return t.add(t.scale(DAY, _key(terms)), _of_clock(terms[3:]))
        case date():
            return _key(terms)
        case time():
            return _of_clock(terms)
    return _total(terms)


def _compared(relation: Callable[[Term, Term], Term]) -> Model:
    def model(machine: Machine, a: Tracked, b: Tracked) -> Shadow:
        _same_zone(a, b)
        return simplified(relation(_moment(a), _moment(b)))

    return model


def _moved(sign: int) -> Model:
    """A date, or datetime, and a duration."""

    def model(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
        if type(a.value) is timedelta:
            a, b = b, a
        terms, delta = parts_of(a), tuple(t.scale(sign, part) for part in parts_of(b))
        day, clock = t.add(_number(terms), delta[0]), tuple[Term, ...]()
        if type(a.value) is datetime:
            hour, minute, second, microsecond = terms[3:]
            seconds = t.add(t.scale(3600, hour), t.scale(60, minute), second, delta[1])
            day, *rest = _carried(day, seconds, t.add(microsecond, delta[2]))
            clock = _clock(*rest)
        move = operator.add if sign > 0 else operator.sub
        return _unless_too_far(machine, lambda: move(a.value, b.value), _within(day, 1, LAST), (*civil(day), *clock))

    return model


def _between(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
    _same_zone(a, b)
    x, y = parts_of(a), parts_of(b)
    clock = t.ZERO if type(a.value) is date else t.sub(_of_clock(x[3:]), _of_clock(y[3:]))
    days = t.sub(_number(x), _number(y))
    return _duration(machine, lambda: a.value - b.value, days, t.ZERO, clock)


def _weekday(first: int) -> Model:
    return lambda machine, a: simplified(t.add(_mod(t.add(_number(parts_of(a)), _n(6)), 7), _n(first)))


def _to_ordinal(machine: Machine, a: Tracked) -> Shadow:
    return simplified(_number(parts_of(a)))


def _date_of(machine: Machine, a: Tracked) -> Shadow:
    return shadow_of(parts_of(a)[:3])


def _time_of(machine: Machine, a: Tracked) -> Shadow:
    return shadow_of(parts_of(a)[3:])


def _replaced(make: Model) -> Model:
    def model(machine: Machine, a: Tracked, *args: Tracked, **named: Tracked) -> Any:
        names = PARTS[type(a.value)]
        if len(args) > len(names):
            raise NotModelled("these arguments")
        parts = {n: Tracked(getattr(a.value, n), simplified(p)) for n, p in zip(names, parts_of(a), strict=True)}
        return make(machine, **{**parts, **dict(zip(names, args, strict=False)), **named})

    return model


def _digits(term: Term, value: int, width: int) -> list[Char]:
    powers = [10**place for place in reversed(range(width))]
    return [Char(t.add(_mod(_div(term, p), 10), _n(48)), value // p % 10 + 48) for p in powers]


def _iso(machine: Machine, a: Tracked) -> Tracked:
    terms = parts_of(a)
    word: list[Char] = []
    for term, name, width in zip(terms, _CALENDAR, (4, 2, 2), strict=True):
        word += [*(constants("-") if word else ()), *_digits(term, getattr(a.value, name), width)]
    return text_from(word, str)


# ---------------------------------------------------------------- entries

_RELATIONS: Final[Mapping[str, tuple[Callable[..., Any], Callable[[Term, Term], Term]]]] = {
    "==": (operator.eq, t.eq), "!=": (operator.ne, t.ne), "<": (operator.lt, t.lt), "<=": (operator.le, t.le),
    ">": (operator.gt, t.gt), ">=": (operator.ge, t.ge),
}  # fmt: skip

BINARY: Final[dict[tuple[str, type, type], Operation]] = {
    (symbol, kind, kind): modelled(symbol, value, _compared(relation))
    for symbol, (value, relation) in _RELATIONS.items()
    for kind in PARTS
}
for _left, _right, _symbol, _model in (
    (timedelta, timedelta, "+", _plus), (timedelta, timedelta, "-", _minus), (timedelta, timedelta, "//", _floor),
    (timedelta, timedelta, "%", _remainder), (timedelta, timedelta, "/", _quotient), (timedelta, int, "*", _times),
    (int, timedelta, "*", _times), (timedelta, int, "//", _floor_by_int), (date, timedelta, "+", _moved(1)),
    (timedelta, date, "+", _moved(1)), (date, timedelta, "-", _moved(-1)), (datetime, timedelta, "+", _moved(1)),
    (timedelta, datetime, "+", _moved(1)), (datetime, timedelta, "-", _moved(-1)), (date, date, "-", _between),
    (datetime, datetime, "-", _between),
):  # fmt: skip
    _value = {
        "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
        "/": operator.truediv,
    }[_symbol]  # fmt: skip
    BINARY[_symbol, _left, _right] = modelled(_symbol, _value, _model)

UNARY: Final[dict[tuple[str, type], Operation]] = {("-", timedelta): modelled("-", operator.neg, _negative)}

FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    (date, object): modelled("date", date, _date),
    (datetime, object): modelled("datetime", datetime, _datetime),
    (time, object): modelled("time", time, _time),
    (timedelta, object): modelled("timedelta", timedelta, _timedelta),
    (abs, timedelta): modelled("abs", abs, _absolute),
    (str, date): modelled("str", str, _iso),
}

_OF_DAYS: Final[dict[str, Model]] = {"weekday": _weekday(0), "isoweekday": _weekday(1), "toordinal": _to_ordinal}
_METHODS: Final[Mapping[Any, Mapping[str, Model]]] = {
    date: {**_OF_DAYS, "replace": _replaced(_date), "isoformat": _iso},
    datetime: {**_OF_DAYS, "replace": _replaced(_datetime), "date": _date_of, "time": _time_of},
    time: {"replace": _replaced(_time)},
    timedelta: {"total_seconds": _total_seconds},
}
METHOD: Final[dict[tuple[type, str], Operation]] = {
    (kind, name): modelled(name, getattr(kind, name), model)
    for kind, models in _METHODS.items()
    for name, model in models.items()
}
