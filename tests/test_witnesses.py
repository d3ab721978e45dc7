"""The judge of the attacks: what it tells of."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from clew.source.settings import Settings
from clew.workbench.witnesses import contradictions
from clew.workers.nursery import Nursery

ASKED: Final = (Settings(paths=2), Settings(paths=20, work=400_000))
REFUTED: Final = """\
def f(x: int) -> int:
    if isinstance(x, str):
        return 1  # reached by: f("a"){supposing}
    return 0
"""


def told(folder: Path, text: str, nursery: Nursery) -> list[str]:
    file = folder / "subject.py"
    file.write_text(text)
    return [each.text for each in contradictions([file], ASKED, nursery)[0]]


def test_a_proof_that_a_call_refutes_is_told_once_for_each_setting(tmp_path: Path, nursery: Nursery) -> None:
    found = told(tmp_path, REFUTED.format(supposing=""), nursery)
    assert len(found) == len(ASKED) * len({"the statement", "the branch"})
    assert found[0] == found[2] and "is Infeasible, scope {}, assuming ['types']" in found[0]


def test_a_call_that_breaks_what_is_supposed_refutes_nothing(tmp_path: Path, nursery: Nursery) -> None:
    assert told(tmp_path, REFUTED.format(supposing=" [supposing types]"), nursery) == []


def test_a_call_that_does_not_reach_its_statement_is_told(tmp_path: Path, nursery: Nursery) -> None:
    text = "def f(x: int) -> int:\n    if x > 3:\n        return 1  # reached by: f(3)\n    return 0\n"
    assert told(tmp_path, text, nursery) == ["does not reach its statement (it ended normally)"]


def test_only_functions_with_marks_are_asked_about(tmp_path: Path, nursery: Nursery) -> None:
    text = "def f(x: int) -> int:\n    if x > 3:\n        return 1  # reached by: f(4)\n    return 0\n"
    file = tmp_path / "subject.py"
    file.write_text(text + "\n\ndef g() -> int:\n    return 1\n")
    wrong, counts = contradictions([file], ASKED, nursery)
    assert wrong == [] and sum(counts.values()) == len(ASKED)
