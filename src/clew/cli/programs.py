"""`.ivl` programs on the command line: read with their problems shown, covered, searched for dead code, printed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clew.cli.queries import missing_second_engine, query_writer
from clew.cli.shown import show_problem
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import suggestion
from clew.source.recursion import deep_recursion
from clew.source.text import read_source

if TYPE_CHECKING:
    from clew.ir.blocks import Program
    from clew.ivl_pipeline import IvlSettings, ProcedureReport
    from clew.logic.evaluate import Value
    from clew.solver.supply import Supply
    from clew.vc.modular import Calls, Summaries

SETTLED, FINDINGS, FAILED = 0, 1, 2


def _options(function: Callable[..., None]) -> Callable[..., None]:
    """What `clew cover` and `clew dead` take for `.ivl` programs."""
    names = ["clew", "paths", "pc", "sc", "fm", "vstte"]
    for option in (
        click.option("--output-format", type=click.Choice(["full", "json"]), default="full"),
        click.option("--cross-check", is_flag=True, help="ask cvc5 about every contradiction that a proof leans on"),
        click.option("--keep-queries", metavar="DIR", help="folder for one SMT-LIB file per solver query"),
        click.option("--seed", default=0, show_default=True, help="seed of random inputs and of the solver"),
        click.option(
            "--calls",
            type=click.Choice(["inline", "summarise", "auto"]),
            default="auto",
            show_default=True,
            help="inline the procedures called, or put summaries of their executions in their place; "
            "auto: where the summary is complete and much smaller",
        ),
        click.option("--depth", default=3, show_default=True, help="depth of recursion that is followed"),
        click.option("--loop", default=8, show_default=True, help="rounds of a loop that are followed"),
        click.option("--algorithm", type=click.Choice(names), default="clew", show_default=True),
        click.argument("places", nargs=-1, required=True, metavar="FILE.ivl[::PROCEDURE]..."),
    ):
        function = option(function)
    return function


@click.command("cover")
@_options
@click.pass_context
def cover(ctx: click.Context, /, **given: Any) -> None:
    """A test for every block of .ivl programs, or a proof that no execution passes it and ends.

    Algorithms: `clew` is ours; `sc`, `fm`, `vstte` and `pc` are those of Christ, Hoenicke and Schäf (2012); `paths`
    is our depth-first enumeration of all feasible paths.
    """
    from clew.ivl_pipeline import cover as analyse

    _run(ctx, analyse, **given)


@click.command("dead")
@_options
@click.pass_context
def dead(ctx: click.Context, /, **given: Any) -> None:
    """Blocks of .ivl programs that no normally ending execution passes: unreachable, or reached and doomed."""
    from clew.ivl_pipeline import dead as analyse

    _run(ctx, analyse, **given)


def _run(
    ctx: click.Context,
    analyse: Callable[[Program, str, IvlSettings, Summaries], ProcedureReport],
    places: tuple[str, ...],
    algorithm: str,
    calls: Calls,
    loop: int,
    depth: int,
    seed: int,
    keep_queries: str | None,
    cross_check: bool,
    output_format: str,
) -> None:
    from clew.ivl_pipeline import IvlSettings
    from clew.vc.task import Limits

    others = [place for place in places if not place.partition("::")[0].endswith(".ivl")]
    for place in others:
        show_problem(
            Diagnostic("usage", "Python and .ivl programs are analysed one after the other, not in one run", place)
        )
    if others:
        ctx.exit(FAILED)
    if cross_check and (problem := missing_second_engine()) is not None:
        show_problem(problem)
        ctx.exit(FAILED)
    settings = IvlSettings(algorithm, loop, depth, Limits(seed=seed, supply=_supply(keep_queries, cross_check)), calls)
    with deep_recursion():
        code = run_programs(places, settings, output_format, analyse)
    ctx.exit(code)


def _supply(keep_queries: str | None, cross_check: bool) -> Supply:
    """Engines whose questions are written to the folder, in the order of asking."""
    from clew.solver.supply import Supply
    from clew.solver.watching import watcher

    if keep_queries is None:
        return Supply(watcher(None, cross_check))
    write, numbers = query_writer(Path(keep_queries)), itertools.count(1)

    def keep(text: str) -> None:
        write("query", next(numbers), text)

    return Supply(watcher(keep, cross_check), keep)


def read_program(file: str) -> tuple[str, Program] | None:
    """The text and the program; None when it has problems, which are then shown."""
    from clew.frontend.ivl import read
    from clew.frontend.ivl_problems import show_problem as show_text_problem

    try:
        text = read_source(file)
    except InputError as error:
        show_problem(error.diagnostic)
        return None
    program, problems = read(text)
    for problem in problems:
        click.echo(show_text_problem(problem, text, file), err=True)
    return None if program is None else (text, program)


def run_programs(
    places: tuple[str, ...],
    settings: IvlSettings,
    output_format: str,
    analyse: Callable[[Program, str, IvlSettings, Summaries], ProcedureReport],
) -> int:
    """Analyse every procedure, or the one named after `::`, and print the reports; the exit code."""
    from clew.ivl_pipeline import summaries_of

    code = SETTLED
    documents = []
    for place in places:
        file, _, wanted = place.partition("::")
        found = read_program(file)
        if found is None:
            code = FAILED
            continue
        text, program = found
        names = [p.name for p in program.procedures if wanted in ("", p.name)]
        if not names:
            hint = suggestion(wanted, [p.name for p in program.procedures])
            show_problem(Diagnostic("no-such-name", f"there is no procedure `{wanted}`{hint}", file))
            code = FAILED
        summaries = summaries_of(program, settings)
        for name in names:
            report = analyse(program, name, settings, summaries)
            code = max(code, _code(report))
            if output_format == "json":
                goals = [goal.to_json() for goal in report.goals]
                documents.append({"file": file, **asdict(replace(report, goals=())), "goals": goals})
            else:
                click.echo(show_report(report, file, text))
    if output_format == "json":
        click.echo(json.dumps({"schema": "clew-ivl/1", "procedures": documents}, indent=1, default=str))
    return code


def _code(report: ProcedureReport) -> int:
    if report.problem:
        return FAILED
    findings = any(goal.word not in ("covered", "infeasible", "none-within-bounds") for goal in report.goals)
    return FINDINGS if findings else SETTLED


def show_report(report: ProcedureReport, file: str, text: str) -> str:
    """A procedure for a person: how much is covered, what is not and why, the tests, the effort."""
    from clew.report.rules import title
    from clew.report.wording import count, scope_words
    from clew.verdict.verdicts import Infeasible, NoneWithin, Unknown

    if report.problem:
        return f"{file}::{report.name}: error: {report.problem}"
    covered = sum(goal.word == "covered" for goal in report.goals)
    lines = [
        f"{file}::{report.name}  {covered} of {len(report.goals)} blocks covered by {count(len(report.tests), 'test')}"
    ]
    source = text.split("\n")
    for goal in report.goals:
        if goal.word == "covered" and not goal.rule:
            continue
        verdict = "none" if goal.word == "none-within-bounds" else goal.word
        proof = goal.verdict if isinstance(goal.verdict, Infeasible | NoneWithin) else None
        within = f" {scope_words(proof.scope)}" if proof is not None and proof.scope else ""
        words = f"  {file}:{goal.span.line}: {goal.goal}: {verdict}{within}"
        words += f" ({goal.verdict.reason.text})" if isinstance(goal.verdict, Unknown) else ""
        lines.append(words + (f"; {goal.rule} {title(goal.rule)}" if goal.rule else ""))
        for span in proof.because if proof is not None else ():
            lines.append(f"    {span.line:>5} | {source[span.line - 1].strip()}")
    for index, test in enumerate(report.tests):
        inputs = ", ".join(f"{name} = {_value(test.inputs[name])}" for name in report.inputs if name in test.inputs)
        lines.append(
            f"  test {index + 1}: {inputs or 'no inputs'}; {' '.join(label for label in test.path if '~' not in label)}"
        )
    for use in report.summaries:
        kind = "all its paths" if use.exact else "some of its executions, refined on demand"
        lines.append(f"  calls of {use.callee}: by a summary of {use.cases} case{'s' * (use.cases != 1)}, {kind}")
    statistics = report.statistics
    lines.append(
        f"  {count(statistics.queries, 'query', 'queries')}, "
        f"{count(statistics.path_searches, 'path search', 'path searches')}, {count(statistics.runs, 'run')}, "
        f"{statistics.solver_seconds:.2f} s in the solver, {statistics.seconds:.2f} s"
    )
    return "\n".join(lines)


def _value(value: Value) -> str:
    """Arrays as in `[0: 7, 3: 1, else 0]`."""
    from clew.logic.evaluate import ArrayValue

    if not isinstance(value, ArrayValue):
        return str(value)
    entries = [f"{index}: {_value(value.entries[index])}" for index in sorted(value.entries)]
    return f"[{', '.join([*entries, f'else {_value(value.default)}'])}]"
