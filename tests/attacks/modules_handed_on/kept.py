"""Variables of a module that others set or fill, having the module as an object, or by a name that is computed."""
from __future__ import annotations

import functools
import sys

LIMIT: int = 0
SPEED: int = 0
_debug: bool = False
_ready: bool = False
_mode: str = ""
_hooks: dict[str, object] = {}
_names: list[str] = []
_level: int = 0


def limit() -> int:
    if LIMIT > 0:
        return 1  # reached by: import writers; writers.apply(LIMIT=3); limit()
    return 0


def speed() -> int:
    if SPEED > 0:
        return 1  # reached by: import users; users.hasten(); speed()
    return 0


def debug() -> int:
    if _debug:
        return 1  # reached by: import writers; writers.debugging(debug)
    return 0


def ready() -> int:
    if _ready:
        return 1  # reached by: import writers; writers.put_ready(True); ready()
    return 0


def mode() -> int:
    if _mode:
        return 1  # reached by: import writers; writers.set_prefixed("mode", "x"); mode()
    return 0


def hooks() -> int:
    if _hooks:
        return 1  # reached by: import users; users.put_hook("a", 1); hooks()
    return 0


def names() -> int:
    if _names:
        return 1  # reached by: import users; users.fill("names", "a"); names()
    return 0


_set = functools.partial(setattr, sys.modules[__name__])


def load(value: int) -> None:
    _set("_level", value)


def level() -> int:
    if _level > 0:
        return 1  # reached by: load(2); level()
    return 0
