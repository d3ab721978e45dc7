"""Functions that only compute: no assignment leaves them, nothing outside is changed, and what they call is named by a
global variable.

The check is on the tree form alone and knows nothing of what the globals hold.
"""

from __future__ import annotations

from typing import Any

from clew.ir import tree as ir
from clew.ir.walk import parts

_EFFECTS = (
    ir.SetItem, ir.SetAttr, ir.SetGlobal, ir.DelItem, ir.DelAttr, ir.DelGlobal, ir.With, ir.NativeStatement,
    ir.MethodCall, ir.Attr, ir.SuperCall, ir.Closure, ir.Yield, ir.YieldFrom, ir.Await, ir.Native, ir.DictDisplay,
    ir.Star, ir.Keyword, ir.Breach,
)  # fmt: skip


def globals_of_a_pure_function(function: ir.Function) -> frozenset[str] | None:
    """The global names its value can depend on; None where it may do more than compute.

    It is pure as long as those that hold functions hold pure ones.
    """
    if function.flags or function.free or function.nonlocals or function.globals or function.decorators:
        return None
    if any(parameter.kind in ("*", "**") for parameter in function.parameters):
        return None
    names: set[str] = set()
    stack: list[Any] = [function.body]
    while stack:
        node = stack.pop()
        match node:
            case tuple():
                stack.extend(node)
            case ir.Global(name):
                names.add(name)
            case _ if isinstance(node, _EFFECTS):
                return None
            case ir.Var() | ir.Const():
                continue
            case _:
                stack.extend(parts(node))
    return frozenset(names)


def called_often(function: ir.Function, times: int) -> frozenset[str]:
    """Names of the globals it calls inside a loop, or at so many places."""
    places: dict[str, int] = {}
    stack: list[tuple[Any, bool]] = [(function.body, False)]
    held: dict[str, str] = {}
    while stack:
        node, inside = stack.pop()
        match node:
            case tuple():
                stack.extend((part, inside) for part in reversed(node))
                continue
            case ir.Assign(target, ir.Global(name)):
                held[target.name] = name
            case ir.Call(ir.Var(name)) if name in held:
                places[held[name]] = places.get(held[name], 0) + (times if inside else 1)
        inner = inside or isinstance(node, ir.While | ir.For)
        stack.extend((part, inner) for part in reversed(parts(node)))
    return frozenset(name for name, count in places.items() if count >= times)
