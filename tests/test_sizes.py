"""How long functions and classes are, and how many fields classes have.

What is larger stands in `REASONS`, with words of its docstring that say why.
"""

from __future__ import annotations

import ast

from test_imports import modules, tree_of

FUNCTION, CLASS = 80, 300  # lines
FIELDS = 20

REASONS = {
    "api.Given": "a key for each option",
    "attack.inhabitants.Inhabitants": "one method for each kind",
    "concolic.machine.Machine": "One method for each operation",
    "frontend.expressions.Expressions": "one method for each kind",
    "frontend.lower.Lowering": "one method for each kind",
    "inputs.input_values.ValueBuilder": "one method for each shape",
    "passes.flatten.statements.Statements": "one method for each kind",
    "source.settings.Settings": "A flat record with a field for each option",
}


def lines(node: ast.stmt) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


def fields(cls: ast.ClassDef) -> set[str]:
    """Those it declares, and those that its methods set."""
    declared = {s.target.id for s in cls.body if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)}
    stored = (n for n in ast.walk(cls) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
    return declared | {n.attr for n in stored if isinstance(n.value, ast.Name) and n.value.id == "self"}


def too_large(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return lines(node) > FUNCTION
        case ast.ClassDef():
            return lines(node) > CLASS or len(fields(node)) > FIELDS
    return False


def test_what_is_large_says_why() -> None:
    large = {
        f"{module}.{node.name}": ast.get_docstring(node) or ""
        for module in modules()
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and too_large(node)
    }
    assert large.keys() == REASONS.keys()
    assert [name for name, reason in REASONS.items() if reason not in large[name]] == []
