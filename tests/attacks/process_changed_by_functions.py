"""What the process holds, changed by functions of the module itself."""

from __future__ import annotations

import abc
import calendar
import codecs
import copy
import copyreg
import csv
import decimal
import io
import locale
import logging
import os
import sys
import time
import warnings
from decimal import Decimal

LOG = logging.getLogger("clew.attack")
LOUD = logging.getLogger("clew.attack.loud")
quieter = LOUD.setLevel


def level() -> None:
    LOG.setLevel(10)


def is_debug(x: int) -> int:
    if LOG.level == 10:
        return 1  # reached by: level(); is_debug(1)
    return 0


def enabled(x: int) -> int:
    if LOUD.isEnabledFor(60):
        return 0
    return 1  # reached by: quieter(70); enabled(1)


def precise(n: int) -> None:
    decimal.getcontext().prec = n


def third(x: int) -> int:
    if str(Decimal(1) / Decimal(3)) == "0.333":
        return 1  # reached by: precise(3); third(1)
    return 0


def trapped() -> None:
    decimal.getcontext().traps[decimal.DivisionByZero] = False


def divided(x: int) -> int:
    try:
        Decimal(1) / Decimal(0)
    except decimal.DivisionByZero:
        return 0
    return 1  # reached by: trapped(); divided(1)


def strict() -> None:
    warnings.simplefilter("error")


def warns(x: int) -> int:
    try:
        warnings.warn("old", DeprecationWarning, stacklevel=2)
    except DeprecationWarning:
        return 1  # reached by: strict(); warns(1)
    return 0


def sunday() -> None:
    calendar.setfirstweekday(6)


def first_day(x: int) -> int:
    if calendar.firstweekday() == 6:
        return 1  # reached by: sunday(); first_day(1)
    return 0


def dialect() -> None:
    csv.register_dialect("clew", delimiter="|")


def dialects(x: int) -> int:
    try:
        csv.get_dialect("clew")
    except csv.Error:
        return 0
    return 1  # reached by: dialect(); dialects(1)


def handler() -> None:
    codecs.register_error("strict", codecs.ignore_errors)


def strictly(b: bytes) -> int:
    try:
        b.decode("ascii")
    except UnicodeDecodeError:
        return 0
    if b == b"\xff":
        return 1  # reached by: handler(); strictly(b"\xff")
    return 2


def silent() -> None:
    sys.stdout = io.StringIO()


def is_silent(x: int) -> int:
    if isinstance(sys.stdout, io.StringIO):
        return 1  # reached by: silent(); is_silent(1)
    return 0


def hook() -> None:
    setattr(sys, "excepthook", print)


def has_hook(x: int) -> int:
    if sys.excepthook is print:
        return 1  # reached by: hook(); has_hook(1)
    return 0


def tokyo() -> None:
    os.environ["TZ"] = "Asia/Tokyo"
    time.tzset()


def offset(x: int) -> int:
    if time.timezone == -32400:
        return 1  # reached by: tokyo(); offset(1)
    return 0


class Shape(abc.ABC):
    pass


class Circle:
    pass


def register() -> None:
    Shape.register(Circle)


def is_shape(c: Circle) -> int:
    if isinstance(c, Shape):
        return 1  # reached by: register(); is_shape(Circle())
    return 0


CONTEXT = decimal.getcontext()


def rounded() -> None:
    CONTEXT.rounding = decimal.ROUND_UP


def third_up(x: int) -> int:
    if str(Decimal(1) / Decimal(3)).endswith("4"):
        return 1  # reached by: rounded(); third_up(1)
    return 0


class Point:
    def __init__(self) -> None:
        self.x = 1


def reduced(p: Point) -> tuple[type[Circle], tuple[()]]:
    return Circle, ()


def copying() -> None:
    copyreg.pickle(Point, reduced)  # type: ignore[arg-type]


def copied(p: Point) -> int:
    if isinstance(copy.copy(p), Circle):
        return 1  # reached by: copying(); copied(Point())
    return 0
