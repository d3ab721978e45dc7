"""The names by which classes and functions are found again."""

from __future__ import annotations

import sys
import types

from clew.inputs.recipes import Name
from clew.inputs.shapes import ClassName


def class_name(cls: type) -> ClassName:
    """As it is called where it is defined; else, as for what a function made, a variable of its module or of one of its
    bases that holds it, or one of its name in any module: `type("C", (Abstract,), {})` gives its class to `abc`; else
    any variable that holds it: `Limits = types.new_class("Other")` is given to `types` and has another name.
    """
    own = ClassName(cls.__module__, cls.__qualname__)
    if _found(own) is cls:
        return own
    for base in cls.__mro__:
        module = sys.modules.get(base.__module__)
        for name, value in list(vars(module).items()) if isinstance(module, types.ModuleType) else ():
            if value is cls:
                return ClassName(base.__module__, name)
    for home, module in list(sys.modules.items()):
        for name in (cls.__name__, cls.__qualname__):
            if isinstance(module, types.ModuleType) and vars(module).get(name) is cls:
                return ClassName(home, name)
    for home, module in list(sys.modules.items()) if "<locals>" not in own.qualname else ():
        for name, value in list(vars(module).items()) if isinstance(module, types.ModuleType) else ():
            if value is cls:
                return ClassName(home, name)
    return own


def is_found(cls: type) -> bool:
    return _found(class_name(cls)) is cls


def _found(name: ClassName) -> object:
    found: object = sys.modules.get(name.module)
    for part in name.qualname.split("."):
        found = getattr(found, part, None)
    return found


def name_of(value: object) -> Name | None:
    """The place of a function or class in its module, if it can be found there."""
    if not isinstance(value, type | types.FunctionType | types.BuiltinFunctionType):
        return None
    module, path = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
    return Name(module, path) if module is not None and _found(ClassName(module, path)) is value else None
