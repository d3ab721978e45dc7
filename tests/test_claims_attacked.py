"""Functions written to refute what is proved of claims, each with the call that does (see `workbench.failures`).

The provers are judged alone, without plain runs against their proofs (`attack`), under a small and under a larger
budget.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.source.settings import Settings
from clew.workbench.failures import wrongly_proved

SUBJECTS = sorted((Path(__file__).parent / "attacks_on_claims").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.stem)
@pytest.mark.parametrize(("paths", "work"), [(12, 600_000), (150, 20_000_000)], ids=["small", "large"])
def test_no_proof_is_refuted(subject: Path, paths: int, work: int) -> None:
    wrong, refuted = wrongly_proved(subject, Settings(jobs=2, attack=0, paths=paths, work=work))
    assert wrong == []
    assert refuted > 0, "nothing was found, so nothing was looked at"
