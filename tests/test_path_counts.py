"""Feasible paths, counted and listed without running anything, against running everything (as `test_paths`)."""

from __future__ import annotations

import random
import time
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_def_use import Program
from test_paths import Oracle, rounds_of, subject_of, word

from clew.cli.main import main
from clew.settling.path_counts import Counted, counted
from clew.source.settings import Settings

MANY = tuple(product((True, False), (True, False), range(-30, 31)))


def counts(text: str, **settings: int) -> Counted | str:
    module, subject = subject_of(text)
    return counted(module, module.units[0], subject.node, Settings(**settings))


def test_they_are_those_of_running_everything() -> None:
    rng, seen = random.Random(17), 0
    for _ in range(60):
        program = Program(rng, "f")
        found = counts(program.text)
        assert isinstance(found, Counted), found
        if found.ending + found.raising > 3_000 or found.cut:
            continue
        oracle = Oracle(program.text, "f")
        wanted = {word(steps) for each in MANY if rounds_of(steps := oracle.steps(each)) <= found.loop}
        listed = [*found.paths()]
        assert found.exact
        assert sorted(listed) == sorted(wanted), program.text
        assert len(listed) == found.ending + found.raising
        seen += len(listed)
    assert seen > 120


def chain(tests: int, condition: str) -> str:
    """So many tests in a row."""
    lines = [f"def f({', '.join(f'a{i}: int' for i in range(tests))}) -> int:", "    x = 0"]
    for i in range(tests):
        lines += [f"    if {condition.format(i=i, before=max(i - 1, 0))}:", "        x += 1"]
    return "\n".join([*lines, "    return x", ""])


@pytest.mark.parametrize(
    ("tests", "condition", "paths"),
    [
        (20, "a{i} > 3", 2**20),
        (100, "a{i} > 3", 2**100),
        (7, "a{i} > 3 and a{before} < 8 or a{i} == 1", 128),
        (12, "a0 > {i}", 13),
        (3, "a{i} > 3 > a{i}", 1),
    ],
)
def test_tests_in_a_row(tests: int, condition: str, paths: int) -> None:
    began = time.process_time()
    found = counts(chain(tests, condition))
    assert isinstance(found, Counted)
    assert found.ending == paths
    assert found.raising == 0 and found.exact
    assert time.process_time() - began < 60, "each state is expanded once"


def test_conditions_that_depend_on_the_one_before() -> None:
    """Brute force over what matters of each variable."""
    text = chain(5, "a{i} > 3 and a{before} < 8 or a{i} == 1")
    oracle = Oracle(text, "f")
    wanted = {word(oracle.steps(each)) for each in product((0, 1, 4, 9), repeat=5)}
    found = counts(text)
    assert isinstance(found, Counted)
    assert {*found.paths()} == wanted


def test_loops_are_followed_to_their_bound() -> None:
    text = "def f(n: int) -> int:\n    while n > 0:\n        n -= 1\n    return n\n"
    found = counts(text, loop=3)
    assert isinstance(found, Counted)
    assert (found.ending, found.raising, found.cut, found.loop) == (4, 0, 1, 3)


def test_what_cannot_be_counted_is_said() -> None:
    assert counts("def f(s: str) -> str:\n    return s.upper() if s else s\n") == (
        "the attribute upper (line 2) is in no block form"
    )


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.py").write_text(chain(3, "a0 > {i}"), encoding="utf-8")
    shown = CliRunner().invoke(main, ["path", "m.py::f", "--count"])
    assert shown.exit_code == 0
    assert shown.stdout.startswith("4 paths end normally")
    listed = CliRunner().invoke(main, ["path", "m.py::f", "--list"])
    assert listed.stdout.splitlines()[:4] == [
        "3:false,5:false,7:false", "3:true,5:false,7:false", "3:true,5:true,7:false", "3:true,5:true,7:true",
    ]  # fmt: skip
    wrong = CliRunner().invoke(main, ["path", "m.py::f", "3", "--count"])
    assert wrong.exit_code == 2 and "or --count" in wrong.stderr
    Path("m.py").write_text("def f(s: str) -> str:\n    return s.upper()\n", encoding="utf-8")
    unknown = CliRunner().invoke(main, ["path", "m.py::f", "--count"])
    assert unknown.exit_code == 1
    assert "unknown: the attribute upper" in unknown.stdout
