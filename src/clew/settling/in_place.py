"""Augmented assignments that may change what a function was given: `xs += [x]` changes the list itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clew.frontend.twins import is_scalar_text
from clew.ir import tree as ir
from clew.ir.operators import ARITHMETIC, IN_PLACE
from clew.ir.walk import nodes

METHODS: Final = tuple(f"__i{name}__" for name in ARITHMETIC.values())
_MAKING: Final = frozenset(
    {"len", "int", "float", "str", "bool", "ord", "chr", "list", "dict", "set", "tuple", "sorted", "frozenset", "bytes"}
)


def changes_in_place(function: ir.Function, has_operators: bool) -> bool:
    """May it change by `+=` and the like what it has not made itself?  Says yes when unsure.

    has_operators: do classes of the project say what these do?
    """
    scalars = {p.name for p in function.parameters if p.kind not in ("*", "**") and is_scalar_text(p.annotation)}
    bound: dict[str, list[object]] = {p.name: [p] for p in function.parameters if p.name not in scalars}
    bound |= {name: [ir.Const(0)] for name in scalars}
    changed: set[str] = set()
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Closure():
                if changes_in_place(node.function, has_operators):
                    return True
            case ir.Assign(ir.Var(name), value):
                bound.setdefault(name, []).append(value)
                if isinstance(value, ir.Binary) and value.op in IN_PLACE and isinstance(value.left, ir.Var):
                    changed.add(value.left.name)
            case ir.Unpack(targets):
                for target in targets:
                    bound.setdefault(target.name, []).append(node)
            case ir.For(target) | ir.With(target=ir.Var() as target) | ir.Handler(name=ir.Var() as target):
                bound.setdefault(target.name, []).append(node)
    names = {name: value.name for name, values in bound.items() for value in values if isinstance(value, ir.Global)}
    return bool(changed) and (has_operators or not all(_is_own(name, bound, names) for name in changed))


def _is_own(name: str, bound: Mapping[str, list[object]], names: Mapping[str, str]) -> bool:
    """Does the variable only hold what the function makes?  names: of what other variables were read from."""
    for value in bound.get(name, []):
        match value:
            case ir.Const() | ir.Display() | ir.DictDisplay() | ir.Format() | ir.Unary():
                continue
            case ir.Binary(op, ir.Var(left)) if op in IN_PLACE and left == name:
                continue
            case ir.Binary(op) if op not in IN_PLACE:
                continue
            case ir.Call(ir.Var(callee)) if names.get(callee) in _MAKING:
                continue
        return False
    return name in bound
