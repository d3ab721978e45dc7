"""Clauses of contracts as lines of a test: what is promised is asserted after the call, and so is what a refutation is
about, where nothing but the test checks it.

Where the function that the test calls breaks a promise, its arguments become variables with the names of its
parameters, and the clause stands behind the call.  Where the breach is further inside, the function that has the
clause is replaced by one that asserts it and calls the function itself.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Final

from clew.checking.script import Broken
from clew.frontend.desugar import PLAIN
from clew.frontend.module import Module, Unit
from clew.frontend.parsing import parse_expression, parse_module
from clew.ir.contract import ENSURE, REQUIRE, RESULT, Contract
from clew.records import dataclass
from clew.source.spans import Span
from clew.testgen.render import RenderedCase

BINDING: Final = (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)


@dataclass(frozen=True, slots=True)
class Asserting:
    """Statements in place of the call; an entry with an indentation belongs to a `def` before it."""

    imports: tuple[str, ...]
    lines: tuple[str, ...]


def asserting(module: Module, called: str, rendered: RenderedCase, broken: Broken) -> Asserting:
    """The call, and what fails where the clause is broken.  called: the qualified name of the unit."""
    own = () if broken.foreign else module.units
    unit = next((u for u in own if u.qualname == broken.function and u.contract is not None), None)
    if unit is None or unit.contract is None or _checked_by_library(unit.contract, broken):
        return Asserting((), (rendered.call,))
    text = parse_expression(f"({broken.text}\n)")
    clause = _Clause(module.name, frozenset(p.name for p in unit.function.parameters))
    visited = clause.visit(text)
    tested = ast.unparse(visited) if clause.olds or clause.qualified else broken.text
    if broken.kind == ENSURE and called == broken.function:
        promise = Promise(unit, clause, (tested,))
        if promise.fits(rendered):
            return Asserting(tuple(promise.imports), promise.statements(rendered))
    return _replaced(module, unit, rendered, broken, clause, tested)


def _checked_by_library(contract: Contract, broken: Broken) -> bool:
    return any(
        c.span == broken.clause and c.library for c in (*contract.requires, *contract.ensures, *contract.invariants)
    )


def promised(module: Module, unit: Unit, rendered: RenderedCase) -> Promise | None:
    """What the postconditions of a function say after a call of it; None where a test cannot say it."""
    contract = unit.contract
    if contract is None or not contract.ensures:
        return None
    computed = {s.name: s.text for s in contract.snapshots if s.function is not None}
    clause = _Clause(module.name, frozenset(p.name for p in unit.function.parameters))
    tested = []
    for each in contract.ensures:
        visited = clause.visit(parse_expression(f"({each.text}\n)"))
        tested.append(ast.unparse(visited) if "OLD." in each.text or clause.qualified else each.text)
    for name in clause.olds & computed.keys():
        clause.visit(parse_expression(computed[name]))
    promise = Promise(unit, clause, tuple(tested), computed)
    return promise if promise.fits(rendered) else None


@dataclass(frozen=True, slots=True)
class Promise:
    """Postconditions as a test asserts them.  tested: their texts; computed: of values at entry, how they are."""

    unit: Unit
    clause: _Clause
    tested: tuple[str, ...]
    computed: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """The parameters that must be variables of the test."""
        return self.clause.asked | (self.clause.olds - self.computed.keys())

    @property
    def imports(self) -> list[str]:
        copies = any("deepcopy" in line for line in self.kept())
        return [*self.clause.imports(), *(["import copy"] if copies else [])]

    def fits(self, rendered: RenderedCase) -> bool:
        """Are all these arguments of the call, and their names free?"""
        given = [name for name, _ in rendered.arguments]
        if len(set(given)) < len(given) or not self.names <= set(given) or rendered.is_statement:
            return False
        texts = {text for _, text in rendered.arguments}
        stored = {
            node.id
            for line in rendered.setup
            for node in ast.walk(parse_module(line))
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        return stored.isdisjoint({name for name in (*self.names, RESULT) if name not in texts})

    def kept(self) -> list[str]:
        """Lines that keep the values at entry."""
        return _kept(self.unit, self.clause.olds, self.computed)

    def statements(self, rendered: RenderedCase) -> tuple[str, ...]:
        """The call, with what is needed before and said after it."""
        bound = [f"{name} = {text}" for name, text in rendered.arguments if name in self.names and text != name]
        given = [name if name in self.names else text for name, text in rendered.arguments]
        return (*bound, *self.around(rendered.form.format(*given)))

    def around(self, call: str) -> tuple[str, ...]:
        made = f"{RESULT} = {call}" if self.clause.result else call
        return (*self.kept(), made, *(f"assert {text}" for text in self.tested))


def _kept(unit: Unit, olds: Iterable[str], computed: Mapping[str, str]) -> list[str]:
    annotations = {p.name: p.annotation for p in unit.function.parameters}

    def value(name: str) -> str:
        return computed.get(name) or (name if annotations.get(name) in PLAIN else f"copy.deepcopy({name})")

    return [f"old_{name} = {value(name)}" for name in sorted(olds)]


def _replaced(
    module: Module, unit: Unit, rendered: RenderedCase, broken: Broken, clause: _Clause, tested: str
) -> Asserting:
    """The function with the clause is replaced, for the test, by one that asserts it."""
    path, name = f"{module.name}.{unit.qualname}", unit.function.name
    owner = path.rpartition(".")[0]
    inner = f"original_{name.strip('_')}"
    header, passed = _signature(module, unit, clause)
    kept = _kept(unit, clause.olds, {})
    imports = ["import copy"] if any("deepcopy" in line for line in kept) else []
    swallowed = _is_swallowed(module.text, broken.span)
    check = f"held.append({tested})" if swallowed else f"assert {tested}"
    body = [check, f"return {inner}({passed})"]
    if broken.kind != REQUIRE:
        body = [*kept, f"{RESULT} = {inner}({passed})", check, f"return {RESULT}"]
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
    if swallowed:
        lines = ["held: list[bool] = []", *lines, "assert all(held)"]
    return Asserting((f"import {module.name}", "import pytest", *clause.imports(), *imports), tuple(lines))


def _is_swallowed(text: str, span: Span) -> bool:
    """Does a handler around the place take an `AssertionError`?"""
    for node in ast.walk(parse_module(text)):
        if isinstance(node, ast.Try) and node.body[0].lineno <= span.line <= (node.body[-1].end_lineno or 0):
            names = [ast.unparse(h.type) if h.type is not None else "BaseException" for h in node.handlers]
            if any(re.search(r"\b(BaseException|Exception|AssertionError)\b", name) for name in names):
                return True
    return False


def _signature(module: Module, unit: Unit, clause: _Clause) -> tuple[str, str]:
    """The parameters of a function as its `def` has them, without annotations, and what hands them on."""
    span = unit.span
    node = next(
        n
        for n in ast.walk(parse_module(module.text))
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
