"""Goals that the block form settles before anything is run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clew.concolic.prepared import prepare
from clew.concolic.tasks import explore_unit
from clew.goals.criteria import BRANCH, DEF_USE, Criteria
from clew.goals.goal import Place
from clew.passes.flatten.function import Flat
from clew.search.request import Exploration, Found, Setup
from clew.settling.work import pickled, read_targets
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.vc import units
from clew.vc.task import UNREACHED, Limits
from clew.vc.units import UnitCovering
from clew.verdict.evidence import Evidence

TEXT = """
def f(a: int, b: int) -> int:
    x = 0
    if a > 3:
        x = 1
    if a > 7:
        b = x
    return x + b
"""
FAILS = """
def f(a: int, b: int) -> int:
    x = 0
    if a > 3:
        x = 1
    if b > 3:
        raise ValueError(x)
    return x
"""


class Emitted:
    class guard:
        @staticmethod
        def drain() -> tuple[Any, ...]:
            return ()

    def __init__(self) -> None:
        self.found: list[Found] = []

    def __call__(self, message: object) -> None:
        if isinstance(message, Found):
            self.found.append(message)


def explored(
    folder: Path, name: str, text: str, *criteria: str, strays: bool = False
) -> tuple[Exploration, list[Found], frozenset[str]]:
    from clew.scheduling.unit_search import request_of

    file = folder / f"{name}.py"
    file.write_text(text)
    (work,), _ = read_targets([Target(file.name, str(file), name, str(folder))], Criteria(criteria))
    prepared = prepare(Setup(name, (str(folder),), 200_000, pickled([work])))
    emitted = Emitted()
    request = replace(request_of(work.entries[0], Settings(), 40), strays=strays)
    result = explore_unit(prepared, request, emitted)  # type: ignore[arg-type]
    return result, emitted.found, work.entries[0].goals


def test_nothing_is_followed_where_all_is_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    result, found, goals = explored(tmp_path, "settled_at_once", TEXT, DEF_USE)
    assert result.runs == 0
    proved = {goal for goal, known in result.known.items() if isinstance(known, Evidence)}
    reached = [goal for each in found for goal in each.goals]
    assert proved | set(reached) == goals and len(reached) == len(set(reached))
    assert [goal.rpartition(":")[2] for goal in proved] == ["x@3"]  # of the use in line 7
    assert {each.ended for each in found} == {""}


def test_runs_that_fail_after_statements_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    result, found, goals = explored(tmp_path, "fails_at_once", FAILS, DEF_USE, "statement")
    assert {goal for each in found for goal in each.goals} == goals
    assert {each.ended for each in found} == {"", "ValueError"}
    assert not result.known


def test_proofs_are_not_believed_where_an_input_misses_its_goal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(flat: Flat, places: Sequence[Place], limits: Limits) -> UnitCovering:
        possible = [place for place in places if place.span.line != 7]
        return UnitCovering((({"a": 0, "b": 0}, tuple(places)),), {possible[0]: UNREACHED})

    monkeypatch.setattr(units, "cover_at_once", wrong)
    monkeypatch.syspath_prepend(str(tmp_path))
    result, found, goals = explored(tmp_path, "wrong_at_once", TEXT, DEF_USE)
    assert {goal for each in found for goal in each.goals} == goals - result.known.keys()
    assert [goal.rpartition(":")[2] for goal in result.known] == ["x@3"]


PLAIN = """
def first(values, key=None):
    for value in values:
        if value if key is None else key(value):
            return value
    return None
"""


def test_where_nothing_is_claimed_nobody_reads_all_files_for_classes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "beside.py").write_text("class Mode(int): ...\n")
    monkeypatch.setattr("clew.inputs.stand_ins.declared_classes", None)  # whoever reads them fails
    _, found, goals = explored(tmp_path, "nothing_claimed", PLAIN, BRANCH, strays=True)
    assert found and goals


def test_an_operator_of_bits_asks_for_classes_in_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "beside.py").write_text("import enum\nclass Mode(enum.IntFlag):\n    A = 1\n")
    text = "def f(a, b):\n    if a & b:\n        return 1\n    return ~a\n"
    read: list[object] = []
    monkeypatch.setattr("clew.inputs.stand_ins.declared_classes", lambda *texts: read.append(texts) or ())
    explored(tmp_path, "of_bits", text, BRANCH, strays=True)
    assert read
