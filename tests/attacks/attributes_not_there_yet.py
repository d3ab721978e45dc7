"""Attributes and special methods that objects of private variables are given by other functions."""
from __future__ import annotations

import argparse
import json
import re
from types import SimpleNamespace

_space = SimpleNamespace()
_options = argparse.Namespace()
_error = ValueError("kept")
_found: list[object] = [None]


class Later:
    def set(self) -> None:
        self.x = 1


class Plain:
    pass


_later = Later()
_plain = Plain()


def give() -> None:
    _space.x = 1
    _options.x = 1
    _error.x = 1  # type: ignore[attr-defined]
    _found[0] = re.match("", "")
    _later.set()
    json.x = 1  # type: ignore[attr-defined]
    Plain.__call__ = lambda self: 1  # type: ignore[attr-defined]
    Plain.__len__ = lambda self: 1  # type: ignore[attr-defined]


def space() -> int:
    try:
        _space.x
    except AttributeError:
        return 0
    return 1  # reached by: give(); space()


def options() -> int:
    try:
        _options.x
    except AttributeError:
        return 0
    return 1  # reached by: give(); options()


def error() -> int:
    try:
        _error.x  # type: ignore[attr-defined]
    except AttributeError:
        return 0
    return 1  # reached by: give(); error()


def found() -> int:
    try:
        _found[0].group()  # type: ignore[attr-defined]
    except AttributeError:
        return 0
    return 1  # reached by: give(); found()


def later() -> int:
    try:
        _later.x
    except AttributeError:
        return 0
    return 1  # reached by: give(); later()


def of_library() -> int:
    try:
        json.x  # type: ignore[attr-defined]
    except AttributeError:
        return 0
    return 1  # reached by: give(); of_library()


def called() -> int:
    try:
        _plain()  # type: ignore[operator]
    except TypeError:
        return 0
    return 1  # reached by: give(); called()


def measured() -> int:
    try:
        len(_plain)  # type: ignore[arg-type]
    except TypeError:
        return 0
    return 1  # reached by: give(); measured()


_state: dict[str, object] = {"kept": None}


def put(value: object) -> None:
    _state["kept"] = value


def entered() -> int:
    with _state["kept"]:  # type: ignore[attr-defined]
        pass
    return 1  # reached by: import io; put(io.StringIO()); entered()


def spread() -> int:
    dict(**_state["kept"])  # type: ignore[arg-type]
    return 1  # reached by: put({"a": 1}); spread()


def derived() -> int:
    class Below(_state["kept"]):  # type: ignore[misc]
        pass

    return 1  # reached by: put(int); derived()


def dropped() -> int:
    try:
        del _later.x
    except AttributeError:
        return 0
    return 1  # reached by: give(); dropped()
