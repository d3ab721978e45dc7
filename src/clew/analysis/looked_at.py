"""Which variables hold a container that nothing else can change: the function hands it to nobody.

Looked at: it does nothing but look; owned: it changes it as well, by its methods and by items.
"""

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
_CHOOSING: Final = frozenset(getattr(builtins, name) for name in CHOOSERS)
READING: Final = frozenset(("index", "count", "copy", "get", "keys", "values", "items"))


CHANGING: Final = frozenset(("append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort", "add",
                             "discard", "update", "popitem"))  # fmt: skip


def owned(function: ir.Function, value_of_global: Callable[[str], Any]) -> frozenset[str]:
    """Variables to whose container only their own statements have a way, those that are only looked at included."""
    changing: Counter[str] = Counter()
    for node in nodes(function.body, nested=False):
        match node:
            case ir.MethodCall(ir.Var(name), method) if method in CHANGING:
                changing[name] += 1
            case ir.SetItem(ir.Var(name)) | ir.DelItem(ir.Var(name)) | ir.While(_, ir.Var(name)):
                changing[name] += 1
            case ir.Binary("in" | "not-in", _, ir.Var(name)):
                changing[name] += 1
    return _used_so(function, value_of_global, changing)


def looked_at(function: ir.Function, value_of_global: Callable[[str], Any]) -> frozenset[str]:
    """Variables whose every use only looks: what is iterated, measured, indexed, compared or returned."""
    return _used_so(function, value_of_global, Counter())


def _used_so(function: ir.Function, value_of_global: Callable[[str], Any], other_uses: Counter[str]) -> frozenset[str]:
    """Variables all of whose uses look, or are among the others."""
    all_uses: Counter[str] = Counter()
    quiet = Counter(other_uses)
    globals_read: dict[str, Any] = {}
    bound: dict[str, tuple[str, str]] = {}  # methods that are looked up before their arguments, and called once
    for node in nodes(function.body, nested=False):
        match node:
            case ir.MethodCall(ir.Var(name), method, _, ir.Var(held)):
                bound[held] = (name, method)
            case ir.Var(name):
                all_uses[name] += 1
            case ir.Native(_, _, reads) | ir.NativeStatement(_, _, reads):
                all_uses.update(reads)
            case ir.Closure(inner):
                all_uses.update(inner.free)
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = value_of_global(name)
    handed_over = _handed_over(function, all_uses)
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(ir.Var(held), ir.Attr(ir.Var(name), method)) if bound.get(held) == (name, method):
                quiet.update((held, name) if all_uses[held] == 2 else (held,))
            case ir.Assign(ir.Var(name), ir.Var(made)) if made in handed_over:
                quiet.update((name, made))
            case ir.Assign(ir.Var(name)):
                quiet[name] += 1
            case ir.For(_, ir.Var(name)) | ir.Item(ir.Var(name)) | ir.If(ir.Var(name)) | ir.Return(ir.Var(name)):
                quiet[name] += 1
            case ir.Unpack(_, _, ir.Var(name)) | ir.Unary("not", ir.Var(name)):
                quiet[name] += 1
            case ir.Star(ir.Var(name)) | ir.Keyword(None, ir.Var(name)):  # whoever is called has a copy
                quiet[name] += 1
            case ir.MethodCall(ir.Var(name), method) if method in READING:
                quiet[name] += 1
            case ir.Call(ir.Var(f), arguments) if is_one_of(globals_read.get(f), LOOKING):
                # `max(xs, ys)` and `sum([], xs)` may give the container itself, `max(xs)` what is in it.
                if len(arguments) == 1 or not is_one_of(globals_read.get(f), _CHOOSING):
                    quiet.update(a.name for a in arguments if isinstance(a, ir.Var))
    names = [name for name, count in all_uses.items() if quiet[name] == count]
    return frozenset(names) - {p.name for p in function.parameters}


def _handed_over(function: ir.Function, all_uses: Counter[str]) -> frozenset[str]:
    """Temporaries for nothing but new containers, each of which is used once: `xs = [] if short else [1, 2]`."""
    made: Counter[str] = Counter()
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(ir.Var(name), ir.Display() | ir.DictDisplay()) if name.startswith("%"):
                made[name] += 1
    return frozenset(name for name, count in made.items() if all_uses[name] == count + 1)
