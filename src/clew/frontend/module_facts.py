"""What the text of a module says that its lowered functions do not keep."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from clew.frontend.places import span_of
from clew.frontend.scopes import find_scopes
from clew.records import dataclass
from clew.source.recursion import deep_recursion
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """hidden: names that the module binds itself, and so need not mean builtins; `*` where it imports some of them so.

    values: by the span of an assignment, that of what is assigned; augmented: the assignments such as `x += 1`.
    """

    hidden: frozenset[str]
    values: Mapping[Span, Span]
    augmented: frozenset[Span]


def facts_of(text: str) -> ModuleFacts:
    """text: that of a module that Python accepts."""
    with deep_recursion():
        tree = ast.parse(text)
        hidden = find_scopes(tree).module_names
    values: dict[Span, Span] = {}
    augmented: set[Span] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) | ast.NamedExpr(value=value):
                values[span_of(node)] = span_of(value)
            case ast.AugAssign():
                augmented.add(span_of(node))
    return ModuleFacts(hidden, values, frozenset(augmented))
