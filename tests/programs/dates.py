"""Dates, times and durations: arguments made of ints, and what is made of ints on the way."""

from datetime import date, datetime, time, timedelta


def quarter(d: date) -> int:
    if d.month <= 3:
        return 1
    if d.month <= 6 and d.day == 17:
        return 22
    if d.weekday() == 2 and d.year == 1999:
        return 3
    return 4


def age(born: date, today: date) -> int:
    years = today.year - born.year
    if (today.month, today.day) < (born.month, born.day):
        years -= 1
    if years < 0:
        raise ValueError("not born yet")
    if years > 120:
        return -1
    return years


def overdue(due: datetime, now: datetime) -> str:
    if due.tzinfo is None and now.tzinfo is not None:
        return "mixed"
    late = now - due
    if late < timedelta(0):
        return "early"
    if late > timedelta(days=30, hours=3):
        return "very late"
    if late.seconds == 4242:
        return "odd"
    return "late"


def human(delta: timedelta) -> str:
    if not delta:
        return "now"
    s = int(delta.total_seconds())
    h, r = divmod(s, 3600)
    if h > 48 and r == 7:
        return "days"
    if delta.microseconds == 123456:
        return "micro"
    return f"{h}:{r}"


def easter(d: date) -> int:
    nxt = d + timedelta(days=1)
    if nxt.month == 3 and nxt.day == 1 and d.day == 29:
        return 1
    return 0


def shift(t: time) -> str:
    if time(22, 0) <= t or t < time(6, 0):
        return "night"
    return "day"


def iso(d: date) -> bool:
    return d.isoformat() == "1987-06-05"


def build(y: int, m: int, d: int) -> str:
    try:
        x = date(y, m, d)
    except ValueError:
        return "bad"
    if x == date(2000, 2, 29):
        return "leap"
    return "ok"


def secs(n: int) -> str:
    d = timedelta(seconds=n)
    if d.days == 3 and d.seconds == 60:
        return "a"
    return "b"


def years(m: dict[date, int]) -> int:
    for k in m:
        if k.year == 1987:
            return 1
    return 0


def week(m: set[timedelta]) -> int:
    if len(m) == 2 and sum(m, timedelta()) == timedelta(days=7):
        return 1
    return 0


def at_four(m: list[datetime], d: date) -> int:
    for x in sorted(m):
        if x.date() == d and x.hour == 4:
            return 1
    return 0


def named(m: dict[date, str], d: date) -> str:
    if d in m:
        return m[d]
    return ""


def whole_days(days: int) -> int:
    if not -1000 < days < 1000:
        return 0
    span = timedelta(days=days)
    if span.seconds:
        return 1  # infeasible unbounded
    if -span == timedelta(hours=-24 * days):
        return 2
    return 3  # infeasible unbounded


def leap_day(year: int) -> int:
    try:
        day = date(year, 2, 29)
    except ValueError:
        return 0
    except OverflowError:
        return 1
    if year % 4:
        return 2  # infeasible unbounded
    if day.replace(month=3).day != 29:
        return 3  # infeasible unbounded
    return 4
