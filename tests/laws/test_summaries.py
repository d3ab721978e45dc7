"""Summaries against inlining, on random programs of several procedures with globals, nested calls and recursion.

Soundness (Lemma 3 of Christ, Hoenicke and Schäf 2012): what is feasible with summaries is feasible with inlining.
Completeness: the final verdicts are the same.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.frontend.ivl import read
from clew.ir.blocks import Havoc, Program
from clew.ir.blocks_text import show_procedure
from clew.report.record import UnitReport
from clew.semantics.block_run import all_paths
from clew.settling.programs import settled_procedure, summaries_of
from clew.source.settings import Settings
from clew.vc.algorithms import ALGORITHMS
from clew.vc.modular import Calls, Form, Settled, Summaries, settle
from clew.vc.preparation import Bounds, prepare
from clew.vc.summaries import procedure_of
from clew.vc.task import Limits
from laws.random_ivl import HIGH, LOW, random_program

HOW: tuple[tuple[Calls, Form], ...] = (("summarise", "paths"), ("summarise", "tests"), ("auto", "paths"))


def program_of(text: str) -> Program:
    program, problems = read(text)
    assert program is not None, problems
    return program


def summaries(
    program: Program, calls: Calls, form: Form = "paths", depth: int = 3, limits: Limits | None = None
) -> Summaries:
    return Summaries(program, calls, Bounds(8, depth), limits or Limits(), form)


def words(report: UnitReport) -> dict[str, str]:
    """What is said of each block of the procedure itself."""
    assert not report.diagnostics
    said = {g.outcome: "doomed" if g.doomed else type(g.verdict).__name__ for g in report.goals}
    return {label: word for label, word in said.items() if label is not None and "." not in label}


def verdicts(known: Summaries, dead: bool = False, algorithm: str = "clew") -> dict[str, str]:
    return words(settled_procedure(known, known.program.procedure("p"), algorithm, dead))


def settled_by(known: Summaries) -> Settled:
    return settle(known, known.program.procedure("p"), True, ALGORITHMS["clew"])


def check_agreement(seed: int, recursion: bool = False) -> None:
    program = program_of(random_program(seed, recursion))
    # Few random runs leave the algorithms more to do.
    limits = Limits(runs=seed % 3 * 20)
    dead = seed % 3 == 2
    wanted = verdicts(summaries(program, "inline", depth=1, limits=limits), dead)
    assert "Unknown" not in wanted.values()
    for calls, form in HOW:
        assert verdicts(summaries(program, calls, form, 1, limits), dead) == wanted, (seed, calls, form, dead)


@pytest.mark.parametrize("start", range(0, 50, 25))
def test_the_verdicts_are_those_of_inlining(start: int) -> None:
    for seed in range(start, start + 25):
        check_agreement(seed)


def test_the_verdicts_are_those_of_inlining_with_recursion() -> None:
    for seed in range(20):
        check_agreement(seed, recursion=True)


def own(path: tuple[str, ...]) -> tuple[str, ...]:
    """The blocks of `p` itself, without halves that a call cut off."""
    return tuple(label for label in path if "." not in label and "~" not in label)


def replay(seed: int) -> int:
    """Run every test that summaries gave in the inlined procedure; how many tests."""
    program = program_of(random_program(seed))
    count = 0
    prepared = prepare(program, program.procedure("p"), Bounds(), True)
    havocs = [i for b in prepared.task.procedure.blocks for i in b.instrs if isinstance(i, Havoc)]
    if len(havocs) > 3:  # too many ways to choose their values
        return 0
    for form in ("paths", "tests"):
        known = summaries(program, "summarise", form, limits=Limits(runs=seed % 3 * 20))
        for test in settled_by(known).covering.tests:
            chosen = tuple(dict.fromkeys((*test.havocs, *range(LOW, HIGH + 1))))
            inlined = all_paths(prepared.task.machine, test.inputs, lambda name, chosen=chosen: chosen)  # type: ignore[misc]
            assert own(test.path) in map(own, inlined), (seed, form, test)
            count += 1
    return count


def test_what_is_feasible_with_summaries_is_feasible_with_inlining() -> None:
    assert sum(map(replay, range(200, 260))) > 100


CALLER = """
global g: int;
global kept: int;

proc p(x: int) {
  var y: int;
  start:
    call y := f(x);
    goto seven, other, never;
  seven:
    assume y == 7 && kept == 3;
    return;
  other:
    assume y != 7;
    goto last;
  never:
    assume g == 4;
    return;
  last:
    assert kept >= 0;
    return;
}

proc f(a: int) returns (b: int) {
  begin:
    g := 5;
    goto one, two;
  one:
    assume a > 1000;
    b := a - 2000;
    goto end;
  two:
    assume a <= 1000;
    b := 0 - a;
    goto end;
  end:
    return;
}
"""


@pytest.mark.parametrize(("calls", "form"), HOW)
def test_a_caller(calls: Calls, form: Form) -> None:
    """`seven` needs an execution of `f` that covering `f` does not give; that `g` is 5 holds on every path of it."""
    program = program_of(CALLER)
    found = verdicts(summaries(program, calls, form, limits=Limits(runs=0)))
    assert found.pop("never") == "Infeasible"
    assert set(found.values()) == {"Covered"}
    used = settled_by(summaries(program, calls, form, limits=Limits(runs=0))).used
    assert [(use.callee, use.exact) for use in used] == {
        ("summarise", "paths"): [("f", True)],
        ("summarise", "tests"): [("f", False)],
        ("auto", "paths"): [],
    }[calls, form]


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
@pytest.mark.parametrize("form", ["paths", "tests"])
def test_every_algorithm_takes_summaries(algorithm: str, form: Form) -> None:
    program = program_of(CALLER)
    for dead in (False, True):
        wanted = verdicts(summaries(program, "inline"), dead)
        assert verdicts(summaries(program, "summarise", form), dead, algorithm) == wanted


def test_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "caller.ivl"
    path.write_text(CALLER)
    options = ["--calls", "summarise", "--isolated", "--output-format", "json"]
    (unit,) = json.loads(CliRunner().invoke(main, ["cover", f"{path}::p", *options]).stdout)["units"]
    never = next(goal for goal in unit["goals"] if goal["outcome"] == "never")
    assert (never["verdict"], never["summaries"]) == ("infeasible", ["f"])
    result = CliRunner().invoke(main, ["dump", f"{path}::f", "--after", "summary"])
    assert result.output.startswith("// all its paths\nproc f(a: int) returns (b: int) {"), result.output
    assert "case~2 of f.case~2:" in result.output


def test_a_summary_is_a_procedure_that_reads_back() -> None:
    program = program_of(CALLER)
    summary = summaries_of(program, Settings(calls="summarise")).summary("f")
    assert summary is not None and summary.exact and len(summary.cases) == 2
    text = show_procedure(procedure_of(summary, program))
    assert "g := 5;" in text and "kept" not in text
    assert show_procedure(program_of("global g: int;\n" + text).procedures[0]) == text


def test_paths_that_differ_in_nothing_become_one_case() -> None:
    tests = "\n".join(
        f"""  t{i}: goto y{i}, n{i};
  y{i}: assume a{i} > 0; k := 0; goto t{i + 1};
  n{i}: assume a{i} <= 0; goto t{i + 1};"""
        for i in range(6)
    )
    parameters = ", ".join(f"a{i}: int" for i in range(6))
    program = program_of(f"proc p({parameters}) returns (k: int) {{ var z: int; {tests} t6: k := 1; return; }}")
    summary = summaries_of(program, Settings(calls="summarise")).summary("p")
    assert summary is not None and summary.exact
    assert [len(case.conditions) for case in summary.cases] == [0]
