"""What the reference says of Python is so: the marks in `tests/supported`, which it is read off, against verdicts."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import clew
from clew.report.record import GoalReport
from clew.verdict.verdicts import Infeasible, NoneWithin, Unknown
from clew.workbench.reference import MARK

FOLDER = Path(__file__).parent / "supported"


def said(goal: GoalReport) -> str:
    match goal.verdict:
        case Infeasible(scope=()):
            return "never"
        case Infeasible() | NoneWithin():
            return "never within bounds"
        case Unknown(reason):
            return f"open: {reason.code}"
    return "reached"


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_lines_that_nothing_reaches(file: Path) -> None:
    report = clew.cover(file, cwd=FOLDER, isolated=True).report
    found = {g.span.line: said(g) for unit in report.units for g in unit.goals if g.kind == "statement"}
    lines = file.read_text(encoding="utf-8").splitlines()
    marks = {number: mark[1] for number, line in enumerate(lines, 1) if (mark := MARK.search(line))}
    assert marks and {line: found[line] for line in marks} == marks
    titled = [unit.id for unit in report.units if unit.id.partition("::")[2] in titles(lines)]
    assert len(titled) == len(titles(lines)) <= len(marks)


def titles(lines: list[str]) -> set[str]:
    """The functions that are rows of the table: with a docstring."""
    return {
        line.removeprefix("def ").partition("(")[0]
        for line, below in pairwise(lines)
        if line.startswith("def ") and below.startswith('    """')
    }
