"""What the global names of a module stand for, by its text alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clew.frontend.module import Module, Unit
from clew.frontend.module_values import ModuleValues, module_values
from clew.passes.flatten.exceptions import ExceptionClass, exception_class
from clew.passes.flatten.values import Builtin, Callee, Globals

BUILTINS: Final = frozenset(("abs", "bool", "divmod", "int", "isinstance", "max", "min", "pow", "range"))


def builtin(name: str) -> Builtin | ExceptionClass | None:
    return Builtin(name) if name in BUILTINS else exception_class(name)


def globals_in(module: Module) -> Globals:
    """Constants, functions and, where the module does not hide them, builtins."""
    units: Mapping[str, Unit] = {unit.qualname: unit for unit in module.units}
    read: list[ModuleValues] = []  # when the first name is asked for

    def known(name: str) -> int | Builtin | Callee | ExceptionClass | None:
        if not read:
            read.append(module_values(module.text))
        (values,) = read
        if name in values.numbers:
            return values.numbers[name]
        if name in values.functions and name in units:
            return Callee(name, units[name].function, values.functions[name])
        return None if name in values.bound or values.open else builtin(name)

    return known


def annotated_integers(unit: Unit) -> dict[str, str]:
    """The parameters that the text itself declares to be `int` or `bool`."""
    return {
        p.name: p.annotation
        for p in unit.function.parameters
        if p.annotation in ("int", "bool") and p.kind not in ("*", "**")
    }
