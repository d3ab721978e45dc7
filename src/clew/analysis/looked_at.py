"""Which variables hold a container that nothing else can change: the function hands it to nobody.

Looked at: it does nothing but look; owned: it changes it as well, by its methods and by items.  The statements of a
body run one after the other, and none of them twice.  So what a later one hands out was owned until then.
"""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from clew.analysis.unchanged import accumulated, is_one_of
from clew.effects import library
from clew.effects.library import CHANGES, CHOOSERS, READERS
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass

Block: TypeAlias = tuple[ir.Statement, ...]

LOOKING: Final = frozenset(getattr(builtins, name) for name in READERS | CHOOSERS)
_CHOOSING: Final = frozenset(getattr(builtins, name) for name in CHOOSERS)
READING: Final = library.LOOKING["list"] | library.LOOKING["dict"] - {"fromkeys"}
# What takes elements of a set away by another container is not followed, and `setdefault` hands out what it holds.
CHANGING: Final = (CHANGES["list"] | CHANGES["dict"] | CHANGES["set"]) - {
    "setdefault", "difference_update", "intersection_update", "symmetric_difference_update",
}  # fmt: skip


def owned(function: ir.Function, value_of_global: Callable[[str], Any]) -> Mapping[str, int]:
    """Variables to whose container only their own statements have a way, those that are only looked at included, and
    how many statements of the body that holds for: until the one that hands the container out.
    """
    uses = _uses_of(function, value_of_global)
    left: dict[str, int] = {}
    for index, statement in enumerate(function.body):
        quiet = uses.looking((statement,)) + _changing((statement,))
        for name, count in uses.all((statement,)).items():
            if quiet[name] != count:
                left.setdefault(name, index)
    others = {p.name for p in function.parameters} | (left.keys() & _not_new(function, uses))
    return {name: left.get(name, len(function.body)) for name in uses.counted if name not in others}


def _not_new(function: ir.Function, uses: _Uses) -> set[str]:
    """Variables that may hold a container which another one holds, and temporaries that comprehensions fill for one."""
    found = set(accumulated(function))
    new = uses.handed_over | found
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(_, ir.Var(name)) if name in new:
                pass
            case ir.Assign(ir.Var(name), ir.Var() | ir.Item() | ir.Attr() | ir.Global()):
                found.add(name)
    return found


def looked_at(function: ir.Function, value_of_global: Callable[[str], Any]) -> frozenset[str]:
    """Variables whose every use only looks: what is iterated, measured, indexed, compared or returned."""
    uses = _uses_of(function, value_of_global)
    quiet = uses.looking(function.body)
    names = [name for name, count in uses.counted.items() if quiet[name] == count]
    return frozenset(names) - {p.name for p in function.parameters}


def _changing(body: Block) -> Counter[str]:
    """Uses by which the variable itself has its container changed, or asks it something."""
    found: Counter[str] = Counter()
    for node in nodes(body, nested=False):
        match node:
            case ir.MethodCall(ir.Var(name), method) if method in CHANGING:
                found[name] += 1
            case ir.SetItem(ir.Var(name)) | ir.DelItem(ir.Var(name)) | ir.While(_, ir.Var(name)):
                found[name] += 1
            case ir.Binary("in" | "not-in", _, ir.Var(name)):
                found[name] += 1
    return found


@dataclass(frozen=True, slots=True)
class _Uses:
    """counted: how often each variable is used; handed_over: see there; globals: what temporaries hold of the module;
    bound: methods that are looked up before their arguments, and called once.
    """

    counted: Counter[str]
    handed_over: frozenset[str]
    globals: Mapping[str, Any]
    bound: Mapping[str, tuple[str, str]]

    @staticmethod
    def all(body: Block) -> Counter[str]:
        found: Counter[str] = Counter()
        for node in nodes(body, nested=False):
            match node:
                case ir.Var(name):
                    found[name] += 1
                case ir.Native(_, _, reads) | ir.NativeStatement(_, _, reads):
                    found.update(reads)
                case ir.Closure(inner):
                    found.update(inner.free)
        return found

    def looking(self, body: Block) -> Counter[str]:
        """Those of them that only look."""
        quiet: Counter[str] = Counter()
        for node in nodes(body, nested=False):
            match node:
                case ir.Assign(ir.Var(held), ir.Attr(ir.Var(name), method)) if self.bound.get(held) == (name, method):
                    quiet.update((held, name) if self.counted[held] == 2 else (held,))
                case ir.Assign(ir.Var(name), ir.Var(made)) if made in self.handed_over:
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
                case ir.Call(ir.Var(f), arguments) if is_one_of(self.globals.get(f), LOOKING):
                    # `max(xs, ys)` and `sum([], xs)` may give the container itself, `max(xs)` what is in it.
                    if len(arguments) == 1 or not is_one_of(self.globals.get(f), _CHOOSING):
                        quiet.update(a.name for a in arguments if isinstance(a, ir.Var))
        return quiet


def _uses_of(function: ir.Function, value_of_global: Callable[[str], Any]) -> _Uses:
    counted = _Uses.all(function.body)
    globals_read: dict[str, Any] = {}
    bound: dict[str, tuple[str, str]] = {}
    for node in nodes(function.body, nested=False):
        match node:
            case ir.MethodCall(ir.Var(name), method, _, ir.Var(held)):
                bound[held] = (name, method)
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = value_of_global(name)
    return _Uses(counted, _handed_over(function, counted), globals_read, bound)


def _handed_over(function: ir.Function, all_uses: Counter[str]) -> frozenset[str]:
    """Temporaries for nothing but new containers, each of which is used once: `xs = [] if short else [1, 2]`."""
    made: Counter[str] = Counter()
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(ir.Var(name), ir.Display() | ir.DictDisplay()) if name.startswith("%"):
                made[name] += 1
    return frozenset(name for name, count in made.items() if all_uses[name] == count + 1)
