"""Classes inside of functions whose bodies read what others change; lists and texts read in unusual ways."""
from __future__ import annotations

import os
from dataclasses import dataclass

_count = 0
_state: dict[str, object] = {"n": 0, "name": None}
_list: list[int] = []
add = _list.append
put = _state.update


def bump(k: int) -> None:
    global _count
    _count += k


def by_variable() -> int:
    class Local:
        value = _count

    if Local.value > 3:
        return 1  # reached by: bump(5); by_variable()
    return 0


def by_item() -> int:
    class Local:
        value = _state["n"]

    if Local.value:
        return 1  # reached by: put(n=5); by_item()
    return 0


def by_import() -> int:
    class Local:
        from os import environ

    if "CLEW_ZZ" in Local.environ:
        return 1  # reached by: import os; os.environ["CLEW_ZZ"] = "1"; by_import()
    return 0


def by_environment() -> int:
    class Local:
        value = os.environ.get("CLEW_ZZ")

    if Local.value == "1":
        return 1  # reached by: import os; os.environ["CLEW_ZZ"] = "1"; by_environment()
    return 0


def by_default() -> int:
    @dataclass
    class Local:
        value: int = len(_list)

    if Local().value:
        return 1  # reached by: add(7); by_default()
    return 0


class Registered:
    made = 0

    def __init_subclass__(cls) -> None:
        cls.number = len(_list)


def by_base() -> int:
    class Local(Registered):
        pass

    if Local.number:
        return 1  # reached by: add(7); by_base()
    return 0


def as_bytes() -> int:
    if bytes(_list):
        return 1  # reached by: add(7); as_bytes()
    return 0


def who() -> object:
    name = _state["name"].upper()  # type: ignore[attr-defined]
    return name  # reached by: put(name="a"); who()


def wrongly_called() -> int:
    _state["text"].upper(1)  # type: ignore[attr-defined]
    return 1  # reached by: import types; put(text=types.SimpleNamespace(upper=abs)); wrongly_called()


_state["text"] = "a"


def made_by_type() -> int:
    type("Q", (_state["n"],), {})  # type: ignore[arg-type]
    return 1  # reached by: put(n=int); made_by_type()
