"""Quantifiers in the block form: what CPython computes is among its executions, and nothing else is.

Random generator expressions under `all` and `any`, `in`, and comparisons of lists, on random lists: with the arguments
assumed at the entry, the end is reached with CPython's result, and is shown to be reached with no other.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count

import pytest

from clew.frontend.module import Module, read_module
from clew.ir.blocks import INT, All, Assume, Binary, Expr, Literal, Name, Procedure, Select
from clew.logic.evaluate import ArrayValue, Value, evaluate
from clew.passes.flatten.function import RESULT, RETURNS, flatten
from clew.passes.flatten.module_globals import annotated_kinds, globals_in
from clew.passes.flatten.values import ITEMS
from clew.semantics.block_operations import encode, python_text
from clew.solver.supply import Supply
from clew.vc.horn import Unreachable
from clew.vc.inductive import Inductive
from clew.vc.units import call_free

STEPS = 500_000
LENGTH = 3


def condition(rng: random.Random, names: list[str]) -> str:
    left, right = rng.choice(names), rng.choice([*names, str(rng.randint(-1, 2))])
    return f"{left} {rng.choice(['<', '<=', '==', '!=', '>'])} {right}{rng.choice(['', ' + 1', ' - k'])}"


def expression(rng: random.Random) -> str:
    quantifier = rng.choice(["all", "any"])
    names = ["x", "k"]
    match rng.randrange(7):
        case 0:
            return f"{quantifier}({condition(rng, names)} for x in xs)"
        case 1:
            return f"{quantifier}({condition(rng, names)} for x in xs if {condition(rng, names)})"
        case 2:
            low, step = rng.randint(-1, 2), rng.choice(["", f", {rng.choice([1, -1])}"])
            return f"{quantifier}({condition(rng, names)} for x in range({low}, k{step}))"
        case 3:
            return f"{quantifier}({condition(rng, ['x', 'y'])} for x in xs for y in ys)"
        case 4:
            many = rng.choice(["zip(xs, ys)", "enumerate(xs)", "enumerate(ys)"])
            return f"{quantifier}({condition(rng, ['x', 'y', 'k'])} for x, y in {many})"
        case 5:
            return rng.choice(["k in xs", "k not in ys", "xs == ys", "xs != ys"])
        case _:
            return f"{quantifier}(xs[x] {rng.choice(['<', '=='])} xs[x + 1] for x in range(len(xs) - 1))"


def assumed(procedure: Procedure, arguments: dict[str, list[int] | int], result: int) -> Procedure:
    facts: list[Expr] = []
    for name, value in arguments.items():
        if isinstance(value, int):
            facts.append(Binary("==", Name(name, INT), Literal(value, INT)))
            continue
        facts.append(Binary("==", Name(f"{name}'len", INT), Literal(len(value), INT)))
        items = Name(f"{name}'items", ITEMS)
        facts += [Binary("==", Select(items, Literal(i, INT)), Literal(v, INT)) for i, v in enumerate(value)]
    ended = Assume(Binary("==", RESULT, Literal(result, INT)))
    blocks = []
    for block in procedure.blocks:
        if block.label == procedure.entry:
            block = replace(block, instrs=(*map(Assume, facts), *block.instrs))
        elif block.label == RETURNS:
            block = replace(block, instrs=(ended, *block.instrs))
        blocks.append(block)
    return replace(procedure, blocks=tuple(blocks))


def ends_with(procedure: Procedure, arguments: dict[str, list[int] | int], result: int) -> bool:
    """It is not shown that the result is another one."""
    clauses = Inductive(assumed(procedure, arguments, result), STEPS, lambda: 60.0, Supply())
    return not isinstance(clauses.unreachable([RETURNS]), Unreachable)


@pytest.mark.parametrize("seed", range(6))
def test_what_cpython_computes_is_all_that_there_is(seed: int) -> None:
    rng = random.Random(f"quantified:{seed}")
    for _ in range(12):
        text = f"def f(xs: list[int], ys: list[int], k: int) -> int:\n    return 1 if {expression(rng)} else 0\n"
        module = read_module(text, "m.py", "m")
        assert isinstance(module, Module)
        (unit,) = module.units
        flat = flatten(unit.function, "f", annotated_kinds(unit), globals_in(module))
        space: dict[str, object] = {}
        exec(text, space)
        for _ in range(2):
            lists = [[rng.randint(-1, 2) for _ in range(rng.randint(0, LENGTH))] for _ in range(2)]
            arguments: dict[str, list[int] | int] = {"xs": lists[0], "ys": lists[1], "k": rng.randint(-1, 3)}
            expected = space["f"](**arguments)  # type: ignore[operator]
            shown = f"{text}{arguments} -> {expected}"
            procedure = call_free(flat, 1)
            assert ends_with(procedure, arguments, expected), shown
            assert not ends_with(procedure, arguments, 1 - expected), shown


@pytest.mark.parametrize("seed", range(20))
def test_terms_and_python_texts_of_quantifiers_agree(seed: int) -> None:
    rng = random.Random(seed)
    numbers = count()

    def quantified(depth: int, names: list[Name]) -> Expr:
        each = Name(f"each${next(numbers)}", INT)
        bounds: list[Expr] = [*names, Literal(rng.randint(-2, 3), INT)]
        low, high = rng.choice(bounds), rng.choice(bounds)
        inner = [*names, each]
        if depth:
            body = quantified(depth - 1, inner)
        else:
            item = Select(Name("m", ITEMS), rng.choice(inner))
            body = Binary(rng.choice(["<", "==", "!="]), item, rng.choice(inner))
        return All(each, low, high, body)

    expr = quantified(rng.randrange(3), [Name("a", INT), Name("b", INT)])
    for _ in range(20):
        values = {"a": rng.randint(-2, 3), "b": rng.randint(-2, 3)}
        made = ArrayValue(0)
        for index in range(-2, 4):
            made = made.stored(index, rng.randint(-1, 2))
        known: dict[str, Value] = {**values, "m": made}
        meant = evaluate(encode(expr, {}), known)
        assert eval(python_text(expr, lambda name: f"known[{name!r}]"), {"known": known}) == meant
