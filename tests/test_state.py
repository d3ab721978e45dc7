"""What a function changes of what outlives it, read off its text."""

from __future__ import annotations

from clew.analysis.state import changed_state
from clew.frontend.module import Module, read_module

SOURCE = """
import store

def appends(x): store.TABLE.append(x)
def reads(x): return len(store.TABLE) + store.LIMIT
def through_a_local(x):
    table = store.TABLE
    table[x] = 1
def hands_out(): return store.TABLE
"""


def test_variables_of_other_modules() -> None:
    module = read_module(SOURCE, "user.py", "user")
    assert isinstance(module, Module)

    def holds(name: str) -> tuple[bool, bool]:
        return name == "store.TABLE", False

    found = {u.qualname: changed_state(u.function, (), holds) for u in module.units}
    assert found["appends"].globals == found["through_a_local"].globals == {"store", "TABLE"}
    assert found["hands_out"].globals == {"store", "TABLE"}
    assert found["appends"].attributes == {"TABLE"}
    assert found["reads"].globals == set()
