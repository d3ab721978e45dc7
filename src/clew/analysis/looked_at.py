"""Which variables hold a list that nothing changes: the function does nothing but look at it."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from clew.analysis.unchanged import is_one_of
from clew.effects.library import CHOOSERS, READERS
from clew.ir import tree as ir
from clew.ir.walk import nodes

LOOKING: Final = frozenset(getattr(builtins, name) for name in READERS | CHOOSERS)
READING: Final = frozenset(("index", "count", "copy", "get", "keys", "values", "items"))


def looked_at(function: ir.Function, value_of_global: Callable[[str], Any]) -> frozenset[str]:
    """Variables whose every use only looks: what is iterated, measured, indexed, compared or returned."""
    all_uses: Counter[str] = Counter()
    quiet: Counter[str] = Counter()
    globals_read: dict[str, Any] = {}
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Var(name):
                all_uses[name] += 1
            case ir.Native(_, _, reads) | ir.NativeStatement(_, _, reads):
                all_uses.update(reads)
            case ir.Closure(inner):
                all_uses.update(inner.free)
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = value_of_global(name)
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(ir.Var(name)):
                quiet[name] += 1
            case ir.For(_, ir.Var(name)) | ir.Item(ir.Var(name)) | ir.If(ir.Var(name)) | ir.Return(ir.Var(name)):
                quiet[name] += 1
            case ir.Unpack(_, _, ir.Var(name)) | ir.Unary("not", ir.Var(name)):
                quiet[name] += 1
            case ir.MethodCall(ir.Var(name), method) if method in READING:
                quiet[name] += 1
            case ir.Call(ir.Var(f), arguments) if is_one_of(globals_read.get(f), LOOKING):
                quiet.update(a.name for a in arguments if isinstance(a, ir.Var))
    names = [name for name, count in all_uses.items() if quiet[name] == count]
    return frozenset(names) - {p.name for p in function.parameters}
