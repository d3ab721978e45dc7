"""The state of lowering one function: the statements emitted so far, temporaries, and what names mean.

Variables are operands as they are wherever no later operand of the same operation could rebind them or raise before
they are read; else they are copied to a temporary at the point where CPython would read them.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Self

from clew.frontend.places import span_of
from clew.frontend.scopes import Scope, Scopes, loaded_names, stored_names
from clew.ir import tree as ir
from clew.source.spans import Span

MAX_DEPTH = 200  # expressions nested more deeply stay native
MAX_BLOCKS = (
    60  # so do expressions that would need more nested blocks; Python text has at most 100 levels of indentation
)


HIDDEN = "the module has its own `{}`, or may have"


class NotLowered(Exception):
    """The statement around must stay native."""


class CannotInline(Exception):
    """The comprehension around must become a function of its own."""


class Builder:
    """What lowering shares: names, temporaries, blocks, native parts: one per scope that becomes a Function."""

    def __init__(self, scope: Scope, scopes: Scopes, project: Lowered, parent: Builder | None) -> None:
        self.scope = scope
        self.scopes = scopes
        self.project = project
        self.parent = parent
        self.out: list[ir.Statement] = []
        self.temporaries = 0
        self.renamed: list[dict[str, str]] = []
        self.unstable = scope.unstable() | scope.deleted
        self.assigned: set[str] = set(scope.parameters) - self.unstable
        self.depth = 0
        self.blocks = 0

    def inner(self, node: ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Self:
        """A builder of the same kind for a function inside this one."""
        return type(self)(self.scopes.of[id(node)], self.scopes, self.project, self)

    # ------------------------------------------------------------ emitting

    def emit(self, statement: ir.Statement) -> None:
        self.out.append(statement)

    def assign(self, target: ir.Var, value: ir.Value, span: Span) -> None:
        self.out.append(ir.Assign(target, value, span))
        if not target.name.startswith("%"):
            self.assigned.add(target.name)

    def fresh(self) -> ir.Var:
        self.temporaries += 1
        return ir.Var(f"%{self.temporaries}")

    def temporary(self, value: ir.Value, span: Span) -> ir.Var:
        target = self.fresh()
        self.out.append(ir.Assign(target, value, span))
        return target

    @contextmanager
    def block(self) -> Iterator[list[ir.Statement]]:
        """Emit into a new list; what was assigned in it is not sure to be assigned after it."""
        outer, assigned = self.out, set(self.assigned)
        self.out = []
        self.blocks += 1
        try:
            yield self.out
        finally:
            self.out, self.assigned = outer, assigned
            self.blocks -= 1

    # ------------------------------------------------------------ names

    def variable(self, name: str) -> ir.Var | None:
        """The variable a (mangled) name stands for, or None where it is a global or a type parameter."""
        for names in reversed(self.renamed):
            if name in names:
                return ir.Var(names[name])
        binding = self.scope.resolve(name)
        if binding in ("global", "type-parameter"):
            return None
        if binding == "free":
            outer = self.parent
            while outer is not None:
                if any(name in names for names in outer.renamed):
                    raise CannotInline
                if outer.scope.resolve(name) == "local":
                    break
                outer = outer.parent
        return ir.Var(name)

    def is_stable(self, name: str) -> bool:
        """Whether a variable is surely bound and nothing but an assignment in sight can rebind it."""
        return "'" in name or name.startswith("%") or (name in self.assigned and name not in self.unstable)

    def is_hidden(self, name: str) -> bool:
        """Whether the module defines a builtin name itself, or may, by a star import."""
        return name in self.scopes.module_names or "*" in self.scopes.module_names

    def builtin(self, name: str, span: Span) -> ir.Var:
        """A builtin that the interpreter itself would use; only where no global can hide it."""
        if self.is_hidden(name):
            raise NotLowered(HIDDEN.format(name))
        return self.temporary(ir.Global(name), span)

    def of_interpreter(self, name: str, span: Span) -> ir.Var:
        """A builtin that the interpreter itself uses, whatever the module has by its name."""
        return self.temporary(ir.Builtin(name) if self.is_hidden(name) else ir.Global(name), span)

    # ------------------------------------------------------------ native parts

    def native(self, node: ast.expr, reason: str, everything: bool = False) -> ir.Native:
        """Keep an expression as it is; everything: it reads every variable there is."""
        if stored_names(node, self.scope, self.scopes):
            raise NotLowered(reason)
        reads = loaded_names(node, self.scope, self.scopes)
        if everything:
            visible = {n: None for n in self.scope.bound if self.scope.resolve(n) != "global"}
            reads = tuple(visible | dict.fromkeys(sorted(self.scope.free - {"__class__"})))
            if self.renamed:
                raise CannotInline
        if any(name in names for names in self.renamed for name in reads):
            raise CannotInline
        for name in reads:
            self.variable(name)  # Raises where an inlined comprehension around has renamed it.
        self.project.note(span_of(node), node)
        return ir.Native(self.project.text_of(node), reason, reads)

    def native_statement(self, node: ast.stmt, reason: str) -> ir.NativeStatement:
        span = span_of(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.decorator_list:
            span = Span(*span_of(node.decorator_list[0])[:2], *span[2:])
        self.project.note(span, node)
        reads = loaded_names(node, self.scope, self.scopes)
        writes = stored_names(node, self.scope, self.scopes)
        return ir.NativeStatement(self.project.text_of(node), reason, reads, writes, span)


class Lowered:
    """What is shared by the functions of one module: its text, functions already lowered, sizes of native parts; the
    assertions that callers have to keep.
    """

    def __init__(self, text: str, asking: Collection[Span] = ()) -> None:
        self.asking = asking
        self.lines = _lines(text)
        self.functions: dict[int, ir.Function] = {}
        self.native_sizes: dict[Span, int] = {}
        self.captured: set[int] = set()  # comprehensions that cannot be inlined, by `id(node)`
        self.renamings = 0

    def note(self, span: Span, node: ast.AST) -> None:
        self.native_sizes[span] = count_parts(node)

    def text_of(self, node: ast.expr | ast.stmt) -> str:
        """The source of a node on its own."""
        try:
            return ast.unparse(node)
        except (ValueError, RecursionError):
            text = self.segment(span_of(node))
            return f"({text})" if isinstance(node, ast.expr) else text

    def segment(self, span: Span) -> str:
        lines = self.lines[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column]
        lines[0] = lines[0][span.column :]
        return b"".join(lines).decode()


def _lines(text: str) -> list[bytes]:
    """Lines as the tokenizer counts them (form feeds do not end one), in UTF-8, as columns count bytes."""
    return [f"{line}\n".encode() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]


def count_parts(root: ast.AST) -> int:
    """How many statements and expressions a node has; functions defined in it are units of their own."""
    count = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.stmt | ast.expr):
            count += 1
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node is not root:
            continue
        stack.extend(ast.iter_child_nodes(node))
    return count
