"""Which names the code of a file uses once it is imported: in functions, in what scripts do, in what it hands on.

    LOG = logging.getLogger("shop")          quiet = LOG.setLevel          quiet is called later, so `setLevel` counts
    logging.basicConfig()                    def lev(): LOG.setLevel(10)   `basicConfig` is over when anybody calls

Found too many rather than too few, since texts that are names count too (`getattr(LOG, "setLevel")`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import field
from typing import Final

from clew.frontend.parsing import parsed
from clew.records import dataclass
from clew.regexes import regex

_BY_TEXT: Final = regex(r"attr\b|attr__|__dict__|\bvars\b|\bpatch|\bmethodcaller\b|\bTZ\b")


@dataclass(slots=True)
class LaterNames:
    """used: names that are read, called or imported; stored: names of attributes that are set or deleted."""

    used: set[str] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)

    def read(self, text: str, whole: bool) -> None:
        """whole: nothing of the file has run, so all of it is still to come."""
        tree = parsed(text)
        by_text = _BY_TEXT.search(text) is not None
        for node in ast.walk(tree) if whole else _later(tree):
            match node:
                case ast.Attribute(attr=name, ctx=ast.Load()) | ast.Name(name) | ast.alias(name):
                    self.used.add(name.rpartition(".")[2])
                case ast.Attribute(attr=name):
                    self.stored.add(name)
                case ast.Constant(str(name)) if by_text and name.isidentifier():  # `getattr(LOG, "setLevel")`
                    self.used.add(name)
                    self.stored.add(name)


def _later(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of functions and of what follows `if __name__ == …`, and what the module hands on uncalled."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                yield from (inner for part in _body(node) for inner in ast.walk(part))
                stack += _around(node)
            case ast.If(ast.Compare(ast.Name("__name__")), body, orelse):
                yield from (inner for part in body for inner in ast.walk(part))
                stack += orelse
            case ast.ClassDef(bases=bases, keywords=keywords, body=body, decorator_list=decorators):
                stack += [*bases, *keywords, *body, *(d for d in decorators if not isinstance(d, ast.Attribute))]
            case ast.Call(ast.Attribute(value), arguments, keywords):
                stack += [value, *arguments, *keywords]
            case ast.Call(ast.Name(), arguments, keywords):
                stack += [*arguments, *keywords]
            case ast.Import() | ast.ImportFrom():
                pass
            case _:
                if not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
                    yield node
                stack += ast.iter_child_nodes(node)


def _body(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.AST]:
    return [node.body] if isinstance(node, ast.Lambda) else [*node.body]


def _around(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.AST]:
    """What is computed where the function is made."""
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return [node.args, *(d for d in decorators if not isinstance(d, ast.Attribute))]
