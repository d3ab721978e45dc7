"""Functions written to refute verdicts, each hard goal with the call that reaches it (see `workbench.witnesses`).

The provers are judged alone: plain runs against verdicts (`--attack`) would hide what is wrong with them.  The budget
is one that CI can pay; `python -m clew.workbench.witnesses` takes any options of `clew cover`.

A search that covers a goal hides what the provers say of it, so each file is asked about with hardly any run, too.
Files are asked about some at a time, since half of what one costs is the start of clew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.workbench.witnesses import PREFIX, contradictions, read_witnesses

FOLDER = Path(__file__).parent / "attacks"
SEARCHED = ("--attack", "0", "--paths", "150", "--work", "1000000")
HARDLY_RUN = ("--attack", "0", "--paths", "2")
TOGETHER = 6
FILES = sorted(file for file in FOLDER.glob("*.py") if not file.name.startswith((PREFIX, "_")))
PROJECTS = sorted(folder for folder in FOLDER.iterdir() if folder.is_dir() and not folder.name.startswith("_"))
SUBJECTS = [
    *(sorted(file for file in folder.glob("*.py") if not file.name.startswith(PREFIX)) for folder in PROJECTS),
    *(FILES[first : first + TOGETHER] for first in range(0, len(FILES), TOGETHER)),
]


def name_of(subject: list[Path]) -> str:
    folder = subject[0].parent
    return "+".join(file.stem for file in subject) if folder == FOLDER else folder.name


@pytest.mark.slow
@pytest.mark.parametrize("subject", SUBJECTS, ids=name_of)
def test_no_verdict_is_refuted(subject: list[Path]) -> None:
    wrong, counts = contradictions(subject, SEARCHED, HARDLY_RUN, project=subject[0].parent != FOLDER)
    unmarked = [file for file in subject if not read_witnesses(file)[1]]
    assert counts and (unmarked == [] or subject[0].parent != FOLDER), f"no marks: {unmarked}"
    assert [one.shown() for one in wrong] == []
