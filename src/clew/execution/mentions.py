"""What may run while a function runs, by names over the whole project: a closure of "mentions the name of".

Calls that no name shows are added: special methods, which operators call, and functions that the modules keep in
tables, registries and the like.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from typing import Final

from clew.analysis.calls import called_names
from clew.analysis.state import changed_globals
from clew.execution import taint
from clew.frontend.module import Module
from clew.ir import tree as ir
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Mentions:
    """by_name: what the functions of a name mention.  hidden: names of functions that may be called without being
    named.

    changed: names of module variables that some function changes.
    """

    by_name: Mapping[str, frozenset[str]]
    hidden: frozenset[str]
    changed: frozenset[str]

    @staticmethod
    def of(modules: Iterable[Module], loaded: Iterable[types.ModuleType]) -> Mentions:
        by_name: dict[str, set[str]] = {}
        changed: set[str] = set()
        for module in modules:
            for unit in module.units:
                by_name.setdefault(unit.qualname.rpartition(".")[2], set()).update(called_names(unit.function))
                changed |= changed_globals(unit.function)
        hidden = {name for name in by_name if name.startswith("__")}
        for each in loaded:
            kept = _kept_functions(each)
            hidden |= by_name.keys() if kept is None else kept & by_name.keys()
        return Mentions({n: frozenset(m) for n, m in by_name.items()}, frozenset(hidden), frozenset(changed))

    def reached(self, function: ir.Function) -> frozenset[str]:
        """Every name that what may run during the function mentions."""
        seen: set[str] = set()
        stack = [*called_names(function), *self.hidden]
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                stack.extend(self.by_name.get(name, ()))
        return frozenset(seen)


# What the import system puts into a module; the loader refers to everything.
_NO_DATA: Final = frozenset({"__builtins__", "__loader__", "__spec__", "_clew"})


def _kept_functions(module: types.ModuleType) -> set[str] | None:
    """Names of the functions that data of the module holds, or of its classes; None where there is too much of it."""
    data = []
    for name, value in vars(module).items():
        if name in _NO_DATA:
            continue
        if isinstance(value, type) and value.__module__ == module.__name__:
            data += [v for v in vars(value).values() if not isinstance(v, types.FunctionType)]
        elif not isinstance(value, types.FunctionType | types.ModuleType | type):
            data.append(value)
    found: set[str] = set()
    for value in taint.reachable([(v, None) for v in data]):
        if value is taint.TOO_MANY:
            return None
        function = value.__func__ if isinstance(value, types.MethodType) else value
        if isinstance(function, types.FunctionType):
            found.add(function.__code__.co_name)
    return found
