"""Contracts in the syntax tree: run the module and learn which clauses are broken, without the IR.

Each function with a contract gets a decorator of ours, with its clauses as functions:

    @_clew_contract(0, (lambda x: x > 0,), (lambda x, result: result > x,), (), (lambda xs: xs[:],))

above those of a library, which would raise where ours only looks, or else below all others.  What holds at each round
of a loop is asked there:

    while i < n        while (_clew_invariant(0, 0, lambda: i <= n, (("i", lambda: i), …)), i < n)[1]
    for x in xs        for x in _clew_invariant(0, 0, lambda: s >= 0, …, xs)
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from clew.frontend.clauses import MAY_HOLD, ReadContract, ReadLoop, read_contracts
from clew.frontend.parsing import parse_module
from clew.ir.contract import OLD

DECORATOR = "_clew_contract"
INVARIANT = "_clew_invariant"


def with_contracts(text: str, file: str, first: int) -> tuple[ast.Module, dict[int, ReadContract]] | None:
    """A module with the decorators, and nothing else; None where it has no contracts, or cannot be read."""
    if MAY_HOLD.search(text) is None:
        return None
    try:
        tree = parse_module(text, file)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tree, probe_contracts(tree, text, file, first)


def probe_contracts(tree: ast.Module, text: str, file: str, first: int) -> dict[int, ReadContract]:
    """Put the decorators into a module; the contracts by their numbers, of which this is the first."""
    found = read_contracts(tree, text, file)
    if not found.of:
        return {}
    functions = {id(node): node for node in ast.walk(tree)}
    for number, (key, contract) in enumerate(found.of.items(), first):
        node = functions[key]
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        clauses = [
            ast.Tuple([c.node if c.node is not None else ast.Constant(None) for c in part], ast.Load())
            for part in (contract.requires, contract.ensures, contract.invariants, contract.snapshots)
        ]
        made = ast.Call(ast.Name(DECORATOR, ast.Load()), [ast.Constant(number), *clauses], [])
        place = len(node.decorator_list) if contract.above is None else contract.above
        node.decorator_list.insert(place, ast.copy_location(made, node))
        for index, loop in reversed([*enumerate(contract.loops)]):
            _probe_loop(loop, number, index)
    ast.fix_missing_locations(tree)
    return dict(enumerate(found.of.values(), first))


def _probe_loop(loop: ReadLoop, number: int, index: int) -> None:
    """Variables are asked for as they are then, and only where the clause asks for them."""
    clause = loop.clause.node
    names = [each.arg for each in clause.args.args]
    olds = [name for name in names if name.startswith(OLD)]
    shown = [
        ast.Tuple([ast.Constant(name), _lambda([], ast.Name(name, ast.Load()))], ast.Load())
        for name in names
        if name not in olds
    ]
    arguments: list[ast.expr] = [
        ast.Constant(number),
        ast.Constant(index),
        _lambda(olds, clause.body),
        ast.Tuple([*shown], ast.Load()),
    ]
    statement = loop.statement
    if isinstance(statement, ast.While):
        asked = ast.Call(ast.Name(INVARIANT, ast.Load()), arguments, [])
        both = ast.Tuple([asked, statement.test], ast.Load())
        statement.test = ast.copy_location(ast.Subscript(both, ast.Constant(1), ast.Load()), statement.test)
    else:
        made = ast.Call(ast.Name(INVARIANT, ast.Load()), [*arguments, statement.iter], [])
        statement.iter = ast.copy_location(made, statement.iter)


def _lambda(names: Iterable[str], body: ast.expr) -> ast.Lambda:
    return ast.Lambda(ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, []), body)


def paths_in(clause: ast.expr) -> Iterator[tuple[str, ...]]:
    """The names, and chains of attributes of names, that a clause looks at, in the order of its text."""
    found: dict[tuple[str, ...], None] = {}
    inner: set[int] = set()
    for node in ast.walk(clause):
        path: list[str] = []
        at: ast.expr | None = node if isinstance(node, ast.Attribute | ast.Name) and id(node) not in inner else None
        while isinstance(at, ast.Attribute):
            path.append(at.attr)
            at = at.value
            inner.add(id(at))
        if isinstance(at, ast.Name):
            found[at.id, *reversed(path)] = None
    yield from found
