"""What consumers do with what waits for them, as it is written in tests and found by the executor."""

from __future__ import annotations

import sys
import types

import pytest

from clew.concolic.consumers import thrown_classes
from clew.frontend.module import Module, read_module
from clew.inputs.recipes import Act, Case, Collection, Literal, Made, Name, Shared, Step
from clew.testgen.render import render_case

ITEMS = Collection("list", (Literal(1),))
ERROR = Made(Name("builtins", "ValueError"))


def written(acts: tuple[Act, ...], arguments: tuple[object, ...] = (ITEMS,)) -> list[str]:
    rendered = render_case(Case("shop", "gen", None, arguments, (), acts=acts), ("items",))  # type: ignore[arg-type]
    return [*rendered.setup, rendered.call]


def test_closed_after_one_item() -> None:
    assert written((Act("next"), Act("close"))) == ["generator = gen([1])", "next(generator)", "generator.close()"]


def test_thrown_into() -> None:
    assert written((Act("next"), Act("throw", ERROR), Act("rest")))[1:] == [
        "next(generator)",
        "generator.throw(ValueError())",
        "list(generator)",
    ]


def test_an_argument_changes_between_two_items() -> None:
    shared = Shared("items", ITEMS)
    change = Act("change", None, shared, Step("append", (Literal(2),)))
    assert written((Act("next"), change, Act("rest")), (shared,)) == [
        "items = [1]",
        "generator = gen(items)",
        "next(generator)",
        "items.append(2)",
        "list(generator)",
    ]


def test_a_context_manager_is_left_with_an_exception() -> None:
    assert written((Act("enter"), Act("leave", ERROR))) == [
        "manager = gen([1])",
        "manager.__enter__()",
        "manager.__exit__(ValueError, ValueError(), None)",
    ]


def test_a_coroutine_is_resumed() -> None:
    assert written((Act("send"), Act("throw", ERROR)))[1:] == ["coroutine.send(None)", "coroutine.throw(ValueError())"]


SOURCE = """
import asyncio

class Mine(Exception):
    pass

class Full(Exception):
    def __init__(self, size):
        self.size = size

def gen():
    try:
        yield 1
    except (Mine, Full):
        pass
    except asyncio.CancelledError:
        pass
    except GeneratorExit:
        raise
"""


@pytest.fixture
def module() -> Module:
    found = read_module(SOURCE, "consumed.py", "consumed")
    assert isinstance(found, Module)
    return found


def test_what_is_thrown_is_what_is_caught_and_made_without_arguments(
    module: Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = types.ModuleType("consumed")
    exec(compile(SOURCE, "consumed.py", "exec"), vars(made))
    monkeypatch.setitem(sys.modules, "consumed", made)
    gen = next(u for u in module.units if u.qualname == "gen").function
    names = [cls.__name__ for cls in thrown_classes(gen, vars(made))]
    assert names == ["Mine", "CancelledError", "ValueError", "KeyboardInterrupt"]
