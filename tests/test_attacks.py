"""Functions written to refute verdicts, each hard goal with the call that reaches it (see `workbench.witnesses`).

The provers are judged alone: no test is replayed, and no plain run made against a verdict, which would hide what is
wrong with them.  The budget is one that CI can pay; `python -m clew.workbench.witnesses` takes others.

A search that covers a goal hides what the provers say of it, so each file is asked about with hardly any run, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clew.source.settings import Settings
from clew.workbench.witnesses import PREFIX, contradictions, read_witnesses
from clew.workers.nursery import Nursery

FOLDER = Path(__file__).parent / "attacks"
ASKED: Final = (Settings(paths=150, work=1_000_000), Settings(paths=2))  # searched, and hardly run
PROJECTS = sorted(folder for folder in FOLDER.iterdir() if folder.is_dir() and not folder.name.startswith("_"))


def files_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.py") if not file.name.startswith((PREFIX, "_")))


@pytest.mark.slow
@pytest.mark.parametrize("file", files_in(FOLDER), ids=lambda file: file.stem)
def test_no_verdict_is_refuted(file: Path, nursery: Nursery) -> None:
    assert read_witnesses(file)[1], "no marks"
    wrong, counts = contradictions([file], ASKED, nursery)
    assert counts
    assert [one.shown() for one in wrong] == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", PROJECTS, ids=lambda folder: folder.name)
def test_no_verdict_is_refuted_among_files(folder: Path, nursery: Nursery) -> None:
    wrong, counts = contradictions(files_in(folder), ASKED, nursery, project=True)
    assert counts, "no marks"
    assert [one.shown() for one in wrong] == []
