"""Modules of a project that have the name of one of the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible


@pytest.mark.parametrize("name", ["shlex", "statistics"])
def test_a_module_of_its_own_is_the_project_s(tmp_path: Path, name: str) -> None:
    text = "class Box: ...\ndef total(xs: list[int]) -> int:\n    return 1 if len(xs) < 0 else 0\n"
    (tmp_path / f"{name}.py").write_text(text)
    target = Target(f"{name}.py", str(tmp_path / f"{name}.py"), name, str(tmp_path))
    (unit,) = cover([target], Settings(jobs=1), Silent()).report.units
    assert {type(goal.verdict) for goal in unit.goals} == {Covered, Infeasible}
