"""`clew suite`: what a user's own tests show, which of them are not needed, and only the missing ones are written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import clew
from clew.frontend.module import Module, read_module
from clew.goals.criteria import Criteria
from clew.settling.own_tests import needed, reached_in, shown_in
from clew.settling.work import ModuleWork, entries_of
from clew.source.discovery import Target

SHOP = """\
def fee(grams: int, express: bool, gift: bool) -> int:
    cents = 490 if grams < 1000 else 890
    if express and not gift:
        cents += 700
    if cents < 490:
        return 0
    return cents


def half(n: int) -> int:
    return n // 2
"""

TESTS = """\
import pytest

from shop import fee


@pytest.fixture(scope="module")
def light():
    return fee(1, False, False)


def test_light(light):
    assert light == 490


def test_light_again():
    assert fee(2, False, False) == 490


@pytest.mark.parametrize("grams", [1000])
def test_heavy(grams):
    assert fee(grams, True, False) == 1590


def test_nothing():
    pass


def test_failing():
    assert fee(1, True, True) == 0
"""


def clew_suite(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "160", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "clew", "suite", *arguments, "--isolated", "--jobs", "1", "--attack", "20"]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_shop.py").write_text(TESTS)
    return tmp_path


def test_what_is_missing_is_written_and_nothing_else(project: Path) -> None:
    shown = clew_suite(project, "tests", "--for", "shop.py", "--criterion", "branch,mcdc")
    assert shown.returncode == 1, shown.stderr
    lines = shown.stdout.splitlines()
    table = {words[0]: words[1:] for line in lines if (words := line.split()) and words[0] in ("branch", "mcdc")}
    assert table == {"branch": ["6", "5", "1", "·", "·"], "mcdc": ["2", "1", "·", "1", "·"]}
    assert "  shop.py:5: `cents < 490` is never true" in lines
    assert "not needed for this: 1 of 3 tests" in shown.stdout
    assert "  tests/test_shop.py::test_light_again" in lines or "  tests/test_shop.py::test_light" in lines
    assert "  tests/test_shop.py::test_failing: assert 490 == 0" in lines
    assert "1 test of yours reaches nothing of this" in lines
    assert "2 tests of yours keep all that they show; no fewer do" in lines
    assert lines[-2].startswith("6 of 8 goals shown by your tests, 1 impossible, 1 missing: 85 % of what is possible;")
    written = (project / "clew_tests" / "test_shop__missing.py").read_text()
    assert written.count("def test_") == 1 and "parametrize" not in written  # the other half of the pair is there

    (project / "shop.py").write_text(SHOP + "\n\ndef third(n: int) -> int:\n    return n // 3 if n > 3 else 0\n")
    renewed = clew_suite(project, "tests", "clew_tests", "--for", "shop.py", "--criterion", "branch,mcdc")
    assert "2 missing" in renewed.stdout
    written = (project / "clew_tests" / "test_shop__missing.py").read_text()
    assert "fee(" in written and "third(" in written  # what was there is kept

    again = clew_suite(project, "tests", "clew_tests", "--for", "shop.py", "--criterion", "branch,mcdc", "--no-write")
    assert again.returncode == 0
    assert "9 of 10 goals shown by your tests, 1 impossible: 100 % of what is possible" in again.stdout


def test_functions_that_nothing_is_missing_of_are_not_settled(project: Path) -> None:
    (project / "tests" / "test_shop.py").write_text(
        "from shop import half\n\ndef test_half():\n    assert half(4) == 2\n"
    )
    shown = clew_suite(project, "--for", "shop.py::half", "--output-format", "json")
    assert shown.returncode == 0
    found: dict[str, Any] = json.loads(shown.stdout)
    schema = json.loads((Path(clew.__file__).parent / "report" / "schema.json").read_text())
    jsonschema.validate(found, schema)
    assert found["units"] == []
    assert found["suite"]["criteria"] == {"statement": {"shown": 1, "impossible": 0, "reachable": 0, "open": 0}}
    (test,) = found["suite"]["tests"]
    assert (test["test"], test["goals"], test["needed"]) == ("tests/test_shop.py::test_half", 1, True)
    assert not (project / "clew_tests").exists()


def test_for_machines_each_goal_has_a_line(project: Path) -> None:
    shown = clew_suite(project, "tests", "--for", "shop.py::half", "--output-format", "concise")
    assert shown.stdout.splitlines()[:2] == [
        "shop.py:11: shop::half:11:statement: reachable: half(0)",
        "tests/test_shop.py::test_failing: failed: assert 490 == 0",
    ]
    assert shown.returncode == 1


LABEL = """\
def label(text: str) -> str:
    if text is None:
        return "-"
    if len(text) < 0:
        return "?"
    return text
"""
NO_TEXT = """\
from label import label

def test_none():
    assert label(None) == "-"
"""


def test_what_tests_break_of_what_a_proof_takes_for_granted_is_no_defect(project: Path) -> None:
    (project / "label.py").write_text(LABEL)
    (project / "tests" / "test_shop.py").write_text(NO_TEXT)
    shown = clew_suite(project, "tests", "--for", "label.py", "--output-format", "json", "--no-write")
    found: dict[str, Any] = json.loads(shown.stdout)["suite"]
    assert found["contradicted"] == []
    assert {part["line"] for part in found["broken"]} == {2, 3}
    assert {part["state"] for part in found["parts"] if part["line"] == 5} == {"open"}
    words = clew_suite(project, "tests", "--for", "label.py", "--no-write").stdout
    assert "in which something that its proof takes for granted does not hold" in words
    assert "a defect of clew" not in words


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tests"], "Missing option '--for'"),
        (["tests", "--for", "shop.py", "--criterion", "path"], "probes do not see what tests show of --criterion path"),
        (["elsewhere", "--for", "shop.py"], "pytest ended with exit code 4 before any test"),
        (["tests", "--for", "shop.py", "--output-format", "sarif"], "is none of this command"),
    ],
)
def test_what_cannot_be_asked(project: Path, arguments: list[str], said: str) -> None:
    shown = clew_suite(project, *arguments)
    assert shown.returncode == 2
    assert said in shown.stderr


def work_of(text: str, criteria: Criteria) -> ModuleWork:
    module = read_module(text, "m.py", "m", criteria)
    assert isinstance(module, Module)
    return ModuleWork(Target("m.py", "/m.py", "m", "/"), module, entries_of(module))


DECIDES = "def f(a: bool, b: bool) -> int:\n    if a and b:\n        return 1\n    return 0\n"


def test_tests_show_pairs_together() -> None:
    work = work_of(DECIDES, Criteria(("mcdc",)))
    vector = {goal.outcome: goal.id for goal in work.module.goals if goal.kind == "mcc"}
    tests = [frozenset({("/m.py", vector[each])}) for each in ("TT", "Fx", "TF", "Fx")]
    nothing: frozenset[tuple[str, str]] = frozenset()
    conditions = [joint.goal.id for joint in work.joint]
    assert shown_in(work, tests[:2], nothing) == {conditions[0]}
    assert shown_in(work, tests, nothing) == {*conditions}
    assert shown_in(work, [*tests[:1], tests[2]], nothing) == {conditions[1]}
    assert reached_in(work, tests[:1], nothing) == {vector["TT"]}
    found = needed([work], tests, nothing, [0.1, 0.3, 0.1, 0.2])
    assert (found.tests, found.least) == ({0, 2, 3}, 3)


def test_what_importing_shows_needs_no_test() -> None:
    work = work_of("def f() -> int:\n    return 1\n", Criteria(("statement",)))
    (goal,) = work.module.goals
    reached = frozenset({("/m.py", goal.id)})
    assert needed([work], [reached, reached], frozenset(), [0.2, 0.1]).tests == {1}
    assert needed([work], [reached, reached], reached, [0.2, 0.1]).tests == frozenset()
    assert shown_in(work, [], reached) == {goal.id}
