"""The block form of functions over lists against CPython: random functions, random lists, some of them one object.

The same exit, result, goals, and lists after the call.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from clew.frontend.module import Module, Unit, read_module
from clew.ir import blocks as ir
from clew.ir.blocks import INT, Binary, Expr, Literal, Name
from clew.logic.evaluate import ArrayValue
from clew.passes import without_maps
from clew.passes.cuts import DEPTH
from clew.passes.flatten import function
from clew.passes.flatten.exceptions import class_numbered
from clew.passes.flatten.function import WHICH, partitions
from clew.passes.flatten.graph import End, NotInSubset
from clew.passes.flatten.lists import Lists
from clew.passes.flatten.module_globals import annotated_kinds
from clew.passes.flatten.values import Listed, Value, Walk
from clew.semantics.block_run import compile_procedure
from clew.solver.supply import Supply
from clew.source.spans import Span
from clew.vc.unbounded import prove_unreachable
from clew.workbench.fuzz.lists import PRELUDE, random_module

from .test_flatten_agrees_with_python import Reached, block_form, execute

ARGUMENTS = 30
UNKNOWN = -1
HELPERS = PRELUDE.count("def ")
EXPECTED = (
    "not known to be a list", "not known to be an int", "a tuple, or of a list in a list", "in a list of bools",
    "may be in another one", "unbound again", "something else than an int", "unpacking", "something else than a range",
    "none there", "these arguments",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(16))
def test_block_form_does_what_cpython_does(seed: int) -> None:
    compared, refused = compare(seed)
    assert compared > 60, refused


def compare(seed: int) -> tuple[int, Counter[str]]:
    """How many calls agree, and why some functions have no block form."""
    text = random_module(f"lists:{seed}", 12)
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    cpython = Reached(module)
    rng = random.Random(seed)
    compared, refused = 0, Counter[str]()
    for unit in module.units[HELPERS:]:
        try:
            flat, procedure = block_form(unit, module)
        except NotInSubset as error:
            refused[error.reason] += 1
            assert any(known in error.reason for known in EXPECTED), f"{error.reason} {error.span}\n{text}"
            continue
        machine = compile_procedure(procedure)
        origins = {b.label: ir.origin_of(procedure, b) for b in procedure.blocks}
        for _ in range(ARGUMENTS):
            arguments = random_arguments(unit, rng)
            shown = f"{text}\n{unit.qualname}({arguments})"
            found = execute(machine, inputs_of(unit, arguments))
            if found is None or found[0][-1] == DEPTH:
                continue
            path, state = found
            cpython.places.clear()
            try:
                expected: Any = ("returned", cpython.space[unit.qualname](*arguments.values()))
            except Exception as error:
                expected = ("raised", type(error).__name__)
            assert path[-1] == expected[0], f"{shown}: {path[-1]} but {expected}"
            assert result_of(state, path[-1], expected[1]) == expected[1], f"{shown}: {expected}"
            hit = {p for label in path for o in [origins[label]] for p in flat.places.get((o.procedure, o.label), ())}
            assert hit == cpython.places, f"{shown}: {hit ^ cpython.places}"
            for name, cell in cells_of(unit, arguments).items():
                assert read(state, cell) == list(arguments[name]), f"{shown}: {name} after the call"
            compared += 1
    return compared, refused


def random_arguments(unit: Unit, rng: random.Random) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for name, kind in annotated_kinds(unit).items():
        earlier = [arguments[n] for n, k in annotated_kinds(unit).items() if n in arguments and k == kind == "[int]"]
        match kind:
            case "int":
                arguments[name] = rng.choice([rng.randint(-4, 5), rng.randint(-1, 2), True])
            case "bool":
                arguments[name] = rng.random() < 0.5
            case "[list]":
                rows = [random_list(rng, "int") for _ in range(rng.randint(0, 3))]
                arguments[name] = [rng.choice(rows) for _ in rows]
            case _ if earlier and rng.random() < 0.4:
                arguments[name] = rng.choice(earlier)
            case _:
                items = random_list(rng, kind[1:-1])
                arguments[name] = items if kind[0] == "[" else tuple(items)
    return arguments


def random_list(rng: random.Random, element: str) -> list[Any]:
    count = rng.choice([0, 1, 2, 2, 3, 4])
    return [rng.random() < 0.5 if element == "bool" or rng.random() < 0.2 else rng.randint(-3, 4) for _ in range(count)]


def cells_of(unit: Unit, arguments: dict[str, Any]) -> dict[str, str]:
    """For each list of ints the parameter whose cell it is."""
    found: dict[str, str] = {}
    for name, kind in annotated_kinds(unit).items():
        if kind in ("[int]", "[bool]", "(int)"):
            found[name] = next((n for n in found if arguments[n] is arguments[name]), name)
    return found


def inputs_of(unit: Unit, arguments: dict[str, Any]) -> dict[str, Any]:
    kinds = annotated_kinds(unit)
    inputs: dict[str, Any] = {"result$'len": UNKNOWN}
    for name, kind in kinds.items():
        given = arguments[name]
        if kind in ("int", "bool"):
            inputs[name] = int(given)
            continue
        inputs[f"{name}'len"] = len(given)
        if kind == "[list]":
            inputs[f"{name}'items"] = ArrayValue(array_of([]), {i: array_of(row) for i, row in enumerate(given)})
            inputs[f"{name}'lengths"] = array_of([len(row) for row in given])
        else:
            inputs[f"{name}'items"] = array_of(given)
    changeable = [name for name, kind in kinds.items() if kind in ("[int]", "[bool]")]
    cells = cells_of(unit, arguments)
    way = tuple(changeable.index(cells[name]) for name in changeable)
    inputs[WHICH.name] = list(partitions([kinds[name][1:-1] for name in changeable])).index(way)
    return inputs


def array_of(items: Any) -> ArrayValue:
    """What lies outside is not 0, so that reading it shows."""
    return ArrayValue(77, {i: int(item) for i, item in enumerate(items)})


def read(state: dict[str, Any], cell: str) -> list[int]:
    items = state[f"{cell}'items"]
    return [items[i] for i in range(state[f"{cell}'len"])]


def result_of(state: dict[str, Any], exit: str, expected: Any) -> Any:
    if exit == "raised":
        return class_numbered(state["raised$"])
    if isinstance(expected, list | tuple):
        if state.get("result$'len", UNKNOWN) == UNKNOWN:
            return expected  # which list it is was not known
        return type(expected)(read(state, "result$"))
    return expected if expected is None else state["result$"]


@pytest.mark.parametrize("seed", range(2))
def test_what_is_proved_unreachable_is_not_reached(seed: int) -> None:
    text = random_module(f"proofs:{seed}", 6, approximate=True)
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    cpython = Reached(module)
    rng = random.Random(seed)
    proved = 0
    for unit in module.units[HELPERS:]:
        try:
            flat, _ = block_form(unit, module)
        except NotInSubset:
            continue
        places = tuple(goal.place for goal in unit.goals)
        proofs = prove_unreachable(flat, places, 3, 200_000, lambda: 20.0, Supply())
        unbounded = {place for place, proof in proofs.items() if not proof.scope}
        for _ in range(10 * ARGUMENTS):
            arguments = random_arguments(unit, rng)
            shown = f"{text}\n{unit.qualname}({arguments})"
            cpython.places.clear()
            with contextlib.suppress(Exception):
                cpython.space[unit.qualname](*arguments.values())
            assert unbounded.isdisjoint(cpython.places), f"{shown}: {unbounded & cpython.places}"
        proved += len(unbounded)
    assert proved > 0


# ---------------------------------------------------------------- the law finds faults


def forgotten_store(self: Lists, end: End, listed: Listed, place: Expr, value: Value, span: Span) -> None:
    pass


def forgotten_aliases(elements: list[str]) -> Iterator[tuple[int, ...]]:
    """As many ways, in all of which the lists are different ones."""
    for _ in partitions(elements):
        yield tuple(range(len(elements)))


def forgotten_lower_bound(self: Lists, end: End, listed: Listed, index: Expr, span: Span) -> tuple[End, Expr] | None:
    goes = self.raise_if(end, Binary(">=", index, listed.length), "IndexError", span)
    return None if goes is None else (goes, index)


def length_once(self: Lists, end: End, listed: Listed, span: Span) -> Expr:
    return listed.length


def iteration_to_the_first_length(self: Lists, walk: Walk, counter: Name) -> Expr:
    return Binary("<", counter, Literal(3, INT))


def one_item_too_few(self: Lists, end: End, values: list[Value], span: Span) -> Listed:
    return MAKES(self, end, values[:-1], span)


MAKES = Lists.fresh_list

FAULTS: list[tuple[Any, str, Any]] = [
    (Lists, "put", forgotten_store),
    (Lists, "place", forgotten_lower_bound),
    (Lists, "length", length_once),
    (Lists, "more", iteration_to_the_first_length),
    (Lists, "fresh_list", one_item_too_few),
    (function, "partitions", forgotten_aliases),
]


@pytest.mark.parametrize("owner, name, fault", FAULTS, ids=[name for _, name, _ in FAULTS])
def test_faults_are_found(owner: Any, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner, name, fault)
    with pytest.raises(AssertionError):
        for seed in range(16):
            compare(seed)


STORED = """\
def f(xs: list[int], j: int) -> int:
    for i in range(len(xs)):
        if xs[i] == 1 and 0 <= j < len(xs):
            xs[j] = 2
            if xs[i] == 2:
                return 1
    return 0
"""


def test_a_store_that_is_forgotten_proves_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    module = read_module(STORED, "m.py", "m")
    assert isinstance(module, Module)
    (unit,) = module.units
    (place,) = [goal.place for goal in unit.goals if goal.span.line == 6]

    def proofs() -> Any:
        flat, _ = block_form(unit, module)
        return prove_unreachable(flat, (place,), 3, 200_000, lambda: 20.0, Supply())

    assert not proofs()
    monkeypatch.setattr(without_maps._Forgetting, "become", lambda self, map, value, span: iter(()))
    assert proofs()
