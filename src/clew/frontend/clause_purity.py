"""Does a clause only look?  Told by what its text names, and by the texts of the functions of the module it calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from clew.effects import library

CHANGING: Final = library.CHANGING | {
    "write", "writelines", "read", "readline", "readlines", "send", "throw", "close", "__setitem__", "__delitem__",
    "__setattr__", "__delattr__", "__next__",
}  # fmt: skip
DOING: Final = frozenset(
    {"print", "input", "open", "exec", "eval", "compile", "setattr", "delattr", "next", "globals", "locals", "vars",
     "breakpoint", "exit", "quit", "super", "__import__"}
)  # fmt: skip


class Purity:
    """Functions of a module that were looked at, and what is wrong with them."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.methods: dict[str, list[ast.FunctionDef]] = {}
        for cls in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
            for node in cls.body:
                if isinstance(node, ast.FunctionDef):
                    self.methods.setdefault(node.name, []).append(node)
        self.known: dict[int, str | None] = {}

    def impure(self, clause: ast.expr) -> str | None:
        """What a clause does beside looking, in words."""
        return next(self._problems(clause, frozenset()), None)

    def _problems(self, root: ast.AST, made: frozenset[str]) -> Iterator[str]:
        """made: the local variables that hold only what the function has made itself."""
        for node in ast.walk(root):
            match node:
                case ast.NamedExpr():
                    yield "it assigns"
                case ast.Await() | ast.Yield() | ast.YieldFrom():
                    yield "it waits"
                case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                    yield from self._of(self.functions[name])
                case ast.Call(func=ast.Name(id=name)) if name in DOING:
                    yield f"it calls {name}()"
                case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=attr)) if owner in made:
                    continue
                case ast.Call(func=ast.Attribute(attr=attr)) if attr in self.methods:
                    for method in self.methods[attr]:
                        yield from self._of(method)
                case ast.Call(func=ast.Attribute(attr=attr)) if attr in CHANGING:
                    yield f"it calls {attr}()"

    def _of(self, function: ast.FunctionDef) -> Iterator[str]:
        if id(function) not in self.known:
            # A recursion adds nothing, but that need not be one: `self.items.pop()` in a method `pop`.
            self.known[id(function)] = f"it calls {function.name}()" if function.name in CHANGING else None
            self.known[id(function)] = next(self._done_by(function), None)
        why = self.known[id(function)]
        if why is not None:
            yield f"`{function.name}` does not: {why}"

    def _done_by(self, function: ast.FunctionDef) -> Iterator[str]:
        made = frozenset(_made(function))
        for node in ast.walk(function):
            match node:
                case ast.Global() | ast.Nonlocal():
                    yield "it assigns to a variable of others"
                case ast.Attribute(ctx=ast.Store() | ast.Del()):
                    yield "it assigns to an attribute"
                case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()):
                    if not (isinstance(value, ast.Name) and value.id in made):
                        yield "it assigns to an item"
                case ast.AugAssign(target=ast.Name(id=name)) if name not in made and not _is_number(node.value):
                    yield f"it changes `{name}`"
        for statement in function.body:
            yield from self._problems(statement, made)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _made(function: ast.FunctionDef) -> Iterator[str]:
    """Local variables that are bound to nothing but new lists, dicts, sets and numbers."""
    stored: dict[str, bool] = {a.arg: False for a in ast.walk(function.args) if isinstance(a, ast.arg)}
    fresh = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Constant, ast.BinOp, ast.Compare)
    for node in ast.walk(function):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                new = isinstance(value, fresh) or (
                    isinstance(value, ast.Call) and getattr(value.func, "id", "") in ("list", "dict", "set", "sorted")
                )
                stored[name] = stored.get(name, True) and new
            case ast.For(target=target) | ast.comprehension(target=target):
                stored |= {n.id: False for n in ast.walk(target) if isinstance(n, ast.Name)}
            case ast.withitem(optional_vars=ast.expr() as target):
                stored |= {n.id: False for n in ast.walk(target) if isinstance(n, ast.Name)}
    yield from (name for name, new in stored.items() if new)
