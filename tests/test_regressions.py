"""Programs whose marks say which verdicts they expect: wrong verdicts of the past, and features of the language."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from clew.workbench.fuzz.marks import wrong_marks

HERE = Path(__file__).parent
SINCE = [
    f"programs/since_3_{minor}" for minor in (12, 13) if sys.version_info >= (3, minor)
]  # what only newer ones read
PROGRAMS = [file for folder in ("programs", *SINCE, "regressions") for file in sorted((HERE / folder).glob("*.py"))]


@pytest.fixture(scope="module")
def fresh() -> Iterator[ProcessPoolExecutor]:
    """Processes in which no test was before, as those of the command are: what a solver finds in time depends on the
    order in which terms were made.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["z3", "clew.workbench.fuzz.marks"])
    with ProcessPoolExecutor(1, context, max_tasks_per_child=1) as executor:
        yield executor


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_marks(file: Path, fresh: ProcessPoolExecutor) -> None:
    assert fresh.submit(wrong_marks, file.read_text(encoding="utf-8")).result() == []
