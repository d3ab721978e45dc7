"""Functions written to refute verdicts, each hard goal with the call that reaches it (see `workbench.witnesses`).

The provers are judged alone: plain runs against verdicts (`--attack`) would hide what is wrong with them.  The budget
is one that CI can pay; `python -m clew.workbench.witnesses` takes any options of `clew cover`.

A search that covers a goal hides what the provers say of it, so each file is asked about with hardly any run, too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.workbench.witnesses import PREFIX, contradictions

FOLDER = Path(__file__).parent / "attacks"
OPTIONS = {
    "searched": ("--attack", "0", "--paths", "150", "--work", "2000000"),
    "hardly run": ("--attack", "0", "--paths", "2"),
}
SUBJECTS = sorted(path for path in FOLDER.iterdir() if path.is_dir() or path.suffix == ".py")


@pytest.mark.slow
@pytest.mark.parametrize(
    "subject", [s for s in SUBJECTS if not s.name.startswith((PREFIX, "_"))], ids=lambda subject: subject.stem
)
@pytest.mark.parametrize("budget", OPTIONS)
def test_no_verdict_is_refuted(subject: Path, budget: str) -> None:
    files = sorted(subject.glob("*.py")) if subject.is_dir() else [subject]
    wrong, counts = contradictions([file for file in files if not file.name.startswith(PREFIX)], OPTIONS[budget])
    assert counts, "no marks"
    assert [one.shown() for one in wrong] == []
