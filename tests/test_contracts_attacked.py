"""Functions written to refute what is proved of contracts, each with the call that does (see `workbench.breaches`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.source.settings import Settings
from clew.workbench.breaches import breaches, wrongly_kept

SUBJECTS = sorted((Path(__file__).parent / "attacks_on_contracts").glob("*.py"))


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.stem)
def test_the_calls_break_contracts(subject: Path) -> None:
    found = list(breaches(subject))
    assert [breach for breach in found if breach.broken is None] == []
    assert found


@pytest.mark.slow
@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.stem)
@pytest.mark.parametrize(("paths", "work"), [(12, 600_000), (150, 20_000_000)], ids=["small", "large"])
def test_no_proof_is_refuted(subject: Path, paths: int, work: int) -> None:
    wrong, refuted = wrongly_kept(subject, Settings(jobs=2, attack=0, paths=paths, work=work))
    assert wrong == []
    assert refuted > 0, "nothing was found, so nothing was looked at"
