"""Make every local variable of a lowered function visibly local.

Python decides that a name is local by looking for a binding in the text.  Where the only one is an annotation without
a value, or a `:=` inside a comprehension that became a function, the tree form has none; a binding that never runs is
then put first.
"""

from __future__ import annotations

from collections.abc import Iterable

from clew.ir import tree as ir
from clew.source.spans import Span


def with_bindings(body: Iterable[ir.Statement], wanted: Iterable[str], span: Span) -> tuple[ir.Statement, ...]:
    """The body of a function in which all wanted names are bound."""
    statements = tuple(body)
    bound = bound_names(statements)
    missing = tuple(ir.Assign(ir.Var(name), ir.Const(None), span) for name in wanted if name not in bound)
    if not missing:
        return statements
    return (ir.If(ir.Const(False), missing, (), None, span), *statements)


def bound_names(statements: tuple[ir.Statement, ...]) -> set[str]:
    """The variables that statements bind or unbind, those of inner functions apart."""
    found: set[str] = set()
    stack = [statements]
    while stack:
        for s in stack.pop():
            match s:
                case ir.Assign(target=target) | ir.DelVar(target=target):
                    found.add(target.name)
                case ir.Unpack(targets=targets):
                    found.update(target.name for target in targets)
                case ir.NativeStatement(writes=writes):
                    found.update(writes)
                case ir.If(then=then, orelse=orelse):
                    stack += [then, orelse]
                case ir.While(before=before, body=body, orelse=orelse):
                    stack += [before, body, orelse]
                case ir.For(target=target, body=body, orelse=orelse):
                    found.add(target.name)
                    stack += [body, orelse]
                case ir.Try(body=body, handlers=handlers, orelse=orelse, final=final):
                    stack += [body, orelse, final]
                    for handler in handlers:
                        stack += [handler.test, handler.body]
                        found.update([] if handler.name is None else [handler.name.name])
                case ir.With(target=target, body=body):
                    found.update([] if target is None else [target.name])
                    stack.append(body)
    return found
