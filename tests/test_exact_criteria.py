"""A fixed sample of `python -m clew.workbench.fuzz.exact`: what is said of each criterion is what running everything shows."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.scheduling.processes import warm_nursery
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.workbench.fuzz import least_suites
from clew.workbench.fuzz.exact import (
    CRITERIA,
    INPUTS,
    contradictions,
    module_of,
    module_with_labels,
    module_with_stores,
)
from clew.workbench.fuzz.executions import Fact, executed, independent


def test_verdicts_and_paths_are_those_of_running_everything() -> None:
    totals = Counter[str]()
    with warm_nursery(several=True) as nursery:
        assert [*contradictions(module_of("sample", 12), nursery, totals)] == []
        assert [*contradictions(module_with_stores("sample", 6), nursery, totals)] == []
        assert [*contradictions(module_with_labels("sample", 4), nursery, totals)] == []
    assert all(totals[f"{kind} covered"] and totals[f"{kind} infeasible"] for kind in CRITERIA), totals
    assert totals["paths"] > 20


def test_no_part_of_a_minimal_suite_shows_as_much(tmp_path: Path) -> None:
    text = module_of("minimal", 3)
    (tmp_path / "m.py").write_text(text)
    target = Target("m.py", str(tmp_path / "m.py"), "m", str(tmp_path))
    settings = Settings(
        criterion=("statement", "branch", "condition", "mcc", "boundary", "loop", "def-use"), suite="minimal", jobs=1
    )
    report = cover([target], settings, Silent()).report
    (note,) = [each for each in report.diagnostics if each.code == "suite"]
    tests = [test for unit in report.units for test in unit.tests]
    assert note.severity == "note"
    assert note.text.startswith(f"{len(tests)} tests: of the ") and note.text.endswith(
        "no fewer keep every settled goal"
    )
    nodes = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    shown = [facts_of(nodes, test.call) for test in tests]
    everything = {(name, fact) for name, node in nodes.items() for i in INPUTS for fact in executed(node, i).facts}
    assert set().union(*shown) == everything
    assert all(set().union(*shown[:i], *shown[i + 1 :]) < everything for i in range(len(shown)))


def test_minimal_suites_are_as_few_as_there_can_be() -> None:
    totals = Counter[str]()
    with warm_nursery(several=True) as nursery:
        assert [*least_suites.contradictions(module_of("few", 10), nursery, totals)] == []
    assert totals["functions"] == 10 and totals["as few as there can be"] >= 8, totals


def test_the_least_number_of_inputs() -> None:
    one, two, three = (("statement", line, 0, "") for line in (1, 2, 3))
    assert least_suites.least([frozenset({one, two}), frozenset({two, three}), frozenset({one, three})]) == 2
    assert least_suites.least([frozenset({one}), frozenset({two}), frozenset({one, two, three})]) == 1
    assert least_suites.least([frozenset({one}), frozenset({two}), frozenset({three}), frozenset({one})]) == 3


def facts_of(nodes: dict[str, ast.FunctionDef], call: str) -> set[tuple[str, Fact]]:
    match ast.parse(call, mode="eval").body:
        case ast.Call(func=ast.Name(name), args=args):
            inputs = dict(zip("abn", map(ast.literal_eval, args), strict=True))
            return {(name, fact) for fact in executed(nodes[name], inputs).facts}
    raise AssertionError(call)


def function(text: str) -> ast.FunctionDef:
    (node,) = ast.parse(text).body
    assert isinstance(node, ast.FunctionDef)
    return node


def test_the_judge_computes_what_cpython_does() -> None:
    text = module_with_stores("judge", 6) + module_of("judge", 12).replace("def f", "def g")
    space: dict[str, Any] = {}
    exec(compile(text, "m.py", "exec"), space)
    for node in (each for each in ast.parse(text).body if isinstance(each, ast.FunctionDef)):
        for inputs in INPUTS[::7]:
            shown = executed(node, inputs)
            try:
                assert space[node.name](**inputs) == shown.result and not shown.raised
            except ValueError:
                assert shown.raised


LOOP = """\
def f(a: bool, b: bool, n: int) -> int:
    x = 0
    while x < n and a:
        x += 1
        if b:
            break
    return x
"""


@pytest.mark.parametrize(
    ("arguments", "path", "some"),
    [
        ((1, 0, 2), "3:true,5:false,3:true,5:false,3:false", {("loop", 3, 10, "many"), ("mcc", 3, 10, "Fx")}),
        ((1, 1, 2), "3:true,5:true", {("loop", 3, 10, "once"), ("def-use", 7, 4, "x@4")}),
        ((0, 1, 2), "3:false", {("loop", 3, 10, "zero"), ("condition", 3, 20, "false"), ("def-use", 7, 4, "x@2")}),
    ],
)
def test_what_an_execution_shows(arguments: tuple[int, ...], path: str, some: set[Fact]) -> None:
    shown = executed(function(LOOP), dict(zip("abn", arguments, strict=True)))
    assert shown.path == path
    assert some <= shown.facts


@pytest.mark.parametrize(
    ("test", "vectors", "places"),
    [
        ("a and b", ["TT", "Fx"], [0]),
        ("a and b", ["TT", "Fx", "TF"], [0, 6]),
        ("not (a or b)", ["FT", "FF"], [10]),
        ("a and b or c", ["TTx", "TFF", "FxF"], [0, 6]),
        ("0 < n < 5", ["TT", "TF"], [4]),
    ],
)
def test_which_conditions_decide(test: str, vectors: list[str], places: list[int]) -> None:
    assert independent(ast.parse(test, mode="eval").body, vectors) == {(1, place) for place in places}
