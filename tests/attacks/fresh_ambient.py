"""Library calls whose result hangs on something that another part of the program has set before."""

import abc
import asyncio
import calendar
import codecs
import csv
import decimal
import locale
import logging
import mimetypes
import os.path
import socket
import sys
import time
import tracemalloc
import warnings
import weakref
from collections.abc import Sequence
from datetime import datetime


def in_task() -> bool:
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return False
    return task is not None  # reached by: w.inside_loop(in_task)


def first_day() -> str:
    if calendar.firstweekday() == 6:
        return "sunday"  # reached by: w.sunday(first_day) [supposing process-state]
    return "monday"


def dialect(name: str) -> bool:
    if name == "semicolon" and name in csv.list_dialects():
        return True  # reached by: csv.register_dialect("semicolon", delimiter=";"); dialect("semicolon") [supposing process-state]
    return False


def field_limit() -> int:
    if csv.field_size_limit() != 131072:
        return csv.field_size_limit()  # reached by: w.larger(field_limit) [supposing process-state]
    return 131072


def codec(name: str) -> bool:
    try:
        codecs.lookup_error(name)
    except LookupError:
        return False
    if name == "fresh":
        return True  # reached by: codecs.register_error("fresh", codecs.ignore_errors); codec("fresh")
    return True


def kind(path: str) -> str:
    found, _ = mimetypes.guess_type(path)
    if found == "text/fresh":
        return "fresh"  # reached by: mimetypes.add_type("text/fresh", ".fresh"); kind("a.fresh")
    return found or ""


def patience() -> float:
    limit = socket.getdefaulttimeout()
    if limit is not None:
        return limit  # reached by: w.impatient(patience)
    return 0.0


def zone() -> str:
    hour = time.localtime(0).tm_hour
    if hour == 1:
        return "berlin"  # reached by: w.berlin(zone)
    return "utc"


def epoch() -> int:
    if datetime.fromtimestamp(0).year == 1969:
        return 1969  # reached by: w.america(epoch) [supposing process-state]
    return 1970


def thousands(value: int) -> str:
    text = f"{value:n}"
    if "," in text:
        return text
    if not text.lstrip("-").isdigit():
        return "?"
    return text


def memory() -> bool:
    if tracemalloc.is_tracing():
        return True  # reached by: w.tracing(memory)
    return False


def quiet() -> bool:
    if not warnings.filters:
        return False  # reached by: w.unfiltered(quiet) [supposing process-state]
    return True


def configured() -> bool:
    if logging.getLogger().level == logging.CRITICAL:
        return True  # reached by: w.critical(configured) [supposing process-state]
    return False


def rounded(text: str) -> str:
    value = decimal.Decimal("1.25")
    if text == "up" and str(value.quantize(decimal.Decimal("0.1"))) == "1.3":
        return "up"  # reached by: w.up(rounded) [supposing process-state]
    return "even"


class Listing(abc.ABC):
    pass


class Plain:
    pass


def listed(value: Plain) -> bool:
    if isinstance(value, Listing):
        return True  # reached by: w.register_plain(Listing); listed(Plain()) [supposing process-state]
    return False


class Row:
    pass


def is_row(value: Row) -> bool:
    if isinstance(value, Sequence):
        return True  # reached by: Sequence.register(Row); is_row(Row()) [supposing process-state]
    return False


class Target:
    pass


def watched(target: Target) -> bool:
    if weakref.getweakrefcount(target) > 0:
        return True  # reached by: w.watch(watched)
    return False


def held(values: list[int]) -> bool:
    if sys.getrefcount(values) > 3:
        return True  # reached by: w.held(held)
    return False


def home() -> str:
    path = os.path.expanduser("~")
    if path == "/fresh":
        return "fresh"  # reached by: w.moved(home)
    return "home"


def point(text: str) -> float:
    try:
        return locale.atof(text)
    except ValueError:
        return 0.0  # reached by: point("a")


def path_has(name: str) -> bool:
    if name == "/fresh" and name in sys.path:
        return True  # reached by: sys.path.append("/fresh"); path_has("/fresh")
    return False


def exceptional() -> str:
    error = sys.exc_info()[1]
    if isinstance(error, LookupError):
        return "lookup"  # reached by: w.handling(exceptional) [supposing process-state]
    return ""


def chained(text: str) -> str:
    try:
        int(text)
    except ValueError as error:
        if isinstance(error.__context__, LookupError):
            return "again"  # reached by: w.handling_with(chained)
        return "first"
    return "fine"


class Problem(Exception):
    pass


def described(problem: Problem) -> str:
    if problem.__context__ is not None:
        return "during"  # reached by: w.during(described)
    if problem.__traceback__ is not None:
        return "raised"  # reached by: w.raised(described)
    if getattr(problem, "__notes__", []):
        return "noted"  # reached by: w.noted(described)
    return "new"
