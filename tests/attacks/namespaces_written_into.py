"""Private variables that are set by way of the module or its namespace."""
from __future__ import annotations

import sys

_a = 0
_b = 0
_c = 0
_me = sys.modules[__name__]


def ra_() -> int:
    if _a == 9:
        return 9  # reached by: wa(); ra_()
    return 0


def wa() -> None:
    sys.modules[__name__]._a = 9


def rb() -> int:
    if _b == 9:
        return 9  # reached by: wb(); rb()
    return 0


def wb() -> None:
    wb.__globals__["_b"] = 9


def rc() -> int:
    if _c == 9:
        return 9  # reached by: wc(); rc()
    return 0


def wc() -> None:
    _me._c = 9  # type: ignore
