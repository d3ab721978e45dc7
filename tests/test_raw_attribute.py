"""Looking at an object runs no code of its class: what is read there is what plain CPython would find without it."""

from __future__ import annotations

import functools
import types
from typing import Any

from clew.effects.raw_attribute import raw_attribute
from clew.semantics.class_lookup import in_bases, in_class

RUN: list[str] = []


class Descriptor:
    def __get__(self, instance: object, owner: type | None = None) -> int:
        RUN.append("descriptor")
        return 1


class Meta(type):
    @property
    def of_the_metaclass(cls) -> int:
        RUN.append("property of the metaclass")
        return 1


class Plain(metaclass=Meta):
    described = Descriptor()
    constant = 7

    def __init__(self) -> None:
        self.own = "own"

    @property
    def computed(self) -> int:
        RUN.append("property")
        return 1

    @functools.cached_property
    def cached(self) -> int:
        RUN.append("cached property")
        return 1

    @classmethod
    @property
    def chained(cls) -> int:
        RUN.append("property of the class")
        return 1

    def method(self) -> None:
        pass


class Hooked(Plain):
    def __getattr__(self, name: str) -> Any:
        RUN.append("getattr")
        return 1

    def __getattribute__(self, name: str) -> Any:
        RUN.append("getattribute")
        return object.__getattribute__(self, name)


def test_no_code_is_run() -> None:
    names = ("described", "computed", "cached", "chained", "of_the_metaclass", "missing", "__wrapped__")
    for value in (Plain(), Plain, Hooked(), Hooked):
        assert [raw_attribute(value, name, "default") for name in names] == ["default"] * len(names)
    assert RUN == []


def test_what_is_plainly_there_is_found() -> None:
    for value in (Plain(), Hooked()):
        assert (raw_attribute(value, "constant"), raw_attribute(value, "own")) == (7, "own")
        assert raw_attribute(value, "method").__func__ is Plain.method
    assert raw_attribute(Plain, "method") is Plain.method
    assert raw_attribute("text", "upper")() == "TEXT"
    assert raw_attribute(len, "__name__") == "len"
    assert RUN == []


def test_what_a_class_holds_is_the_descriptor_itself() -> None:
    assert isinstance(in_bases(Hooked, "described"), Descriptor)
    assert in_bases(Hooked, "missing", 3) == 3
    assert in_class(Hooked, "constant") and not in_class(Hooked, "missing")
    assert RUN == []


def test_a_module_is_asked_for_nothing() -> None:
    """PEP 562: its own `__getattr__` is not called, nor does an error of it pass for one of ours."""
    module = types.ModuleType("subject")

    def hook(name: str) -> Any:
        RUN.append(name)
        raise KeyError(name)

    vars(module).update(__getattr__=hook, own=3)
    derived = type("Derived", (types.ModuleType,), {})("derived")
    vars(derived).update(__getattr__=hook, own=3)
    RUN.clear()
    for each in (module, derived):
        assert raw_attribute(each, "own") == 3
        assert raw_attribute(each, "__name__") == each.__name__
        assert raw_attribute(each, "__self__", "none") == "none"
    assert RUN == []
