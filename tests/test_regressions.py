"""Programs whose marks say which verdicts they expect: wrong verdicts of the past, and features of the language."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from clew.solver.chain import build_solver
from clew.workbench.fuzz.marks import wrong_marks

HERE = Path(__file__).parent
SINCE = [
    f"programs/since_3_{minor}" for minor in (12, 13) if sys.version_info >= (3, minor)
]  # what only newer ones read
PROGRAMS = [file for folder in ("programs", *SINCE, "regressions") for file in sorted((HERE / folder).glob("*.py"))]


@pytest.fixture(scope="module", autouse=True)
def _solver() -> None:
    build_solver()  # loaded once, before the forks


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_marks(file: Path) -> None:
    assert wrong_marks(file.read_text(encoding="utf-8")) == []
