"""What is shown of a proof depends on its bounds and on those that were asked for."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.assumptions import KINDS, MEANINGS, Assumption, read_assumption
from clew.verdict.claims import Failure, Proved, Refuted
from clew.verdict.conclude import conclude, conclude_claim, conclude_doomed
from clew.verdict.evidence import OVER, UNDER, Approximation, Evidence
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope
from clew.verdict.verdicts import Covered, Doomed, Infeasible, NoneWithin, Raising, Unknown

WANTED = Settings().bounds()
HERE = Span(3, 4, 3, 9)
SPENT = Reason("budget", "2000 runs were not enough", "--paths")
TYPES = Assumption("types", "arguments have their annotated types")


def proof(scope: Scope, beyond: Reason | None = None) -> Evidence:
    return Evidence("unreached", "exhaustion", scope, (TYPES,), (HERE,), summaries=("f",), beyond=beyond)


def failing(scope: Scope) -> Evidence:
    return replace(proof(scope), shown="fails", raisings=(RAISING,))


RAISING = Raising("KeyError", "shop", "f", HERE, False)


def test_for_all_inputs_it_stays_infeasible() -> None:
    assert conclude(proof(()), WANTED) == Infeasible((), (TYPES,), (HERE,), "exhaustion", ("f",))
    assert conclude(Evidence("reached", "replay", tests=("t",)), WANTED) == Covered("t")
    assert conclude(SPENT, WANTED) == Unknown(SPENT)
    assert conclude_doomed(failing(()), WANTED) == Doomed((RAISING,), (), (TYPES,))
    assert conclude_doomed(None, WANTED) is None


@pytest.mark.parametrize("scope", [(), (("loop", 8),), (("int", 2),)])
def test_what_may_have_left_out_executions_shows_nothing(scope: Scope) -> None:
    other = Reason("types", "others may reach it")
    for shown in (proof(scope), proof(scope, SPENT)):
        assert conclude(shown.missing(other).missing(SPENT), WANTED) == Unknown(other)
    assert conclude_doomed(failing(scope).missing(other), WANTED) is None


def test_an_approximation_harms_only_what_it_concerns() -> None:
    over, under = Approximation(OVER, SPENT), Approximation(UNDER, SPENT)
    reached = Evidence("reached", "search", tests=("t",))
    assert conclude(replace(reached, approximations=(over,)), WANTED) == Unknown(SPENT)
    assert conclude(replace(reached, approximations=(under,)), WANTED) == Covered("t")
    assert isinstance(conclude(replace(proof(()), approximations=(over,)), WANTED), Infeasible)
    assert isinstance(conclude(replace(proof(()), approximations=(over, under)), WANTED), Unknown)


def test_a_claim_has_the_verdict_of_the_place_where_it_fails() -> None:
    failure = Failure("f(0)", "ValueError", "no", (("n", "0"),), True)
    within = NoneWithin((("loop", 8),), (TYPES,), (HERE,), "exhaustion", ("f",))
    assert conclude_claim(Infeasible((), (TYPES,), (HERE,), "exhaustion"), None) == Proved(
        (TYPES,), (HERE,), "exhaustion"
    )
    assert conclude_claim(Covered("t"), failure) == Refuted("t", "f(0)", "ValueError", "no", (("n", "0"),), True)
    assert conclude_claim(Covered("t"), replace(failure, in_test=False)) == Refuted(
        "", "f(0)", "ValueError", "no", (("n", "0"),), True
    )
    assert conclude_claim(within, None) is within
    assert conclude_claim(Unknown(SPENT), None) == Unknown(SPENT)


def test_an_assumption_is_told_once() -> None:
    once = proof(()).supposing(replace(TYPES, place=HERE))
    assert once.assumptions == (TYPES,)
    assert len(once.supposing(replace(TYPES, text="`x` is an int")).assumptions) == 2


@pytest.mark.parametrize("scope", [(("loop", 8),), (("len", 8), ("recursion", 3)), (("len", 70), ("text", 32))])
def test_within_what_was_asked_for_it_is_settled(scope: Scope) -> None:
    for beyond in (None, SPENT):
        assert conclude(proof(scope, beyond), WANTED) == NoneWithin(scope, (TYPES,), (HERE,), "exhaustion", ("f",))
    assert conclude_doomed(failing(scope), WANTED) is not None


@pytest.mark.parametrize(
    ("scope", "text"),
    [
        ((("int", 2),), "none within int ≤ 2"),
        ((("int", 2), ("text", 13)), "none within int ≤ 2, text ≤ 13"),
        ((("loop", 1),), "none within loop ≤ 1"),
        ((("len", 8), ("method-calls", 0)), "none within len ≤ 8, method-calls ≤ 0"),
    ],
)
def test_within_less_it_is_unknown(scope: Scope, text: str) -> None:
    assert conclude(proof(scope), WANTED) == Unknown(Reason("bound", text))
    assert conclude(proof(scope, SPENT), WANTED) == Unknown(
        Reason("bound", f"{text}; beyond that: 2000 runs were not enough", "--paths")
    )
    assert conclude_doomed(failing(scope), WANTED) is None


def test_larger_settings_ask_for_more() -> None:
    assert isinstance(conclude(proof((("loop", 8),)), Settings(loop=9).bounds()), Unknown)
    assert isinstance(conclude(proof((("loop", 1),)), Settings(loop=1).bounds()), NoneWithin)


SOURCE = Path(__file__).parent.parent / "src" / "clew"
MAKERS = {"verdict/conclude.py", "report/record.py", "report/claims.py"}  # the last two read them back from a report
VERDICTS = {"Covered", "Infeasible", "NoneWithin", "Doomed", "Unknown", "Proved", "Refuted"}


def made_in(text: str) -> list[str]:
    """The verdicts a module makes, or amends."""
    found: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            amended = name == "replace" and node.args and "verdict" in ast.unparse(node.args[0])
            found += [f"{node.lineno}: {name}"] if name in VERDICTS or amended else []
    return found


def test_nobody_else_makes_verdicts() -> None:
    modules = {str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}
    assert {name for name, text in modules.items() if made_in(text)} == MAKERS
    assert made_in("x = Unknown(why)\ny = replace(goal.verdict, scope=())\nz = replace(goal)") == [
        "1: Unknown",
        "2: replace",
    ]


def test_each_kind_of_assumption_has_a_meaning() -> None:
    assert [*MEANINGS] == [*KINDS]
    assert read_assumption("types:Node", "…", None) == Assumption("types", "…", None, "Node")
    with pytest.raises(ValueError, match="no kind of assumption"):
        read_assumption("tpyes", "…", None)
