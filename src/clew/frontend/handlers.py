"""Whether code of a file may call functions while an exception is handled, which these can see (`sys.exc_info`).

except ValueError:
    return report()        `report` sees the ValueError, and so does all that it calls
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Final

from clew.frontend.parsing import parsed
from clew.regexes import regex

_HANDLES: Final = regex(r"\bexcept\b|\bfinally\b|__a?exit__")
_QUIET: Final = (
    ast.Pass, ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Assign, ast.Expr, ast.Name, ast.Constant, ast.Tuple,
    ast.List, ast.Dict, ast.expr_context,
)  # fmt: skip
"""What runs no code of others: operators, attributes and texts of objects may."""


def calls_while_handling(text: str) -> bool:
    """Does a handler, a `finally` or a manager's `__exit__` do anything that may run a function?"""
    if _HANDLES.search(text) is None:
        return False
    return any(not _is_quiet(node) for statement in _handling(parsed(text)) for node in ast.walk(statement))


def _handling(tree: ast.Module) -> Iterator[ast.stmt]:
    for node in ast.walk(tree):
        match node:
            case ast.ExceptHandler(body=body) | ast.Try(finalbody=body) | ast.TryStar(finalbody=body):
                yield from body
            case ast.FunctionDef("__exit__") | ast.AsyncFunctionDef("__aexit__"):
                yield from node.body


def _is_quiet(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Name(name), arguments, []):  # `ValueError("…")`
            return isinstance(getattr(builtins, name, None), type) and all(
                isinstance(argument, ast.Constant) for argument in arguments
            )
    return isinstance(node, _QUIET)
