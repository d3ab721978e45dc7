"""What a function leans on that is not its own: platform, configuration, variables of modules.

What is dead because of these is alive elsewhere, so it is no finding.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable
from typing import Final

from clew.analysis.regions import Regions, names_read
from clew.effects import library
from clew.ir import tree as ir
from clew.source.spans import Span

# Modules whose functions give the same in all surroundings.
PURE_MODULES: Final = library.ALIKE.keys() | {"statistics", "struct", "unicodedata"}
SURROUNDINGS: Final = frozenset(sys.stdlib_module_names) - PURE_MODULES | {
    "environ",
    "getenv",
    "platform",
    "version_info",
}
BUILTINS: Final = frozenset(name for name in dir(builtins) if not name.startswith("_")) - frozenset(
    ("open", "input", "globals", "locals", "vars", "id", "hash")
)


def of_surroundings(regions: Regions, tests: Iterable[Span]) -> bool:
    for test in tests:
        sources = list(regions.sources(test))
        if any(_surroundings(regions, value) for value, _ in sources):
            return True
        elsewhere = any(isinstance(v, ir.Global) and v.name not in BUILTINS for v, _ in sources)
        if elsewhere and not parameters_among(regions, sources):
            return True
    return False


def leans_on_surroundings(regions: Regions) -> bool:
    return any(_surroundings(regions, value) for values in regions.values.values() for value, _ in values)


def _surroundings(regions: Regions, value: ir.Value) -> bool:
    """Does it come from the platform, or from a function of the project that was told nothing of the inputs?"""
    match value:
        case ir.Global(name) | ir.Attr(name=name) | ir.MethodCall(name=name) if name in SURROUNDINGS:
            return True
        case ir.Native(reads=()):
            return value.reason not in ("loop", "with")
        case ir.Call(ir.Var(name), arguments) if not any(isinstance(a, ir.Var) for a in arguments):
            called = [v for v, _ in regions.values.get(name, ())]
            return any(isinstance(v, ir.Global) and v.name not in BUILTINS for v in called)
        case _:
            return False


def parameters_among(regions: Regions, sources: Iterable[tuple[ir.Value, Span]]) -> bool:
    """A parameter that is asked and yet decides nothing was given in one way only."""
    return any(
        isinstance(a, ir.Var) and a.name in regions.parameters
        for value, _ in sources
        for a in map(ir.Var, names_read(value))
    )
