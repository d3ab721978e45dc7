"""Engine against brute force over small domains, engine against engine, and the layers against the bare engine."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from laws.naive_terms import BOOL_NAMES, INT_NAMES, naive_value, terms_of

from clew.logic import terms as t
from clew.logic.evaluate import evaluate
from clew.logic.sorts import INT
from clew.solver.chain import SolverSettings, build_solver
from clew.solver.engines.z3_engine import Z3Engine, Z3Limits
from clew.solver.parts import solve_flip
from clew.solver.protocol import GaveUp, Query, Sat, Unsat

SETTINGS = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
LIMITS = Z3Limits(steps=50_000)
SETTINGS_OF_CHAIN = SolverSettings(steps=50_000)
DOMAIN = range(-2, 3)
MODELS = [
    {**dict(zip(INT_NAMES, numbers, strict=True)), **dict(zip(BOOL_NAMES, truths, strict=True))}
    for numbers in product(DOMAIN, repeat=len(INT_NAMES))
    for truths in product((False, True), repeat=len(BOOL_NAMES))
]
BOUNDS = [t.le(t.integer(DOMAIN[0]), t.var(n, INT)) for n in INT_NAMES]
BOUNDS += [t.le(t.var(n, INT), t.integer(DOMAIN[-1])) for n in INT_NAMES]


def bounded(trees: list[Any]) -> tuple[t.Term, ...]:
    return (*BOUNDS, *(tree.built for tree in trees))


def has_model(trees: list[Any]) -> bool:
    return any(all(naive_value(tree, model) for tree in trees) for model in MODELS)


def leaves_values_open(trees: list[Any]) -> bool:
    """Division by a zero divisor is left open in a term, so that brute force with one value for it may miss models."""
    return any(node.op in ("div", "mod") for node in t.post_order(*(tree.built for tree in trees)))


@SETTINGS
@given(st.lists(terms_of("Bool", 3, floats=False), min_size=1, max_size=3))
def test_z3_and_the_chain_agree_with_brute_force(trees: list[Any]) -> None:
    wanted = has_model(trees)
    for solver in (Z3Engine(LIMITS), build_solver(SETTINGS_OF_CHAIN)):
        match solver.solve(Query(bounded(trees))):
            case Sat(model):
                assert wanted
                assert all(evaluate(term, model) for term in bounded(trees))
            case Unsat(_, True):
                assert not wanted
            case Unsat(_, False):
                pass
            case GaveUp(reason):
                assert leaves_values_open(trees) or reason in ("budget", "incomplete"), reason


@SETTINGS
@given(st.lists(terms_of("Bool", 3, floats=False), min_size=2, max_size=5))
def test_cores_are_unsatisfiable_and_small(trees: list[Any]) -> None:
    assertions = bounded(trees)
    for solver in (Z3Engine(LIMITS), build_solver(SETTINGS_OF_CHAIN)):
        answer = solver.solve(Query(assertions, wants_core=True))
        if isinstance(answer, Unsat) and answer.exact:
            assert list(answer.core) == sorted(set(answer.core))
            core = tuple(assertions[i] for i in answer.core)
            assert isinstance(Z3Engine(LIMITS).solve(Query(core)), Unsat)
            assert not any(all(evaluate(term, model) for term in core) for model in MODELS)


@settings(SETTINGS, max_examples=25)
@given(st.lists(st.lists(terms_of("Bool", 3, floats=False), min_size=1, max_size=4), min_size=2, max_size=5))
def test_incremental_scopes_answer_as_a_fresh_engine(queries: list[list[Any]]) -> None:
    engine = Z3Engine(LIMITS)
    for trees in queries:
        for count in range(len(trees), 0, -1):
            query = Query(bounded(trees[:count]))
            kept, fresh = engine.solve(query), Z3Engine(LIMITS).solve(query)
            if not isinstance(kept, GaveUp) and not isinstance(fresh, GaveUp):
                assert type(kept) is type(fresh)


@settings(SETTINGS, max_examples=25)
@given(st.lists(terms_of("Bool", 3, floats=False), min_size=1, max_size=6), st.sampled_from(MODELS))
def test_a_flip_is_answered_as_the_whole_query(trees: list[Any], model: dict[str, Any]) -> None:
    outcomes = [tree.built if evaluate(tree.built, model) else t.not_(tree.built) for tree in trees]
    path = [*BOUNDS, *outcomes]
    chain = build_solver(SETTINGS_OF_CHAIN)
    for i in range(len(BOUNDS), len(path)):
        flipped = t.not_(path[i])
        if t.is_const(flipped):
            continue
        answer = solve_flip(chain, path[:i], model, flipped)
        wanted = any(all(evaluate(a, m) for a in (*path[:i], flipped)) for m in MODELS)
        match answer:
            case Sat(found):
                assert wanted
                assert all(evaluate(a, found) for a in (*path[:i], flipped))
            case Unsat(core, True):
                assert not wanted
                whole = (*path[:i], flipped)
                assert not any(all(evaluate(whole[k], m) for k in core) for m in MODELS)
            case _:
                pass


@settings(SETTINGS, max_examples=25)
@given(st.lists(terms_of("Bool", 3), min_size=1, max_size=2))
def test_z3_and_cvc5_do_not_contradict_each_other(trees: list[Any]) -> None:
    cvc5_engine = pytest.importorskip("clew.solver.engines.cvc5_engine")
    query = Query(tuple(tree.built for tree in trees))
    first = Z3Engine(LIMITS).solve(query)
    second = cvc5_engine.Cvc5Engine(20_000).solve(query)
    if isinstance(first, Sat):
        assert not (isinstance(second, Unsat) and second.exact)
    if isinstance(second, Sat):
        assert not (isinstance(first, Unsat) and first.exact)
