"""Which functions may fail, and which look at exceptions for more than their class.

Where two versions are compared, what Python's own exceptions say, where exceptions come from, and what they hold beside
their arguments is left out.  So a function that looks at that may do something else where what it calls is the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from clew.frontend.mention_keys import file_of
from clew.frontend.mentions import Mentions
from clew.frontend.places import FunctionNode
from clew.frontend.scopes import parameters_of
from clew.frontend.sides import DEFINITION, word
from clew.regexes import regex

_LOOKING: Final = regex(
    r"\bexcept\b[^\n:]*\bas\b|\bexc_info\b|\btraceback\b|\b(format|print)_exc|__(cause|context|exit|aexit|notes)__"
    r"|\.exception\b|\breturn_exceptions\b|\bexcepthook\b|\bassertRaises|\braises\("
)
_NUMBERS: Final = frozenset({"int", "bool", "float"})
_SAFE: Final = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
_PLAIN: Final = (
    *(ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.If, ast.Assign, ast.Pass, ast.Expr, ast.Constant),
    *(ast.Name, ast.expr_context, ast.BoolOp, ast.boolop, ast.IfExp, ast.Compare, ast.UnaryOp, ast.unaryop),
    *(ast.AnnAssign, *_SAFE, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot),
)


def only_computes(node: FunctionNode) -> bool:
    """Is it clear that it does no more than add and compare numbers that it is given, which never fails?"""
    parameters = parameters_of(node.args)
    if node.decorator_list or not all(e.annotation is not None and word(e.annotation) in _NUMBERS for e in parameters):
        return False
    types = {id(part) for each in parameters if each.annotation for part in ast.walk(each.annotation)}
    types |= {id(part) for part in ast.walk(node.returns)} if node.returns else set()
    parts = [part for part in ast.walk(node) if id(part) not in types]
    own = {each.arg for each in parameters}
    names = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    return names <= own and all(isinstance(part, _PLAIN) or _divides(part) for part in parts)


def _divides(part: ast.AST) -> bool:
    """An operator that does not fail: one that divides, by a constant that is not zero."""
    match part:
        case ast.BinOp(op=ast.Mod() | ast.FloorDiv(), right=ast.Constant(value=int(value))):
            return value != 0
        case ast.BinOp(op=op):
            return isinstance(op, _SAFE)
    return isinstance(part, ast.Mod | ast.FloorDiv)


def looking(project: Mentions) -> set[str]:
    """Keys of functions (`file::Class.method`) that look at exceptions."""
    found = set[str]()
    for path, text in project.texts.items():
        if _LOOKING.search(text):
            rows = text.splitlines()
            for name, node in _functions(project.tree_of(text), ""):
                if _LOOKING.search("\n".join(rows[node.lineno - 1 : node.end_lineno])):
                    found.add(f"{file_of(path)}::{name}")
    return found


def _functions(owner: ast.AST, path: str) -> Iterator[tuple[str, FunctionNode]]:
    """With their qualified names, those under some condition, too; without those inside of functions."""
    for node in ast.iter_child_nodes(owner):
        if isinstance(node, DEFINITION):
            yield path + node.name, node
        elif not isinstance(node, ast.expr):
            yield from _functions(node, f"{path}{node.name}." if isinstance(node, ast.ClassDef) else path)
