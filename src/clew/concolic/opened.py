"""Modules whose variables may be bound, and found, by names that no text shows: in their namespaces, by text that is
run, by whoever has the module as an object.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Any

from clew.effects import object_graph
from clew.effects.kept_state import Reads, is_constant
from clew.effects.name_closure import changeable
from clew.effects.raw_attribute import raw_attribute
from clew.frontend.module import ANY_NAME
from clew.ir import tree as ir
from clew.records import dataclass
from clew.regexes import regex
from clew.semantics.shadow import Pair

if TYPE_CHECKING:
    from clew.concolic.prepared import Prepared

_WRITING = frozenset({"globals", "vars", "exec", "eval", "__dict__"})
SETTING = frozenset({"setattr", "delattr", "__setattr__", "__delattr__", "__dict__", "vars"})
_MODULES = frozenset({"modules", "import_module", "__import__"})
_BY_OTHER_ROADS = regex(r"\b__globals__\b|\bf_globals\b")
_OBJECTS = 100_000  # looked at of what opened modules hold


@dataclass(slots=True)
class Opened:
    """reads_of: what a function of the project reads."""

    prepared: Prepared
    reads_of: Callable[[ir.Function], Reads]
    _modules: dict[str, bool] = field(default_factory=dict)
    _held: frozenset[object] | None = None

    def module(self, name: str) -> bool:
        """Does code of the module ask for its namespace, to write into it as it may be, or may other code have it?"""
        if name not in self._modules:
            self._modules[name] = self._is_open(name)
        return self._modules[name]

    def holds(self, value: Any) -> bool:
        """Does such a module hold the object, or one that is inside of it and can change?"""
        if is_constant(value):
            return False
        if self._held is None:
            loaded = {m: sys.modules[m] for m in self.prepared.project.modules if m in sys.modules}
            items = [pair for m, module in loaded.items() if self.module(m) for pair in list(vars(module).items())]
            data: list[Pair] = [(v, None) for n, v in items if n not in object_graph.NO_DATA]
            found = object_graph.reachable(data, limit=_OBJECTS)
            self._held = frozenset(each if each is object_graph.TOO_MANY else id(each) for each in found)
        held = self._held
        return object_graph.TOO_MANY in held or any(
            each is object_graph.TOO_MANY or (id(each) in held and changeable(each, ())[0])
            for each in (object_graph.reachable([(value, None)]) if held else ())
        )

    def variable(self, module: str, value: Any) -> bool:
        """The same of a variable of the module that has the value: it, or what it holds, may be found in these ways."""
        return self.module(module) or self.holds(value)

    def _is_open(self, name: str) -> bool:
        known = self.prepared.project.modules.get(name)
        reads = () if known is None else [self.reads_of(function) for function in known.functions]
        namespace = vars(sys.modules[name]) if name in sys.modules else {}
        itself = sys.modules.get(name)
        by_name = any(value is itself for value in list(namespace.values()) if value is not None)
        return (
            not self.prepared.handed_on.isdisjoint((ANY_NAME, *name.split(".")))
            or any(not _WRITING.isdisjoint(r.members) or any(path[0] in _WRITING for path in r.paths) for r in reads)
            or any(_sets_by_name(r, by_name) for r in reads)
            or not self.prepared.catalogue.handed_on.isdisjoint(_WRITING - {"__dict__"})
            or (known is not None and _BY_OTHER_ROADS.search(known.text) is not None)
            or any(
                value is namespace or raw_attribute(value, "__self__") is namespace  # `globals().update`
                for value in list(namespace.values())
            )
        )


def _sets_by_name(reads: Reads, has_itself: bool) -> bool:
    """May it set variables of its module through the module, which it has as a variable, or asks `sys.modules` for?"""
    names = {path[0] for path in reads.paths} | reads.members
    return not SETTING.isdisjoint(names) and (has_itself or not _MODULES.isdisjoint(names))
