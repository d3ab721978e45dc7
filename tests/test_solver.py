"""The solver chain: plain models, small cores, honest unsats, budgets by steps, the query log."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from z3 import z3core

from clew.logic import terms as t
from clew.logic.evaluate import all_hold, evaluate
from clew.logic.smtlib import read_query
from clew.logic.sorts import FLOAT, INT, array
from clew.logic.terms import Term
from clew.solver.chain import SolverChain, SolverSettings, build_solver
from clew.solver.engines.simplex import Contradiction, Row, linear_sum
from clew.solver.engines.z3_engine import Z3Engine, Z3Limits
from clew.solver.engines.z3_session import PropositionalSession
from clew.solver.parts import parts_of, solve_flip
from clew.solver.plain import plain_model
from clew.solver.protocol import DISAGREE, Answer, EnginesDisagree, GaveUp, Query, Sat, Unsat
from clew.solver.ranges import complement, intersection, normal, union
from clew.solver.supply import Supply
from clew.solver.watching import Watched, second_opinion, watcher

X, Y, Z = (t.var(name, INT) for name in "xyz")
F, G = t.var("f", FLOAT), t.var("g", FLOAT)


def number(value: int) -> Term:
    return t.integer(value)


def solved(*assertions: Term, core: bool = False, chain: SolverChain | None = None) -> Answer:
    return (chain or build_solver()).solve(Query(assertions, wants_core=core))


def model_of(*assertions: Term) -> dict[str, object]:
    answer = solved(*assertions)
    assert isinstance(answer, Sat), answer
    assert all(evaluate(a, answer.model) for a in assertions)
    return dict(answer.model)


def test_models_are_plain() -> None:
    assert model_of(t.gt(X, number(41))) == {"x": 42}
    assert model_of(t.ne(X, Y)) in ({"x": 0, "y": 1}, {"x": 1, "y": 0})
    both = model_of(t.gt(t.add(X, Y), number(10)), t.ge(X, Y))
    assert isinstance(both["x"], int) and isinstance(both["y"], int) and both["x"] + both["y"] == 11
    assert model_of(t.eq(t.mul(X, X), number(49)))["x"] in (7, -7)
    assert model_of(t.operation("flt", t.floating(2.25), F)) == {"f": 3.0}


def test_a_preference_is_tried_first() -> None:
    chain = build_solver(SolverSettings(preference=lambda name, sort: (97, 98, 48)))
    letters = t.in_ranges(X, ((48, 57), (97, 122)))
    assert solved(letters, t.ne(X, number(97)), chain=chain) == Sat({"x": 98})


def test_plain_values_never_leave_the_model() -> None:
    assertions = [t.gt(t.add(t.scale(3, X), t.scale(-7, Y)), number(100)), t.lt(X, number(-5))]
    plain = plain_model(assertions, {"x": -1000, "y": -100000})
    assert all(evaluate(a, plain) for a in assertions)
    assert abs(plain["y"]) < 100  # type: ignore[arg-type]


def test_cores_name_what_contradicts() -> None:
    filler = [t.ge(t.add(Z, number(i)), Y) for i in range(5)]
    assertions = (*filler, t.gt(X, t.scale(2, Y)), t.lt(X, Y), t.gt(Y, number(0)))
    assert solved(*assertions, core=True) == Unsat((5, 6, 7))
    assert solved(t.gt(X, number(3)), t.le(Y, number(1)), t.lt(X, number(2))) == Unsat((0, 2))
    assert solved(t.var("p", t.BOOL), X is X and t.not_(t.var("p", t.BOOL))) == Unsat((0, 1))


def test_a_known_core_answers_larger_queries() -> None:
    chain = build_solver()
    contradiction = (t.gt(X, t.scale(2, Y)), t.lt(X, Y), t.gt(Y, number(0)))
    assert isinstance(solved(*contradiction, core=True, chain=chain), Unsat)
    before = chain.statistics().engine_queries
    assert solved(t.lt(Z, X), *contradiction, chain=chain) == Unsat((1, 2, 3))
    assert chain.statistics().engine_queries == before


def test_an_old_model_answers_a_new_query() -> None:
    chain = build_solver()
    assert isinstance(solved(t.gt(t.add(X, Y), number(7)), chain=chain), Sat)
    before = chain.statistics().engine_queries
    assert isinstance(solved(t.gt(t.add(X, Y), number(6)), chain=chain), Sat)
    assert chain.statistics().engine_queries == before


def test_bit_operations_with_a_constant_are_exact() -> None:
    assert solved(t.eq(t.bit_op("bitand", X, number(0xF0)), number(0x0F))) == Unsat((0,))
    assert isinstance(solved(t.eq(t.bit_op("bitor", X, number(-7)), number(3))), Unsat)
    model = model_of(t.eq(t.bit_op("bitxor", X, number(0x55)), number(0xFF)))
    assert model == {"x": 0xAA}
    assert model_of(t.eq(t.bit_op("bitand", X, number(-8)), number(1 << 70)))["x"] in range(1 << 70, (1 << 70) + 8)


def test_bit_operations_of_two_variables_find_models_and_prove_little() -> None:
    model = model_of(t.eq(t.bit_op("bitand", X, Y), number(12)), t.gt(X, number(20)), t.gt(Y, number(20)))
    assert isinstance(model["x"], int) and isinstance(model["y"], int) and model["x"] & model["y"] == 12
    # True of all integers, by the facts that hold without bits.
    assert solved(t.lt(t.bit_op("bitand", X, Y), number(0)), t.gt(X, number(0))) == Unsat((0, 1))
    # Beyond those facts an unsat is over 64 bits only and must say so, or nothing is said.
    answer = solved(t.eq(t.bit_op("bitand", X, t.add(X, t.ONE)), number(2)), t.eq(X, t.scale(4, Y)))
    assert not isinstance(answer, Sat) and not (isinstance(answer, Unsat) and answer.exact)


def test_doubles() -> None:
    assert model_of(t.operation("fisnan", F)) != {}
    assert model_of(t.eq(F, t.floating(-0.0)))["f"] == 0.0
    assert model_of(t.eq(t.operation("float_to_int", F), number(7)), t.operation("flt", t.floating(7.0), F))
    lost = t.not_(t.operation("feq", t.operation("fsub", t.operation("fadd", F, t.floating(1.0)), t.floating(1.0)), F))
    ordered = t.operation("flt", t.floating(0.0), F)
    answer = solved(lost, ordered, t.operation("flt", F, t.floating(1.0)))
    assert isinstance(answer, Sat | GaveUp)
    contradiction = solved(t.operation("flt", F, G), t.operation("flt", G, F))
    assert contradiction == Unsat((0, 1))


def test_an_unsat_over_reals_proves_nothing_about_doubles() -> None:
    """x + 1 = x has no real solution; as doubles it has."""
    answer = solved(t.operation("feq", t.operation("fadd", F, t.floating(1.0)), F), t.not_(t.operation("fisinf", F)))
    assert not isinstance(answer, Unsat)


def test_arrays_and_functions() -> None:
    a = t.var("a", array(INT, INT))
    model_of(t.eq(t.select(a, X), number(5)), t.eq(t.select(a, Y), number(6)))
    model_of(t.eq(t.apply("h", (X,), INT), number(5)), t.eq(t.apply("h", (Y,), INT), number(6)))
    same = (t.eq(t.apply("h", (X,), INT), number(5)), t.eq(t.apply("h", (Y,), INT), number(6)), t.eq(X, Y))
    assert isinstance(solved(*same), Unsat)


def test_functions_tie_parts_together() -> None:
    one, other = t.eq(t.apply("h", (X,), INT), number(5)), t.eq(t.apply("h", (Y,), INT), number(6))
    assert parts_of((one, other, t.gt(Z, number(1)))) == [[0, 1], [2]]


def test_budgets_are_steps_and_give_up_alike_every_time() -> None:
    cubes = [t.mul(v, t.mul(v, v)) for v in (X, Y, Z)]
    hard = (t.eq(t.add(*cubes), number(33)), *(t.gt(t.mul(v, v), number(10)) for v in (X, Y, Z)))
    engines = [Z3Engine(Z3Limits(steps=20_000)) for _ in range(2)]
    answers = [engine.solve(Query(hard)) for engine in engines]
    assert answers == [GaveUp("budget")] * 2
    assert engines[0].steps() == engines[1].steps() > 0
    # The engine is as good as new afterwards.
    assert isinstance(engines[0].solve(Query((t.gt(X, number(5)),))), Sat)


def test_a_flip_keeps_what_it_does_not_touch() -> None:
    chain = build_solver()
    prefix = [t.gt(X, number(10)), t.eq(Y, number(77)), t.lt(Z, X)]
    answer = solve_flip(chain, prefix, {"x": 11, "y": 77, "z": 0}, t.gt(Z, number(20)))
    assert isinstance(answer, Sat)
    assert answer.model["y"] == 77
    assert all(evaluate(a, answer.model) for a in (*prefix, t.gt(Z, number(20))))
    impossible = solve_flip(chain, prefix, {"x": 11, "y": 77, "z": 0}, t.lt(Y, number(0)))
    assert impossible == Unsat((1, 3))


def test_a_wrong_near_model_is_not_believed() -> None:
    query = Query((t.gt(X, t.scale(2, Y)), t.gt(Y, number(5)), t.lt(X, number(0))), near={"x": 1, "y": 0})
    assert isinstance(build_solver().solve(query), Unsat)


def test_queries_are_kept_with_their_answers() -> None:
    kept: list[str] = []
    chain = build_solver(SolverSettings(watch=watcher(kept.append, cross_check=False)))
    assertions = (t.gt(t.mul(X, X), Y), t.lt(t.mul(X, X), Y), t.gt(Y, number(0)))
    chain.solve(Query(assertions, label="shop::total:17:branch:true"))
    assert len(kept) == 1
    assert read_query(kept[0]) == assertions
    assert "; unsat, core 0 1 2" in kept[0]
    assert "shop::total:17:branch:true" in kept[0]


def test_a_cross_check_asks_the_second_engine() -> None:
    pytest.importorskip("cvc5")
    chain = build_solver(SolverSettings(watch=watcher(None, cross_check=True)))
    assert isinstance(solved(t.gt(X, t.scale(2, Y)), t.lt(X, Y), t.gt(Y, number(0)), chain=chain), Unsat)


class Wrong:
    """An engine that contradicts everything."""

    def solve(self, query: Query) -> Answer:
        return Unsat(tuple(range(len(query.assertions))))


def test_a_contradiction_that_the_second_engine_can_satisfy_is_taken_back() -> None:
    opinion = second_opinion(Z3Engine())
    query = Query((t.gt(X, Y), t.gt(Y, number(0))))
    assert Watched(Wrong(), opinion).solve(query) == GaveUp(DISAGREE)
    assert isinstance(Watched(Z3Engine(), opinion).solve(query), Sat)
    impossible = Query((t.gt(X, Y), t.gt(Y, X)))
    assert Watched(Wrong(), opinion).solve(impossible) == Unsat((0, 1))


def test_every_engine_of_the_supply_is_watched() -> None:
    seen: list[tuple[Query, Answer]] = []

    def watch(query: Query, answer: Answer) -> Answer:
        seen.append((query, answer))
        return answer

    supply = Supply(watch)
    assert isinstance(supply.z3(Z3Limits()).solve(Query((t.gt(X, Y),))), Sat)
    session = supply.session(Z3Limits(), (X, Y))
    session.add(t.gt(X, Y))
    session.add(t.gt(Y, X))
    assert isinstance(session.solve(), Unsat)
    assert seen[-1] == (Query((t.gt(X, Y), t.gt(Y, X))), Unsat((0, 1)))
    halves: list[Row] = [((1, 1), 3), ((-1, 0), -2), ((0, -1), -2)]
    sums = [(linear_sum(tuple(enumerate(normal))), bound) for normal, bound in halves]
    for found in (supply.satisfy(halves, [0, 0]), supply.satisfy_sums(sums, [0, 0], lambda: halves)):
        assert isinstance(found, Contradiction)
        rows, answer = seen.pop()
        assert isinstance(answer, Unsat)
        assert isinstance(Z3Engine().solve(Query(tuple(rows.assertions[i] for i in answer.core))), Unsat)
    propositions = supply.propositions(2)
    propositions.clause([1, 2])
    holds = propositions.solve([-1])
    assert not isinstance(holds, frozenset) and holds(2)
    assert all_hold(seen[-1][0].assertions, seen[-1][1].model)  # type: ignore[union-attr]
    assert propositions.solve([-1, -2]) == {-1, -2}
    assert isinstance(seen[-1][1], Unsat)


def test_propositions_know_no_answer_that_was_taken_back() -> None:
    supply = Supply(lambda query, answer: GaveUp(DISAGREE) if isinstance(answer, Unsat) else answer)
    propositions = supply.propositions(1)
    propositions.clause([1])
    with pytest.raises(EnginesDisagree, match="which paths"):
        propositions.solve([-1])
    assert supply.satisfy([((1,), 0), ((-1,), -1)], [0]) is None


def test_sets_of_ranges() -> None:
    low, high = ((1, 3), (7, 9)), ((3, 7),)
    assert union(low, high) == ((1, 9),)
    assert intersection(low, high) == ((3, 3), (7, 7))
    assert complement(complement(low)) == low
    assert normal(((5, 4), (1, 1), (2, 3))) == ((1, 3),)
    for ranges in (low, high, complement(low)):
        inside = {n for n in range(-20, 20) if any(a <= n <= b for a, b in ranges)}
        outside = {n for n in range(-20, 20) if any(a <= n <= b for a, b in complement(ranges))}
        assert inside | outside == set(range(-20, 20)) and not inside & outside


def test_a_context_that_ends_holds_nothing_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    held = 0
    take, leave = z3core.Z3_inc_ref, z3core.Z3_dec_ref

    def taken(context: Any, ast: Any) -> None:
        nonlocal held
        held += 1
        take(context, ast)

    def left(context: Any, ast: Any) -> None:
        nonlocal held
        held -= 1
        leave(context, ast)

    monkeypatch.setattr(z3core, "Z3_inc_ref", taken)
    monkeypatch.setattr(z3core, "Z3_dec_ref", left)
    engine = Z3Engine()
    assert isinstance(engine.solve(Query((t.gt(X, number(3)), t.lt(X, t.mul(Y, number(2)))))), Sat)
    propositions = PropositionalSession(3)
    propositions.clause([1, -2])
    assert held > 10
    del engine, propositions
    gc.collect()
    assert held == 0
