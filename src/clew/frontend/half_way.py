"""Statements that bind a variable and may fail afterwards: `x = xs[0] = 1`, `import a, b`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator


def bound_half_way(node: ast.stmt) -> list[str]:
    """What a statement binds before something else that may fail, but for other managers of a `with`."""
    match node:
        case ast.Assign(targets=targets):
            return _bound_early(targets)
        case ast.For(target=target) | ast.AsyncFor(target=target):
            return _bound_early([target])
        case ast.With(items=items) | ast.AsyncWith(items=items):
            given = [item.optional_vars for item in items if item.optional_vars is not None]
            return [name for target in given for name in _bound_early([target])]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [(each.asname or each.name).partition(".")[0] for each in names[:-1]]
        case ast.Delete(targets=targets):
            return [each.id for each in targets[:-1] if isinstance(each, ast.Name)]
    return []


def _bound_early(targets: Iterable[ast.expr]) -> list[str]:
    """What is bound before something that may fail."""
    steps = [step for target in targets for step in _steps(target)]
    while steps and steps[-1] is not None:
        steps.pop()
    return [name for name in steps if name is not None]


def _steps(target: ast.expr) -> Iterator[str | None]:
    """What assigning to it does, in order: the variable that is bound, or None for what may fail."""
    match target:
        case ast.Starred(value=value):
            yield from _steps(value)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            yield None
            for item in items:
                yield from _steps(item)
        case ast.Name(id=name):
            yield name
        case _:
            yield None
