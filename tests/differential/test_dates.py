"""Dates, times and durations: what is computed of their parts is what CPython computes, whatever the parts are."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from clew.semantics.dates import PARTS
from clew.semantics.shadow import Tracked
from tests.differential.harness import CheckingMachine, Leaf, Shape, Whole, check

EXAMPLES = 25
OTHERS = 120
DATES = (
    date.min, date.max, date(1, 12, 31), date(4, 2, 29), date(100, 2, 28), date(100, 3, 1), date(400, 2, 29), date(1900, 2, 28),
    date(1900, 3, 1), date(1999, 12, 31), date(2000, 2, 29), date(2000, 3, 1), date(2023, 2, 28), date(2024, 1, 1),
    date(2024, 2, 29), date(2024, 12, 31), date(9999, 1, 1),
)  # fmt: skip
TIMES = (time.min, time.max, time(12), time(23, 59, 59), time(0, 0, 0, 1), time(5, 6, 7, 8))
DELTAS = (
    timedelta(0), timedelta.min, timedelta.max, timedelta(1), timedelta(-1), timedelta(0, 1), timedelta(0, -1), timedelta(0, 0, 1),
    timedelta(0, 0, -1), timedelta(365), timedelta(-366, 3), timedelta(3, 86_399, 999_999), timedelta(hours=26),
    timedelta(3652058), timedelta(-3652058),
)  # fmt: skip
INTS = (
    0,
    1,
    -1,
    2,
    3,
    7,
    -7,
    12,
    13,
    28,
    29,
    30,
    31,
    60,
    100,
    1000,
    1999,
    2024,
    9999,
    10_000,
    10**9,
    -(10**9),
    2**31,
    2**70,
    True,
)
FLOATS = (0.0, -0.0, 1.0, 86_400.0, -7.0, 0.5, 1e-7, 2.0**53, 1e18, 1e300, float("inf"), float("nan"))
CONVERSIONS: dict[str, Callable[..., Any]] = {
    "date": date, "datetime": datetime, "time": time, "timedelta": timedelta, "abs": abs, "str": str, "bool": bool,
}  # fmt: skip


class Draw:
    """Operands whose parts are variables, most of them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def leaf(self, value: float) -> Leaf:
        self.count += 1
        return Leaf(value, f"v{self.count}" if self.random.random() < 0.8 else None)

    def of(self, kind: type) -> Shape:
        pick = self.random.choice
        if kind in (int, float):
            return self.leaf(pick(INTS if kind is int else FLOATS))
        value: Any
        if kind is datetime:
            value = datetime.combine(pick(DATES), pick(TIMES))
        else:
            value = pick({date: DATES, time: TIMES, timedelta: DELTAS}[kind])
        return Whole(kind, tuple(self.leaf(getattr(value, part)) for part in PARTS[kind]))


def compare(kinds: tuple[type, ...], on_machine: Callable[..., Tracked], plainly: Callable[..., Any]) -> None:
    for seed in range(EXAMPLES):
        draw = Draw(seed)
        shapes = tuple(draw.of(kind) for kind in kinds)
        check(lambda machine, args: on_machine(machine, *args), plainly, shapes, seed, OTHERS)


BINARY: list[tuple[str, Callable[..., Any], type, type]] = [
    *((symbol, f, kind, kind) for kind in PARTS for symbol, f in (
        ("==", operator.eq), ("!=", operator.ne), ("<", operator.lt), ("<=", operator.le), (">", operator.gt), (">=", operator.ge)
    )),
    *((symbol, f, timedelta, timedelta) for symbol, f in (
        ("+", operator.add), ("-", operator.sub), ("//", operator.floordiv), ("%", operator.mod), ("/", operator.truediv),
    )),
    ("*", operator.mul, timedelta, int), ("*", operator.mul, int, timedelta), ("//", operator.floordiv, timedelta, int),
    ("+", operator.add, date, timedelta), ("+", operator.add, timedelta, date), ("-", operator.sub, date, timedelta),
    ("+", operator.add, datetime, timedelta), ("+", operator.add, timedelta, datetime), ("-", operator.sub, datetime, timedelta),
    ("-", operator.sub, date, date), ("-", operator.sub, datetime, datetime),
]  # fmt: skip


@pytest.mark.parametrize(("symbol", "plain", "left", "right"), BINARY)
def test_operator(symbol: str, plain: Callable[..., Any], left: type, right: type) -> None:
    compare((left, right), lambda machine, a, b: machine.binary(symbol, a, b), plain)


@pytest.mark.parametrize("symbol", ["<", "=="])
def test_days_in_their_order(symbol: str) -> None:
    plain = {"<": operator.lt, "==": operator.eq}[symbol]
    for day in range(date(2023, 12, 1).toordinal(), date(2024, 4, 1).toordinal()):
        draw = Draw(day)
        pair = [date.fromordinal(day), date.fromordinal(day + 1)]
        shapes = tuple(Whole(date, tuple(draw.leaf(getattr(d, part)) for part in PARTS[date])) for d in pair)
        for a, b in (shapes, shapes[::-1]):
            check(lambda machine, args: machine.binary(symbol, *args), plain, (a, b), day, 0)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("date", (int, int, int)), ("datetime", (int, int, int)), ("datetime", (int,) * 7), ("time", (int, int)),
        ("time", (int,) * 4), ("timedelta", (int,)), ("timedelta", (float,)), ("timedelta", (int, float)),
        ("timedelta", (int,) * 3), ("timedelta", (int,) * 7),
        ("abs", (timedelta,)), ("str", (date,)), ("bool", (timedelta,)), ("bool", (time,)),
    ],
)  # fmt: skip
def test_function(name: str, kinds: tuple[type, ...]) -> None:
    function = CONVERSIONS[name]
    compare(kinds, lambda machine, *args: machine.call(Tracked(function, None), args, {}), function)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *((kind, name) for kind in (date, datetime) for name in ("weekday", "isoweekday", "toordinal")),
        (date, "isoformat"), (datetime, "date"), (datetime, "time"), (timedelta, "total_seconds"),
    ],
)  # fmt: skip
def test_method(kind: type, name: str) -> None:
    function = getattr(kind, name)
    compare((kind,), lambda machine, o: machine.call(Tracked(function, None), (o,), {}), function)


@pytest.mark.parametrize(
    ("kind", "part"), [(date, "year"), (date, "day"), (datetime, "month"), (datetime, "second"), (time, "hour")]
)
def test_replace(kind: type, part: str) -> None:
    function = kind.replace  # type: ignore[attr-defined]

    def on_machine(machine: CheckingMachine, o: Tracked, value: Tracked) -> Tracked:
        return machine.call(Tracked(function, None), (o,), {part: value})

    compare((kind, int), on_machine, lambda o, value: function(o, **{part: value}))


def test_keywords_are_units() -> None:
    def on_machine(machine: CheckingMachine, hours: Tracked, weeks: Tracked) -> Tracked:
        return machine.call(Tracked(timedelta, None), (), {"hours": hours, "weeks": weeks})

    compare((int, int), on_machine, lambda hours, weeks: timedelta(hours=hours, weeks=weeks))


def test_a_time_zone_is_kept() -> None:
    def aware(machine: CheckingMachine, day: Tracked) -> Tracked:
        made = [Tracked(2024, None), Tracked(2, None), day]
        return machine.call(Tracked(datetime, None), tuple(made), {"tzinfo": Tracked(UTC, None)})

    compare((int,), aware, lambda day: datetime(2024, 2, day, tzinfo=UTC))
    compare(
        (int, timedelta),
        lambda machine, day, delta: machine.binary("+", aware(machine, day), delta),
        lambda day, delta: datetime(2024, 2, day, tzinfo=UTC) + delta,
    )
