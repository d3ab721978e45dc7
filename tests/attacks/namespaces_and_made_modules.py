"""Private namespaces that are given attributes, modules that code has made, members of a flag that are made when asked."""
from __future__ import annotations
import types
import enum
from types import SimpleNamespace

_ns = SimpleNamespace()
_m = types.ModuleType("q")
_m.level = 0

def in_space() -> int:
    try:
        _ns.x
    except AttributeError:
        return 0
    return 1  # reached by: set_x(); in_space()

def set_x() -> None:
    _ns.x = 1

def set_m(n: int) -> None:
    _m.x = n
    _m.level = n

def in_module() -> int:
    if hasattr(_m, "x"):
        return 1  # reached by: set_m(3); in_module()
    return 0

def level() -> int:
    if _m.level > 0:
        return 1  # reached by: set_m(3); level()
    return 0

class P(enum.Flag):
    A = 1
    B = 2

def known() -> int:
    if 3 in P._value2member_map_:
        return 1  # reached by: P(3); known()
    return 0

