"""Which variables statements may bind or unbind: what an analysis that does not iterate has to forget."""

from __future__ import annotations

import re
from typing import Any

from clew.ir import tree as ir


def assigned(body: tuple[ir.Statement, ...]) -> list[str]:
    """Variables that the statements, or any below them, may bind or unbind."""
    found: list[str] = []
    stack: list[Any] = list(body)
    while stack:
        match stack.pop():
            case ir.Assign(target) | ir.DelVar(target):
                found.append(target.name)
            case ir.Unpack(targets):
                found += [t.name for t in targets]
            case ir.If(_, then, orelse):
                stack += [*then, *orelse]
            case ir.While(before, _, inner, orelse):
                stack += [*before, *inner, *orelse]
            case ir.For(target, _, inner, orelse):
                found.append(target.name)
                stack += [*inner, *orelse]
            case ir.Try(inner, handlers, orelse, final):
                stack += [*inner, *orelse, *final]
                for handler in handlers:
                    stack += [*handler.test, *handler.body]
                    if handler.name is not None:
                        found.append(handler.name.name)
            case ir.With(_, target, inner):
                if target is not None:
                    found.append(target.name)
                stack += inner
            case ir.NativeStatement(writes=writes):
                found += writes
    return found


def assigned_inside(body: tuple[ir.Statement, ...]) -> frozenset[str]:
    """Variables that functions nested in the statements declare nonlocal."""
    found: set[str] = set()
    stack: list[Any] = [body]
    while stack:
        match stack.pop():
            case tuple() as items:
                stack += items
            case ir.Assign(_, ir.Closure(function)):
                found.update(function.nonlocals)
                stack.append(function.body)
            case ir.If(_, then, orelse):
                stack += [then, orelse]
            case ir.While(before, _, inner, orelse):
                stack += [before, inner, orelse]
            case ir.For(_, _, inner, orelse):
                stack += [inner, orelse]
            case ir.Try(inner, handlers, orelse, final):
                stack += [inner, orelse, final, *(h.test + h.body for h in handlers)]
            case ir.With(_, _, inner):
                stack.append(inner)
            case ir.NativeStatement(text=text):
                found.update(_names(text))
    return frozenset(found)


def _names(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))
