"""Which variables statements may bind or unbind: what an analysis that does not iterate has to forget."""

from __future__ import annotations

import re

from clew.analysis.library_results import IMPORT
from clew.ir import tree as ir
from clew.ir.walk import statements


def assigned(body: tuple[ir.Statement, ...]) -> list[str]:
    """Variables that the statements, or any below them, may bind or unbind."""
    found: list[str] = []
    for statement in statements(body):
        match statement:
            case ir.Assign(target) | ir.DelVar(target) | ir.For(target):
                found.append(target.name)
            case ir.Unpack(targets):
                found += [t.name for t in targets]
            case ir.Try(_, handlers):
                found += [handler.name.name for handler in handlers if handler.name is not None]
            case ir.With(_, ir.Var(name)):
                found.append(name)
            case ir.NativeStatement(writes=writes):
                found += writes
    return found


def assigned_inside(body: tuple[ir.Statement, ...]) -> frozenset[str]:
    """Variables that functions nested in the statements declare nonlocal."""
    found: set[str] = set()
    for statement in statements(body):
        match statement:
            case ir.Assign(_, ir.Closure(function)):
                found |= {*function.nonlocals, *assigned_inside(function.body)}
            case ir.NativeStatement(text=text) if not IMPORT.fullmatch(text):  # which holds no functions
                found |= _names(text)
    return frozenset(found)


def _names(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))
