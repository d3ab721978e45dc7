"""What the global names of a module stand for, by its text alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clew.frontend.module import Module, Unit
from clew.frontend.module_values import ModuleValues, module_values
from clew.passes.flatten.exceptions import ExceptionClass, exception_class
from clew.passes.flatten.values import Builtin, Callee, Globals

BUILTINS: Final = frozenset(
    ("abs", "all", "any", "bool", "divmod", "enumerate", "float", "int", "isinstance", "iter", "len", "list", "max",
     "min", "pow", "range", "reversed", "sorted", "str", "sum", "tuple", "type", "zip")
)  # fmt: skip


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


def annotated_kinds(unit: Unit) -> dict[str, str]:
    """The parameters that the text itself declares to be ints, bools, or lists or tuples of what may be known."""
    return {
        p.name: kind
        for p in unit.function.parameters
        if p.kind not in ("*", "**") and (kind := _kind(p.annotation or "")) is not None
    }


def _kind(annotation: str) -> str | None:
    if annotation in ("int", "bool"):
        return annotation
    if annotation.startswith("list[") and annotation.endswith("]"):
        return _LISTS.get(annotation[5:-1], "[any]")
    return _TUPLES.get(annotation)


_LISTS: Final = {"int": "[int]", "bool": "[bool]", "list[int]": "[list]"}
_TUPLES: Final = {"tuple[int, ...]": "(int)", "tuple[bool, ...]": "(bool)"}
