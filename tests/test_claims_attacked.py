"""Functions written to refute what is proved of claims, each with the call that does (see `workbench.failures`).

The provers are judged alone, without plain runs against their proofs (`attack`), under a small and under a larger
budget.
"""

from __future__ import annotations

import builtins
from pathlib import Path

import pytest

from clew.analysis.type_flow import Class
from clew.analysis.value_flow import dead_by_values
from clew.contracts.claims import with_all_claims
from clew.frontend.module import Module, read_module
from clew.frontend.module_facts import facts_of
from clew.source.settings import Settings
from clew.workbench.failures import failures, wrongly_proved

SUBJECTS = sorted((Path(__file__).parent / "attacks_on_claims").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.stem)
@pytest.mark.parametrize(("paths", "work"), [(12, 600_000), (150, 20_000_000)], ids=["small", "large"])
def test_no_proof_is_refuted(subject: Path, paths: int, work: int) -> None:
    wrong, refuted = wrongly_proved(subject, Settings(jobs=2, attack=0, paths=paths, work=work))
    assert wrong == []
    assert refuted > 0, "nothing was found, so nothing was looked at"


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.stem)
def test_values_alone_prove_none_of_it(subject: Path) -> None:
    """A run that fails leaves nothing to prove; here nothing runs."""
    text = subject.read_text(encoding="utf-8")
    module = read_module(text, str(subject), subject.stem)
    assert isinstance(module, Module)
    ((claimed, _),) = with_all_claims([module])
    hidden = facts_of(text).hidden
    failing = {failure.goal.id for failure in failures(subject) if failure.goal and not failure.supposing}
    for unit in claimed.units:
        ints = {p.name: frozenset({Class(int, True)}) for p in unit.function.parameters if p.annotation == "int"}
        dead = dead_by_values(
            unit.function, ints, lambda name: None if name in hidden else getattr(builtins, name, None)
        )
        assert [goal.id for goal in unit.goals if goal.place in dead and goal.id in failing] == []
