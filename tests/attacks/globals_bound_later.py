"""Variables that no statement of the module binds, only functions do; built-in names that they hide."""
from __future__ import annotations

import sys

conf: int


def set_limit(n: int) -> None:
    global limit
    limit = n


def limit_or_zero() -> int:
    try:
        found = limit
    except NameError:
        return 0
    return found  # reached by: set_limit(1); limit_or_zero()


def init() -> None:
    global table
    table = {"a": 1}


def in_table(key: str) -> int:
    if key in table:
        return 1  # reached by: init(); in_table("a")
    return 0


def measure_otherwise() -> None:
    global len
    len = max


def measured(xs: list[int]) -> int:
    if len(xs) > 10 and xs == [100]:
        return 1  # reached by: measure_otherwise(); measured([100])
    return 0


def configure(n: int) -> None:
    global conf
    conf = n


def configured() -> bool:
    try:
        conf
    except NameError:
        return False
    return True  # reached by: configure(1); configured()


def by_name(n: int) -> None:
    globals()["late"] = n


def late_or_zero() -> int:
    try:
        return late + 1  # reached by: by_name(1); late_or_zero()
    except NameError:
        return 0


def connect() -> None:
    global json
    import json


def is_connected() -> bool:
    try:
        json
    except NameError:
        return False
    return True  # reached by: connect(); is_connected()


def is_set() -> bool:
    if hasattr(sys.modules[__name__], "limit"):
        return True  # reached by: set_limit(1); is_set()
    return False


class Store:
    def open(self) -> None:
        global handle
        handle = 3

    def state(self) -> str:
        try:
            handle
        except NameError:
            return "closed"
        return "open"  # reached by: s = Store(); s.open(); s.state()
