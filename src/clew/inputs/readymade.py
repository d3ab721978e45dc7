"""Classes of the standard library the solver knows nothing of, with a few values of each to choose from."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from clew.inputs.recipes import Collection, Literal, Made, Name, Recipe
from clew.inputs.shapes import AnyShape, FloatShape, IntShape, MadeShape, Shape, TimeShape, UnionShape


def _calls(module: str, path: str, *arguments: tuple[object, ...]) -> tuple[Recipe, ...]:
    return tuple(Made(Name(module, path), tuple(Literal(a) for a in args)) for args in arguments)


_PATHS = _calls("pathlib", "Path", ("file.txt",), ("",), ("/a/b.tar.gz",), ("../a",))
UTC: Recipe = Made(Name("datetime", "timezone"), (Made(Name("datetime", "timedelta"), (Literal(0),)),))

MOMENTS: Final[Mapping[str, tuple[date | time | timedelta, ...]]] = {
    "date": (date(2024, 1, 1), date(2024, 2, 29), date.min, date(2023, 12, 31)),
    "datetime": (
        datetime(2024, 1, 1), datetime(2024, 2, 29, 12, 30, 15), datetime(1970, 1, 1),
        datetime(2023, 12, 31, 23, 59, 59),
    ),
    "time": (time(0), time(12, 30), time(23, 59, 59)),
    "timedelta": (timedelta(0), timedelta(1), timedelta(-1), timedelta(0, 1), timedelta(365)),
}  # fmt: skip
"""By kind of `TimeShape`: what is tried first."""
_TIMES: Final[Mapping[str, Shape]] = {
    "date": UnionShape((TimeShape("date"), TimeShape("datetime"))),
    "datetime": UnionShape((TimeShape("datetime"), TimeShape("datetime", aware=True))),
    "time": TimeShape("time"),
    "timedelta": TimeShape("timedelta"),
}

READY: dict[tuple[str, str], tuple[Recipe, ...]] = {
    ("decimal", "Decimal"): _calls(
        "decimal", "Decimal", ("0",), ("1",), ("-1",), ("1.5",), ("100",), ("0.001",), ("NaN",)
    ),
    ("fractions", "Fraction"): _calls("fractions", "Fraction", (0,), (1,), (-1,), (1, 2), (7, 3)),
    ("datetime", "timezone"): (UTC,),
    ("datetime", "tzinfo"): (UTC,),
    ("pathlib", "Path"): _PATHS,
    ("pathlib", "PurePath"): _calls("pathlib", "PurePath", ("file.txt",), ("",), ("/a/b.tar.gz",)),
    ("pathlib", "PurePosixPath"): _calls("pathlib", "PurePosixPath", ("file.txt",), ("",), ("/a/b.tar.gz",)),
    ("os", "PathLike"): _PATHS,
    ("re", "Match"): _calls("re", "search", ("a", "a"), (r"(\d+)", "a12b"), (r"(\w)(\W)?(\w)?", "x-y"), ("()", "")),
    ("re", "Pattern"): _calls("re", "compile", ("a",), ("",), (r"\d+",), (r"(\w+)",)),
    ("io", "StringIO"): _calls("io", "StringIO", ("",), ("a",), ("a\nb\n",)),
    ("io", "BytesIO"): _calls("io", "BytesIO", (b"",), (b"a",), (b"a\nb\n",)),
    ("typing", "IO"): _calls("io", "StringIO", ("",), ("a",), ("a\nb\n",)),
    ("typing", "TextIO"): _calls("io", "StringIO", ("",), ("a",), ("a\nb\n",)),
    ("typing", "BinaryIO"): _calls("io", "BytesIO", (b"",), (b"a",), (b"a\nb\n",)),
    ("io", "TextIOBase"): _calls("io", "StringIO", ("",), ("a",), ("a\nb\n",)),
    ("_io", "StringIO"): _calls("io", "StringIO", ("",), ("a",), ("a\nb\n",)),
    ("_io", "BytesIO"): _calls("io", "BytesIO", (b"",), (b"a",), (b"a\nb\n",)),
    ("_io", "TextIOWrapper"): _calls("io", "StringIO", ("",), ("a",), ("a\nb\n",)),
    ("uuid", "UUID"): (
        Made(Name("uuid", "UUID"), (), (("int", Literal(0)),)),
        Made(Name("uuid", "UUID"), (), (("int", Literal(1)),)),
    ),
    ("random", "Random"): _calls("random", "Random", (0,), (1,)),
    ("builtins", "range"): _calls("builtins", "range", (0,), (3,), (1, 10, 2), (5, 0, -1)),
    ("builtins", "memoryview"): _calls("builtins", "memoryview", (b"",), (b"abc",)),
    ("ipaddress", "IPv4Address"): _calls("ipaddress", "IPv4Address", ("127.0.0.1",), ("10.0.0.1",)),
    ("ipaddress", "IPv6Address"): _calls("ipaddress", "IPv6Address", ("::1",), ("2001:db8::1",)),
    ("logging", "Logger"): _calls("logging", "getLogger", ("test",)),
    ("threading", "Lock"): _calls("threading", "Lock", ()),
    ("array", "array"): (Made(Name("array", "array"), (Literal("i"),)),),
}


def shape(cls: type) -> Shape | None:
    """The ready-made values of a class, or what stands for one of the numeric towers."""
    if cls.__module__ == "numbers":
        return AnyShape((IntShape(), FloatShape()) if cls.__name__ != "Integral" else (IntShape(),))
    if cls.__module__ == "datetime" and cls.__name__ in _TIMES:
        return _TIMES[cls.__name__]
    recipes = READY.get((cls.__module__.removesuffix("._local"), cls.__qualname__))
    if recipes is None and issubclass(cls, BaseException) and cls.__module__ == "builtins":
        recipes = _exceptions(cls)
    return MadeShape(cls.__name__, recipes) if recipes else None


def _exceptions(cls: type[BaseException]) -> tuple[Recipe, ...]:
    name = cls.__name__
    if cls in (Exception, BaseException):
        return tuple(Made(Name("builtins", n), (Literal("message"),)) for n in (name, "ValueError", "KeyError"))
    if issubclass(cls, UnicodeError) and cls is not UnicodeError:
        return ()
    return (Made(Name("builtins", name), (Literal("message"),)), Made(Name("builtins", name)))


class CannotBuild(Exception):
    """There is no way to make such a value; the message is for the report."""


def realise(recipe: Recipe) -> Any:
    """The value of a recipe that names only importable things: ready-made values, defaults."""
    match recipe:
        case Literal(value):
            return value
        case Name(module, path):
            __import__(module)
            found: Any = sys.modules[module]
            for part in path.split("."):
                found = getattr(found, part)
            return found
        case Made(callee, args, kwargs):
            return realise(callee)(*map(realise, args), **{k: realise(v) for k, v in kwargs})
        case Collection("list", items):
            return [realise(i) for i in items]
        case Collection("tuple", items):
            return tuple(realise(i) for i in items)
        case _:
            raise CannotBuild(f"a ready-made {type(recipe).__name__}")
