"""What functions import is kept by other modules, whose functions change it."""
from __future__ import annotations


def first() -> int:
    from stored import value
    if value == 3:
        return 1  # reached by: __import__("stored").step(); __import__("stored").step(); __import__("stored").step(); first()
    return 0


def by_module() -> int:
    import stored
    if stored.value == 3:
        return 1  # reached by: __import__("stored").step(); __import__("stored").step(); __import__("stored").step(); by_module()
    return 0


def asserted() -> int:
    from stored import value as v
    assert v == 0
    return v


def filled() -> int:
    from stored import items
    if len(items) == 1:
        return 1  # reached by: __import__("stored").put(3); filled()
    return 0


def flag() -> int:
    from stored import loaded
    if loaded:
        return 1  # reached by: __import__("stored").load(); flag()
    return 0


def by_importlib() -> int:
    import importlib
    m = importlib.import_module("stored")
    if m.value == 3:
        return 1  # reached by: __import__("stored").step(); __import__("stored").step(); __import__("stored").step(); by_importlib()
    return 0


def by_function() -> int:
    from stored import get
    if get() == 3:
        return 1  # reached by: __import__("stored").step(); __import__("stored").step(); __import__("stored").step(); by_function()
    return 0


def of_class_by_importing() -> int:
    m = __import__("stored")
    if m.Counter.total == 3:
        return 1  # reached by: setattr(__import__("stored").Counter, "total", 3); of_class_by_importing()
    return 0


def of_class() -> int:
    from stored import Counter
    if Counter.total == 3:
        return 1  # reached by: setattr(__import__("stored").Counter, "total", 3); of_class()
    return 0
