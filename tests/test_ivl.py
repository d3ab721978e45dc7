"""The `.ivl` language: round trips, and every problem with its place, a caret and a hint."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.frontend.ivl import read
from clew.ir.blocks_text import show_program
from clew.report import record
from clew.report.record import read_report, show_report

SCHEMA = Path(record.__file__).with_name("schema.json")


def in_block(statements: str, head: str = "x: int, b: bool, m: [int]int, r: real") -> str:
    return f"proc p({head}) {{\n  entry:\n    {statements}\n    return;\n}}\n"


@pytest.mark.parametrize(
    "expression",
    [
        "x - (x - x) - x",
        "x * (x + 1) div 2 mod 3",
        "-x + -3 - -(3)",
        "(if b then x else x + 1) * 2",
        "m[x + 1]",
        "m[2 := 3][x]",
    ],
)
def test_expressions_round_trip(expression: str) -> None:
    program, problems = read(in_block(f"x := {expression};"))
    assert program is not None, problems
    text = show_program(program)
    assert f"x := {expression};" in text
    assert read(text)[0] == program


@pytest.mark.parametrize(
    "condition", ["b ==> b ==> b", "(b ==> b) ==> b", "!b && (b || b) <==> x < 3", "!(x == 2)", "r < -1.25", "m == m"]
)
def test_conditions_round_trip(condition: str) -> None:
    program, problems = read(in_block(f"assume {condition};"))
    assert program is not None, problems
    assert f"assume {condition};" in show_program(program)
    assert read(show_program(program))[0] == program


@pytest.mark.parametrize(
    "text, line, column, message",
    [
        (in_block("y := 1;"), 3, 5, "variable `y` is not declared"),
        (in_block("x := b;"), 3, 10, "expected a value of type `int`, this is of type `bool`"),
        (in_block("assume x;"), 3, 12, "expected a value of type `bool`, this is of type `int`"),
        (in_block("x := 1 / 2;"), 3, 10, "expected a value of type `real`, this is of type `int`"),
        (in_block("x := ;"), 3, 10, "expected an expression, found `;`"),
        (in_block("x := 1"), 4, 5, "expected `;` after the assignment, found `return`"),
        (in_block("goto nowhere;\n  b:"), 3, 10, "there is no label `nowhere` in `p`"),
        (in_block("assume 1 < x < 3;"), 3, 18, "comparisons do not chain; use `&&`, found `<`"),
        (in_block("call x := q(1);"), 3, 15, "there is no procedure `q`"),
        (in_block("call p(x);"), 3, 5, "`p` takes 4 arguments, 1 given"),
        (in_block("x := b ? 1;"), 3, 12, "unexpected character '?'"),
        ("proc p() { a: goto a; }", 1, 6, "procedure `p` has no final block, so no execution of it ends"),
        ("proc p() { a: goto b; b: return; b: return; }", 1, 34, "label `b` is defined twice in `p`"),
        ("proc p(x: int, x: int) { a: return; }", 1, 16, "parameter `x` is declared twice"),
        ("global x: int; proc p(x: int) { a: return; }", 1, 23, "parameter `x` hides the global of that name"),
        ("proc p() { }", 1, 6, "procedure `p` has no block"),
        ("proc p() { a: return;", 1, 22, "expected `}` at the end of the procedure, found the end of the file"),
        ("proc p(x: string) { a: return; }", 1, 11, "unknown type `string`"),
        ("", 1, 1, "there is no procedure in this file"),
    ],
)
def test_problems(text: str, line: int, column: int, message: str) -> None:
    program, problems = read(text)
    assert program is None
    problem = problems[0]
    assert (problem.span.line, problem.span.column + 1, problem.message) == (line, column, message)


@pytest.mark.parametrize("command", ["cover", "dead", "fmt", "dump"])
def test_a_problem_is_shown_with_its_line(tmp_path, monkeypatch, command: str) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    Path("p.ivl").write_text(in_block("x := xx;"))
    result = CliRunner().invoke(main, [command, "p.ivl"])
    assert result.exit_code == 2
    assert "error: p.ivl:3: variable `xx` is not declared" in result.output
    assert "3 │ x := xx;\n    │      ^^\n    did you mean `x`?" in re.sub(" +\n", "\n", result.output)


def test_deep_nesting_is_a_problem_and_no_crash() -> None:
    _, problems = read(in_block(f"x := {'(' * 5000}x{')' * 5000};"))
    assert "nested too deeply" in problems[0].message
    assert problems[0].span.line == 3


@pytest.mark.parametrize(
    "expression", ["x" + " + x" * 1500, "(" * 300 + "x" + " - 1)" * 300, "m[" * 120 + "x" + "]" * 120]
)
def test_long_expressions_are_analysed(tmp_path, expression: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "long.ivl"
    path.write_text(in_block(f"x := {expression}; assume x > 3;", "x: int, m: [int]int"))
    for command, said in (("cover", "1 goal: 1 covered"), ("dead", "no findings in 1 function;")):
        result = CliRunner().invoke(main, [command, str(path)])
        assert result.exit_code == 0, result.output
        assert said in result.output
    assert CliRunner().invoke(main, ["dump", str(path), "--after", "reachability"]).exit_code == 0
    assert CliRunner().invoke(main, ["fmt", str(path)]).exit_code == 0


SMALL = """proc p(x: int) {
  entry:
    goto over, under, never;
  over:
    assume x > 3;
    goto done;
  under:
    assume x <= 3;
    assert x > 9;
    goto done;
  never:
    assume x > 3 && x < 2;
    goto done;
  done:
    return;
}
"""


@pytest.fixture
def small(tmp_path) -> str:  # type: ignore[no-untyped-def]
    path = tmp_path / "small.ivl"
    path.write_text(SMALL)
    return str(path)


@pytest.mark.parametrize("algorithm", ["clew", "paths", "sc", "pc", "fm", "vstte"])
def test_dead(small: str, algorithm: str) -> None:
    result = CliRunner().invoke(main, ["dead", small, "--algorithm", algorithm])
    assert result.exit_code == 1, result.output
    assert ":7: CLEW102 no execution that reaches block `under` ends normally" in result.output
    assert ":11: CLEW104 the condition of block `never` is always false" in result.output
    assert "`over`" not in result.output


def test_findings_have_their_rules(small: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "two.ivl"
    path.write_text(
        "proc p(x: int) { e: assume x > 1; goto yes, no; yes: assume x > 0; goto done; no: assume x <= 0; goto more;"
        " more: goto done; done: return; }"
    )
    result = CliRunner().invoke(main, ["dead", str(path), "--output-format", "json"])
    found = {f["rule"]: f["text"] for f in json.loads(result.stdout)["findings"]}
    assert found == {
        "CLEW103": "the condition of block `yes` is always true",
        "CLEW104": "the condition of block `no` is always false",
        "CLEW101": "block `more` is never reached",
    }


def test_cover(small: str) -> None:
    result = CliRunner().invoke(main, ["cover", small])
    assert result.exit_code == 0, result.output
    assert "passes entry under under$fails1" in result.output
    assert "infeasible  line 11: block `never` is never reached" in result.output


def test_programs_and_python_share_a_report(small: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "m.py"
    path.write_text("def f(x: int) -> int:\n    return 1 if x > 3 else 2\n")
    options = ["--isolated", "--no-write", "--fresh", "--output-format", "json"]
    result = CliRunner().invoke(main, ["cover", str(path), small, *options])
    report = read_report(result.stdout)
    assert [unit.id.rpartition("/")[2] for unit in report.units] == ["m::f", "small.ivl::p"]
    assert report.totals.unknown == 0 and read_report(show_report(report)) == report
    jsonschema.validate(json.loads(result.stdout), json.loads(SCHEMA.read_text()))
    assert CliRunner().invoke(main, ["check", small]).exit_code == 2


def test_fmt_is_a_fixed_point(small: str) -> None:
    result = CliRunner().invoke(main, ["fmt", small])
    assert result.output == SMALL
    assert CliRunner().invoke(main, ["fmt", "--check", small]).exit_code == 0
