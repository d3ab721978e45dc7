"""`clew dead` on whole programs: a line is marked with the rule to be found there, and nothing else may be found."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from test_def_use import Program, feasible

from clew.cli.main import main
from clew.frontend.module import Module, read_module
from clew.frontend.stores import stores_in
from clew.pipeline import dead
from clew.report.finding import Finding
from clew.report.finding_list import finding_lines, show_concise, show_github, shown
from clew.report.frame import Signs
from clew.report.progress import Silent
from clew.report.record import Report, read_report, show_report
from clew.report.rules import rules
from clew.report.sarif import show_sarif
from clew.report.silence import find_ignores
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible

PROGRAMS = Path(__file__).parent / "programs" / "dead"
MARK = re.compile(r"# (CLEW\d+) (warning|note)((?: \w+Error)*)")


def analysed(folder: Path, names: list[str], **settings: Any) -> Report:
    targets = [Target(f"{name}.py", str(folder / f"{name}.py"), name, str(folder)) for name in names]
    return dead(targets, Settings(jobs=2, paths=400, **settings), Silent()).report


@pytest.fixture(scope="module")
def report() -> Report:
    return analysed(PROGRAMS, ["unreachable", "doomed", "conditions", "stores", "ignored"])


def of(report: Report, name: str) -> tuple[Finding, ...]:
    return tuple(f for f in shown(report, strict=False, bounded=False, silenced=True).findings or () if f.file == name)


def wanted(name: str) -> Iterator[tuple[int, str, str, tuple[str, ...]]]:
    for number, line in enumerate((PROGRAMS / name).read_text().splitlines(), 1):
        for rule, level, raises in MARK.findall(line):
            yield number, rule, level, tuple(sorted(raises.split()))


def findings_in(report: Report, name: str) -> list[tuple[int, str, str, tuple[str, ...]]]:
    return [(f.span.line, f.rule, f.level, tuple(sorted({r.name for r in f.raises}))) for f in of(report, name)]


@pytest.mark.parametrize("name", ["unreachable.py", "doomed.py", "conditions.py", "stores.py"])
def test_programs(report: Report, name: str) -> None:
    assert findings_in(report, name) == list(wanted(name))


def test_values_that_are_read() -> None:
    """By the shape alone, and where pairs are goals."""
    names = ["stores_that_are_read", "more_stores_that_are_read"]
    shaped = analysed(PROGRAMS, names)
    assert [f for name in names for f in findings_in(shaped, f"{name}.py") if f[1] == "CLEW105"] == []
    reached = {
        f"{unit.file}:{g.span.line}" for unit in shaped.units for g in unit.goals if isinstance(g.verdict, Covered)
    }
    assert len(reached) > 250
    paired = analysed(PROGRAMS, names, criterion=("def-use",))
    assert [f for name in names for f in findings_in(paired, f"{name}.py") if f[1] == "CLEW105"] == []


def test_no_findings_of_stores_where_frames_are_looked_at() -> None:
    assert findings_in(analysed(PROGRAMS, ["frames"]), "frames.py") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import inspect\ninspect.signature(int)\n", 1),
        ("import inspect\ninspect.stack()\n", 0),
        ("import inspect as i\n", 0),
        ("from inspect import stack as s\n", 0),
        ("from sys import _getframe\n", 0),
        ("vars(int)\n", 1),
        ("v = vars\n", 0),
        ("from builtins import dir as d\n", 0),
        ("f = getattr(__builtins__, 'exec')\n", 0),
        ("class A:\n    def vars(self): self.vars()\n", 1),
    ],
)
def test_modules_that_look_at_frames(text: str, found: int) -> None:
    module = read_module(f"{text}\ndef f(n):\n    m = n\n    return n\n", "m.py", "m")
    assert isinstance(module, Module)
    assert len(stores_in(module, asked=False).get("m::f", ())) == found


def test_what_no_path_reads_no_run_reads() -> None:
    """By a tracer of lines, on all inputs of random functions with loops and handlers."""
    rng, dead_ones = random.Random(23), 0
    for _ in range(150):
        program = Program(rng, "f")
        module = read_module(program.text, "m.py", "m")
        assert isinstance(module, Module)
        stores = stores_in(module, asked=False)["m::f"]
        seen = {
            (name, int(line)) for _, use in feasible(program.text, "f") for name, line in [use.split(":")[0].split("@")]
        }
        for store in stores:
            if not store.pairs:
                assert (store.name, store.span.line) not in seen, (store, program.text)
                dead_ones += 1
    assert dead_ones > 50


def test_stores_that_no_feasible_path_reads() -> None:
    report = analysed(PROGRAMS, ["stores", "stores_proved"], criterion=("def-use",))
    assert findings_in(report, "stores_proved.py") == list(wanted("stores_proved.py"))
    assert findings_in(report, "stores.py") == list(wanted("stores.py"))
    first = next(f for f in of(report, "stores_proved.py") if f.rule == "CLEW105")
    goals = {goal.id: goal.verdict for unit in report.units for goal in unit.goals}
    assert [type(goals[each]) for each in first.goals] == [Infeasible]
    assert {span.line for span in first.because} == {10, 12}
    plain = analysed(PROGRAMS, ["stores_proved"])
    assert not any(f.rule == "CLEW105" for f in plain.findings or ())


def test_no_finding_on_covered_code(report: Report) -> None:
    """Unreachable code has no test; doomed code has one, and it raises."""
    for unit in report.units:
        verdicts = {goal.id: goal for goal in unit.goals}
        tests = {test.id: test for test in unit.tests}
        for finding in report.findings or ():
            for goal in (verdicts[g] for g in finding.goals if g in verdicts):
                if finding.rule == "CLEW102":
                    assert isinstance(goal.verdict, Covered)
                    assert [t.id for t in tests.values() if goal.id in t.covers and t.outcome.kind != "raises"] == []
                else:
                    assert not isinstance(goal.verdict, Covered)


def test_ignore_comments(report: Report) -> None:
    found = of(report, "ignored.py")
    assert [(f.span.line, f.rule, f.level, f.silenced) for f in found] == [
        (9, "CLEW101", "warning", "a reason"),
        (16, "CLEW002", "note", None),
        (17, "CLEW101", "warning", "another reason"),
        (22, "CLEW001", "warning", None),
        (26, "CLEW001", "warning", None),
        (30, "CLEW002", "note", None),
    ]
    open_ones = shown(report, strict=False, bounded=False, silenced=False).findings or ()
    assert [f.span.line for f in open_ones if f.file == "ignored.py" and f.rule == "CLEW101"] == []


def test_what_holds_within_bounds_is_left_out(report: Report) -> None:
    lines = {f.text for f in report.findings or () if f.scope}
    assert any("len(xs) > 100_000" in text for text in lines)
    assert not any(f.scope for f in shown(report, strict=False, bounded=False, silenced=True).findings or ())


def test_strict_makes_warnings(report: Report) -> None:
    findings = shown(report, strict=True, bounded=False, silenced=True).findings or ()
    assert {f.level for f in findings if f.rule.startswith("CLEW1")} == {"warning"}


GOLDEN = """
unreachable.py:12: CLEW101 `return 9` is never reached: `days > 9` is always false
    10 │ days = 1 + distance % 9
       │ ^^^^^^^^^^^^^^^^^^^^^^^
    11 │ if days > 9:
       │    ^^^^^^^^
    12 │     return 9  # CLEW101 warning
       │     ~~~~~~~~
"""


def test_full_output(report: Report) -> None:
    sources = {n.name: n.read_text().splitlines() for n in PROGRAMS.glob("*.py")}
    text = "\n".join(line.plain for line in finding_lines(report, sources, 100, Signs()))
    assert text.startswith(GOLDEN.lstrip("\n"))
    assert "ZeroDivisionError is raised in doomed.average, line 10" in text


def test_other_formats(report: Report) -> None:
    first = next(f for f in report.findings or () if f.file == "unreachable.py")
    leaning = "for all inputs, if arguments have their annotated types (no subclasses but declared ones)"
    line = f"unreachable.py:12:9: warning: CLEW101 {first.text} (lines 10, 11); {leaning}"
    assert show_concise(report).splitlines()[0] == line
    assert show_github(report).startswith("::warning file=unreachable.py,line=12,endLine=12,col=9,title=CLEW101::")
    sarif = json.loads(show_sarif(report, {}))["runs"][0]
    assert len(sarif["results"]) == len(report.findings or ())
    assert {r["ruleId"] for r in sarif["results"]} <= {r["id"] for r in sarif["tool"]["driver"]["rules"]}


def test_json_both_ways_and_by_the_schema(report: Report) -> None:
    import jsonschema

    text = show_report(report)
    schema = json.loads((Path(__file__).parent.parent / "src/clew/report/schema.json").read_text())
    jsonschema.validate(json.loads(text), schema)
    assert read_report(text).findings == report.findings


# ---------------------------------------------------------------- comments and rules


def test_ignores_are_comments_only() -> None:
    text = 'x = "# clew: ignore[CLEW101]"\n\n# clew: ignore[CLEW101,CLEW102]  why\n\n# more\n'
    text += "y = 1  #clew:ignore[CLEW103]\n"
    one, two = find_ignores(text)
    assert (one.codes, one.reason, one.lines) == (("CLEW101", "CLEW102"), "why", frozenset({3, 6}))
    assert (two.codes, two.reason, two.lines) == (("CLEW103",), "", frozenset({6}))


@pytest.mark.parametrize("code", rules())
def test_every_rule_has_a_page(code: str) -> None:
    text = rules()[code].page
    assert text.startswith(f"# {code}: {rules()[code].title}\n\n")
    assert all(f"\n## {part}" in text for part in ("Example", "Why it matters", "Silence it"))


def test_rule_command() -> None:
    shown_page = CliRunner().invoke(main, ["rule", "clew101"])
    assert (shown_page.exit_code, shown_page.output) == (0, rules()["CLEW101"].page)
    every = CliRunner().invoke(main, ["rule"])
    assert every.exit_code == 0 and [line.split()[0] for line in every.output.splitlines()] == list(rules())
    assert CliRunner().invoke(main, ["rule", "CLEW110"]).exit_code == 2


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("def f(x: int) -> int:\n    return x\n", [], 0),
        ("def f(x: int) -> int:\n    return x\n    return 2\n", [], 1),
        ("def f(x: int) -> int:\n    return x\n    return 2  # clew: ignore[CLEW101] why\n", [], 0),
        ("def f(x: int) -> int:\n    return x\n    raise ValueError\n", [], 0),
        ("def f(x: int) -> int:\n    return x\n    raise ValueError\n", ["--strict"], 1),
        ("def f(:\n", [], 2),
    ],
)
def test_exit_codes(text: str, options: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "subject.py").write_text(text)
    result = CliRunner().invoke(main, ["dead", "subject.py", "--output-format", "concise", *options])
    assert result.exit_code == code, result.output


def test_a_test_tells_its_path_condition(report: Report) -> None:
    unit = next(u for u in report.units if u.id == "doomed::caught_here")
    paths = {test.call: [(s.span.line, s.text, s.outcome) for s in test.path] for test in unit.tests}
    assert paths["caught_here(3)"][0] == (100, "`x == 3`", "true")


def test_every_goal_shown_by_exhaustion_says_why(report: Report) -> None:
    """In code that asks only about its inputs; the shape of the code and constants have no contradiction to show."""
    silent = [
        goal.id
        for unit in report.units
        if unit.id.startswith("conditions::")
        for goal in unit.goals
        if isinstance(goal.verdict, Infeasible) and goal.outcome in ("true", "false") and not goal.verdict.because
    ]
    assert silent == []
