"""What is shown of a proof depends on its bounds and on those that were asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.assumptions import KINDS, Assumption, read_assumption
from clew.verdict.conclude import conclude, conclude_doomed
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope
from clew.verdict.verdicts import Covered, Doomed, Infeasible, NoneWithin, Unknown

WANTED = Settings().bounds()
HERE = Span(3, 4, 3, 9)


def proof(scope: Scope, beyond: Reason | None = None) -> Infeasible:
    return Infeasible(scope, (), (HERE,), "exhaustion", ("f",), beyond)


def test_for_all_inputs_it_stays_infeasible() -> None:
    assert conclude(proof(()), WANTED) == proof(())
    assert conclude(Covered("t"), WANTED) == Covered("t")


@pytest.mark.parametrize("scope", [(("loop", 8),), (("len", 8), ("recursion", 3)), (("len", 70), ("text", 32))])
def test_within_what_was_asked_for_it_is_settled(scope: Scope) -> None:
    reason = Reason("budget", "2000 runs were not enough", "--paths")
    for beyond in (None, reason):
        assert conclude(proof(scope, beyond), WANTED) == NoneWithin(scope, (), (HERE,), "exhaustion", ("f",))
    assert conclude_doomed(Doomed((), scope, ()), WANTED) is not None


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
    spent = Reason("budget", "2000 runs were not enough", "--paths")
    assert conclude(proof(scope, spent), WANTED) == Unknown(
        Reason("bound", f"{text}; beyond that: 2000 runs were not enough", "--paths")
    )
    assert conclude_doomed(Doomed((), scope, ()), WANTED) is None


def test_larger_settings_ask_for_more() -> None:
    assert isinstance(conclude(proof((("loop", 8),)), Settings(loop=9).bounds()), Unknown)
    assert isinstance(conclude(proof((("loop", 1),)), Settings(loop=1).bounds()), NoneWithin)


def test_the_readme_lists_all_kinds_of_assumptions() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    table = readme[readme.index("what is taken for granted |") : readme.index("**none within bounds**")]
    ids = [
        id
        for line in table.splitlines()
        for id in re.findall(r"`([\w-]+)(?::…)?`", line.split("|")[1] if "|" in line else "")
    ]
    assert sorted(ids) == sorted(KINDS)
    assert read_assumption("types:Node", "…", None) == Assumption("types", "…", None, "Node")
    with pytest.raises(ValueError, match="no kind of assumption"):
        read_assumption("tpyes", "…", None)
