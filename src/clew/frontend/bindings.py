"""Make every local variable of a lowered function visibly local.

Python decides that a name is local by looking for a binding in the text.  Where the only one is an annotation without
a value, or a `:=` inside a comprehension that became a function, the tree form has none; a binding that never runs is
then put first.
"""

from __future__ import annotations

from collections.abc import Iterable

from clew.analysis.assigned import assigned
from clew.ir import tree as ir
from clew.source.spans import Span


def with_bindings(body: Iterable[ir.Statement], wanted: Iterable[str], span: Span) -> tuple[ir.Statement, ...]:
    """The body of a function in which all wanted names are bound."""
    statements = tuple(body)
    bound = set(assigned(statements))
    missing = tuple(ir.Assign(ir.Var(name), ir.Const(None), span) for name in wanted if name not in bound)
    if not missing:
        return statements
    return (ir.If(ir.Const(False), missing, (), None, span), *statements)
