"""Which methods may be given a class in the place of an object."""

from __future__ import annotations

import types

import pytest

from clew.effects.set_on_classes import TABLES, given_classes

TEXT = """
class Box:
    size = 1

    def grow(self):
        self.size = 5

    def shrink(self):
        self.size = 0

    class Lid:
        def lift(self):
            self.up = True

WAYS = (Box.grow,)
"""


def module(text: str) -> types.ModuleType:
    made = types.ModuleType("shop")
    exec(text, vars(made))
    return made


@pytest.mark.parametrize("items", [0, 3_000])
def test_what_else_holds_a_method_may_give_it_a_class(items: int) -> None:
    found = given_classes([module(f"{TEXT}TABLE = [[n] for n in range({items})]\n")])
    assert {name for name in found if "__" not in name} == {"Box.grow"}


def test_where_there_is_too_much_to_look_through_any_may_be_given_one() -> None:
    found = given_classes([module(f"{TEXT}TABLE = [[n] for n in range({TABLES})]\n")])
    assert found >= {"Box.grow", "Box.shrink", "Box.Lid.lift"}
