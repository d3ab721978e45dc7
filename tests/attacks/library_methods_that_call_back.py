"""Methods of the library that run what subclasses override, and code that is replaced."""

from __future__ import annotations

import ast
import json
import string
from html.parser import HTMLParser
from types import FunctionType
from typing import Any


class Tags(HTMLParser):
    _n = 0

    def handle_starttag(self, tag: str, attrs: list[Any]) -> None:
        self._n += 1


_tags = Tags()


def feed(s: str) -> None:
    _tags.feed(s)


def fed() -> int:
    if _tags._n * 7 == 21:
        return 1  # reached by: feed("<a><b><i>"); fed()
    return 0


class Names(ast.NodeVisitor):
    def __init__(self) -> None:
        self._found = 0

    def visit_Name(self, node: ast.Name) -> None:
        self._found += 1


_names = Names()


def visit(s: str) -> None:
    _names.visit(ast.parse(s))


def visited() -> int:
    if _names._found * 7 == 21:
        return 1  # reached by: visit("a + b + c"); visited()
    return 0


class Encoder(json.JSONEncoder):
    _n = 0

    def default(self, o: Any) -> Any:
        self._n += 1
        return 1


_encoder = Encoder()


def encode() -> str:
    return _encoder.encode([object(), object()])


def encoded() -> int:
    if _encoder._n * 7 == 14:
        return 1  # reached by: encode(); encoded()
    return 0


class Formats(string.Formatter):
    _n = 0

    def get_value(self, key: Any, args: Any, kwargs: Any) -> Any:
        self._n += 1
        return 1


_formats = Formats()


def write() -> str:
    return _formats.format("{a}{b}")


def written() -> int:
    if _formats._n * 7 == 14:
        return 1  # reached by: write(); written()
    return 0


def _five() -> int:
    return 5


def swap(f: FunctionType, g: FunctionType) -> None:
    f.__code__ = g.__code__


def swapped() -> int:
    if _five() * 7 == 861:
        return 1  # reached by: swap(_five, lambda: 123); swapped()
    return 0
