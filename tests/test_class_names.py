"""By which names classes are found again that their own names do not lead to."""

from __future__ import annotations

import abc
import types

from clew.inputs.class_names import class_name
from clew.inputs.shapes import ClassName


class Abstract(abc.ABC):
    """What `type` makes of it says that it is of `abc`."""

    @abc.abstractmethod
    def size(self) -> int: ...


Concrete = type("Concrete", (Abstract,), {})


def test_a_class_that_a_call_made_of_an_abstract_one() -> None:
    assert Concrete.__module__ == "abc"
    assert class_name(Concrete) == ClassName(__name__, "Concrete")


def test_its_own_name_where_that_leads_to_it() -> None:
    assert class_name(Abstract) == ClassName(__name__, "Abstract")


def test_what_no_module_holds_has_the_name_it_says() -> None:
    hidden = types.new_class("Hidden", (Abstract,))
    assert class_name(hidden) == ClassName("abc", "Hidden")


Limits = types.new_class("Other")


def test_another_name_of_another_module_is_a_variable_that_holds_it() -> None:
    assert class_name(Limits) == ClassName(__name__, "Limits")
