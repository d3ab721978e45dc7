"""Does it matter to a function when objects end?

A run holds what it was given, and what its operations gave, for longer than the program alone would.  So where the end
of an object changes something, by `__del__`, or can be seen, by a weak reference, a run shows less than there is.
"""

from __future__ import annotations

import gc
import inspect
import types
import weakref
from typing import Any, Final

from clew.concolic.prepared import Prepared
from clew.effects.changes import changes_something
from clew.frontend.module import Unit

_IN_C: Final = types.WrapperDescriptorType
_SEEN_BY: Final = tuple(getattr(weakref, name) for name in weakref.__all__ if "Error" not in name)


def ends_of_life(prepared: Prepared, unit: Unit) -> str:
    """What then happens, or is seen, in words; nothing where the unit has nothing to do with that."""
    reached = prepared.name_closure.reached(unit.function)
    for module in prepared.catalogue.modules:
        for name, value in list(vars(prepared.loaded(module)).items()):
            if name in reached and _sees(value):
                return f"what `{name}` tells of them"
    changing = prepared.catalogue.changing()
    for cls in prepared.catalogue.classes():
        end: Any = vars(cls).get("__del__")
        if not isinstance(end, types.FunctionType):
            continue
        lowered = prepared.catalogue.lowered_of(end)
        if lowered is None or changes_something(lowered, changing):
            return f"`{cls.__qualname__}.__del__`"
    return ""


def half_made(prepared: Prepared, unit: Unit, owner: type | None) -> bool:
    """May the method run on an object whose constructor failed, since `__del__` is, or calls, the method?"""
    end = inspect.getattr_static(owner, "__del__", None)
    made_in_c = isinstance(inspect.getattr_static(owner, "__init__", None), _IN_C)
    if not isinstance(end, types.FunctionType) or made_in_c:
        return False
    own, lowered = unit.qualname.rpartition(".")[2], prepared.catalogue.lowered_of(end)
    return own == "__del__" or lowered is None or own in prepared.name_closure.reached(lowered)


def _sees(value: Any) -> bool:
    """Is it a module, class or function that says which objects are still there?"""
    return value is weakref or value is gc or any(value is one for one in _SEEN_BY)
