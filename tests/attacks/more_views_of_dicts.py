"""Views of dicts have methods and operators of their own."""

from __future__ import annotations

from collections.abc import ItemsView, KeysView, ValuesView


def u01(ks: KeysView[str]) -> int:
    if hasattr(ks, "mapping"):
        return 1  # reached by: u01({}.keys())
    return 0


def u02(ks: KeysView[str], other: set[str]) -> int:
    try:
        new = ks - other
    except TypeError:
        return 1
    if "a" in new:
        return 2  # reached by: u02({'a': 1}.keys(), set())
    return 3


def u03(ks: KeysView[str]) -> int:
    if ks.isdisjoint(["a"]):
        return 1  # reached by: u03({}.keys())
    return 2


def u04(items: ItemsView[str, int]) -> int:
    d = dict(items)
    if len(d) < len(items):
        return 1
    return 2


def u05(vs: ValuesView[int]) -> int:
    if sorted(vs) == list(vs) and len(vs) == 2:
        return 1  # reached by: u05({1: 1, 2: 2}.values())
    if not vs:
        return 2  # reached by: u05({}.values())
    return 3


def u06(d: dict[str, int], ks: KeysView[str]) -> int:
    if d.keys() == ks:
        return 1  # reached by: u06({'a': 1}, {'a': 2}.keys())
    return 0


def u07(ks: KeysView[str]) -> int:
    try:
        first = ks[0]  # type: ignore
    except IndexError:
        return 1
    except TypeError:
        return 2  # reached by: u07({}.keys())
    return 3


def u08(ks: KeysView[str]) -> int:
    if ks == set(ks):
        return 1  # reached by: u08({'a': 1}.keys())
    return 0


def u09(ks: KeysView[str]) -> int:
    if type(ks).__name__ == "dict_keys":
        return 1  # reached by: u09({}.keys())
    return 0
