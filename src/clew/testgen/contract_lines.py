"""Clauses of contracts as lines of a test: what nothing but the test checks, it asserts itself.

Where the function that the test calls breaks a promise, its arguments become variables with the names of its
parameters, and the clause stands behind the call.  Where the breach is further inside, the function that has the
clause is replaced by one that asserts it and calls the function itself.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable
from typing import Final

from clew.checking.breaches import Broken
from clew.frontend.module import Module, Unit
from clew.ir.contract import ENSURE, RESULT, Contract
from clew.records import dataclass
from clew.testgen.render import RenderedCase

BINDING: Final = (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
PLAIN: Final = frozenset({"int", "str", "float", "bool", "bytes", "complex", "None"})


@dataclass(frozen=True, slots=True)
class Asserting:
    """Statements in place of the call; an entry with an indentation belongs to a `def` before it."""

    imports: tuple[str, ...]
    lines: tuple[str, ...]


def asserting(module: Module, called: str, rendered: RenderedCase, broken: Broken) -> Asserting:
    """The call, and what fails where the clause is broken.  called: the qualified name of the unit."""
    unit = next((u for u in module.units if u.qualname == broken.function and u.contract is not None), None)
    if unit is None or unit.contract is None or _checked_by_library(unit.contract, broken):
        return Asserting((), (rendered.call,))
    text = ast.parse(f"({broken.text}\n)", mode="eval").body
    clause = _Clause(module.name, frozenset(p.name for p in unit.function.parameters))
    visited = clause.visit(text)
    tested = ast.unparse(visited) if clause.olds or clause.qualified else broken.text
    if broken.kind == ENSURE and called == broken.function:
        given = dict(rendered.arguments)
        names = clause.asked | clause.olds
        if names <= given.keys() and len(given) == len(rendered.arguments) and not _taken(given, rendered):
            lines = [f"{name} = {text}" for name, text in given.items() if text != name]
            imports, kept = _kept(unit, clause.olds)
            call = f"{RESULT} = {rendered.form.format(*given)}" if clause.result else rendered.form.format(*given)
            return Asserting((*clause.imports(), *imports), (*lines, *kept, call, f"assert {tested}"))
    return _replaced(module, unit, rendered, broken, clause, tested)


def _checked_by_library(contract: Contract, broken: Broken) -> bool:
    return any(c.span == broken.clause and c.library for c in (*contract.requires, *contract.ensures))


def _taken(given: Iterable[str], rendered: RenderedCase) -> bool:
    """Does the setup use a name for something else?"""
    texts = {text for _, text in rendered.arguments}
    stored = {
        node.id
        for line in rendered.setup
        for node in ast.walk(ast.parse(line))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return not stored.isdisjoint({name for name in (*given, RESULT) if name not in texts})


def _kept(unit: Unit, olds: Iterable[str]) -> tuple[list[str], list[str]]:
    """Lines that keep the values at entry, with their imports."""
    annotations = {p.name: p.annotation for p in unit.function.parameters}
    lines = [
        f"old_{name} = {name}" if annotations.get(name) in PLAIN else f"old_{name} = copy.deepcopy({name})"
        for name in sorted(olds)
    ]
    return ["import copy"] if any("deepcopy" in line for line in lines) else [], lines


def _replaced(
    module: Module, unit: Unit, rendered: RenderedCase, broken: Broken, clause: _Clause, tested: str
) -> Asserting:
    """The function with the clause is replaced, for the test, by one that asserts it."""
    path, name = f"{module.name}.{unit.qualname}", unit.function.name
    owner = path.rpartition(".")[0]
    inner = f"original_{name.strip('_')}"
    header, passed = _signature(module, unit, clause)
    imports, kept = _kept(unit, clause.olds)
    body = [f"assert {tested}", f"return {inner}({passed})"]
    if broken.kind == ENSURE:
        body = [*kept, f"{RESULT} = {inner}({passed})", f"assert {tested}", f"return {RESULT}"]
    function = {"class": ".__func__", "property": ".fget"}.get(unit.binding, "")
    made = {"static": f"staticmethod({name})", "class": f"classmethod({name})", "property": f"property({name})"}
    lines = [
        f"{inner} = {path}{function}",
        "",
        f"def {name}({header}):",
        *(f"    {line}" for line in body),
        "",
        f'monkeypatch.setattr({owner}, "{name}", {made.get(unit.binding, name)})',
        rendered.call,
    ]
    return Asserting((f"import {module.name}", "import pytest", *clause.imports(), *imports), tuple(lines))


def _signature(module: Module, unit: Unit, clause: _Clause) -> tuple[str, str]:
    """The parameters of a function as its `def` has them, without annotations, and what hands them on."""
    span = unit.span
    node = next(
        n
        for n in ast.walk(ast.parse(module.text))
        if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef) and (n.lineno, n.col_offset) == span[:2]
    )
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    args = node.args
    clause.generic_visit(args)
    passed = [a.arg for a in (*args.posonlyargs, *args.args)]
    passed += [f"*{args.vararg.arg}"] if args.vararg else []
    passed += [f"{a.arg}={a.arg}" for a in args.kwonlyargs]
    passed += [f"**{args.kwarg.arg}"] if args.kwarg else []
    return ast.unparse(args), ", ".join(passed)


class _Clause(ast.NodeTransformer):
    """A clause as the test writes it: `OLD.x` is `old_x`, names of the module are asked of the module.

    asked: parameters that it names; olds: those whose value at entry it names; result: it names the result.
    """

    def __init__(self, module: str, parameters: frozenset[str]) -> None:
        self.module = module
        self.parameters = parameters
        self.asked: set[str] = set()
        self.olds: set[str] = set()
        self.result = self.qualified = False
        self.bound: set[str] = set()

    def imports(self) -> list[str]:
        return [f"import {self.module}"] if self.qualified else []

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "OLD":
            self.olds.add(node.attr)
            return ast.Name(f"old_{node.attr}", ast.Load())
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.parameters:
            self.asked.add(node.id)
        elif node.id == RESULT:
            self.result = True
        elif isinstance(node.ctx, ast.Load) and node.id not in self.bound and not hasattr(builtins, node.id):
            self.qualified = True
            return ast.Attribute(ast.Name(self.module, ast.Load()), node.id, ast.Load())
        return node

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, BINDING):
            self.bound |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            self.bound |= {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
        return super().visit(node)  # type: ignore[no-any-return]
