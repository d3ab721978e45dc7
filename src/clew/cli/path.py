"""`clew path FILE.py::FUNCTION EXPRESSION`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

import click

from clew.cli.asking import targets_at
from clew.cli.options import WithSettings, only_formats, overrides, settings_options
from clew.cli.running import (
    FAILED,
    FINDINGS,
    NO_TESTS,
    asked,
    exit_code,
    keep_report,
    output_folder,
    sources,
    write_tests,
)
from clew.cli.settings_file import settings_for
from clew.cli.shown import show_problem
from clew.goals.criteria import PATH
from clew.source.diagnostics import ClewError, Diagnostic
from clew.source.settings import COVERAGE
from clew.verdict.verdicts import Covered, Unknown

if TYPE_CHECKING:
    from clew.frontend.paths.asked import Asked
    from clew.report.record import CoverResult
    from clew.source.settings import Settings

ONE: Final = "name one function: clew path FILE.py::FUNCTION EXPRESSION"


@click.command("path", cls=WithSettings)
@settings_options
@click.argument("place", metavar="FILE.py::FUNCTION")
@click.argument("expression", metavar="EXPRESSION", required=False)
@click.option("--start", metavar="EVENT", help="Where the path begins, inside of the call: a line, a label, 17:true.")
@click.option("--given", "beginning", metavar="CONDITION", help="What is true at the beginning of the path.")
@click.option("--where", metavar="CONDITION", help="What is true at the end of the path.")
@click.option("--must", metavar="CONDITION", help="Does every execution along the path end with this true?")
@click.option("--count", "counting", is_flag=True, help="How many paths are there that some input takes?")
@click.option("--list", "listing", is_flag=True, help="Which are they?")
@click.option("--graph", metavar="FILE.svg", help="Draw the function, with what is known of it, and the path.")
@click.option("--no-write", is_flag=True, help="Write no test file.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    place: str,
    expression: str | None,
    config: str | None,
    isolated: bool,
    start: str | None,
    beginning: str | None,
    where: str | None,
    must: str | None,
    counting: bool,
    listing: bool,
    graph: str | None,
    no_write: bool,
    **given: Any,
) -> None:
    """Is there an input that drives execution along a path, with CONDITION true at its end?

    The answer is a call (written as a test to the folder -o), a proof that there is none, or the reason why neither was
    found.  EXPRESSION says which paths are meant, by the events of one call: 17 (the statement of that line), 17:true,
    17:false (its test), 17:taken (a case), 17:entered (an except clause), entry, exit, raises, raises:KeyError,
    call:fetch, or a label (# clew: label NAME).  `.` is any event, !17 any but that; they follow each other, with | for
    either and * + ? for repetitions:

    clew path shop.py::total 'entry .* 17:true (23 | 31) !40* exit' --where 'result > 100'

    CONDITION is a Python expression over the variables there, and `result` behind `exit`.

    A path begins with the call, or, with --start, whenever execution comes to that place with what is --given true.

    In place of EXPRESSION, --count and --list say how many paths there are that some input takes, with up to --loop
    rounds of each loop, and which (3:true,5:false); nothing is run for that.
    """
    only_formats(given)
    if (expression is None) is not (counting or listing):
        raise click.UsageError("an EXPRESSION, or --count, or --list")
    if expression is None:
        if start or beginning or where or must:
            raise click.UsageError("--start, --given, --where and --must are asked with an EXPRESSION")
        _count(ctx, place, config, isolated, given, listing)
        return
    if where is not None and must is not None:
        raise click.UsageError("--where asks whether it may be true, --must whether it always is: one of them")
    from clew.frontend.paths.asked import Asked

    question = Asked(expression, where or must or "", must is not None, start or "", beginning or "")
    with asked(ctx, (place,), config, isolated, given) as run:
        if len(run.targets) != 1 or run.targets[0].qualname is None or run.targets[0].is_program:
            raise click.UsageError(ONE)
        output, refused = (None, []) if no_write else output_folder(ctx, run.settings, run.cwd, NO_TESTS)
        with run.arguments(fresh=True) as arguments:
            result = _answered(ctx, run, question, arguments, COVERAGE if graph is not None else ())
        run.nursery.let_go()
    problems = [*refused, *write_tests(result, output, run.settings.output)]
    if graph is not None and result.report.units:
        problems += _draw(result, graph, run.cwd)
    from clew.report.record import show_report

    keep_report(show_report(result.report), run.cwd)
    _print(result, question, run.settings, run.cwd, written=output is not None)
    for problem in problems:
        show_problem(problem)
    failed = any(problem.severity == "error" for problem in problems)
    ctx.exit(FAILED if failed else exit_code(result.report, _is_finding(result, question)))


def _count(
    ctx: click.Context, place: str, config: str | None, isolated: bool, given: dict[str, Any], listing: bool
) -> None:
    """Nothing is run, so no processes are started."""
    try:
        settings = settings_for(os.getcwd(), config, isolated, overrides(given))
        targets, _ = targets_at((place,), settings, os.getcwd())
    except ClewError as error:
        for problem in error.diagnostics:
            show_problem(problem)
        ctx.exit(FAILED)
    if len(targets) != 1 or targets[0].qualname is None or targets[0].is_program:
        raise click.UsageError(ONE)
    from clew.settling.path_counts import count_paths

    found = count_paths(targets[0], settings)
    match found:
        case Diagnostic():
            show_problem(found)
            ctx.exit(FAILED)
        case str():
            click.echo(f"unknown: {found}")
            ctx.exit(FINDINGS)
    for path in found.paths() if listing else ():
        click.echo(path or "(nothing is decided)")
    if not listing:
        click.echo(found.said)


def _answered(
    ctx: click.Context, run: Any, question: Asked, arguments: dict[str, Any], further: tuple[str, ...]
) -> CoverResult:
    """Ends where it cannot be asked, with a caret under what is wrong."""
    from clew.frontend.paths.asked import problem_of
    from clew.frontend.paths.expression import BadQuestion
    from clew.pipeline import path

    try:
        return path(run.targets, question, run.settings, further=further, **arguments)
    except BadQuestion as error:
        show_problem(problem_of(error, question, run.targets[0].file))
        ctx.exit(FAILED)


def _draw(result: CoverResult, graph: str, cwd: str) -> list[Diagnostic]:
    """Write the picture; what was wrong."""
    from clew.report.path_answer import path_graph

    drawn = path_graph(result, sources(result.report, cwd)[result.report.units[0].file])
    try:
        with open(os.path.join(cwd, graph), "w", encoding="utf-8") as file:
            file.write(drawn)
    except OSError as error:
        return [Diagnostic("output", f"cannot write the picture: {error.strerror}", graph)]
    return [] if drawn else [Diagnostic("output", "the function is too large for a picture", graph, severity="warning")]


def _is_finding(result: CoverResult, question: Asked) -> bool:
    """Is it left open, or did something not hold that must?"""
    verdicts = [goal.verdict for unit in result.report.units for goal in unit.goals if goal.kind == PATH]
    refuted = question.must and any(isinstance(verdict, Covered) for verdict in verdicts)
    return refuted or any(isinstance(verdict, Unknown) for verdict in verdicts)


def _print(result: CoverResult, question: Asked, settings: Settings, cwd: str, written: bool) -> None:
    from clew.report.record import show_report

    match settings.output_format:
        case "json":
            click.echo(show_report(result.report), nl=False)
        case "concise":
            from clew.report.concise import show_concise

            click.echo(show_concise(result.report), nl=False)
        case _:
            from clew.report.path_answer import print_answer

            print_answer(result, question, sources(result.report, cwd), settings.output if written else None)
