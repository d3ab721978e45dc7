"""`clew cover PATH…`."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import click

from clew.cli.findings import print_for_machines
from clew.cli.options import WithSettings, only_formats, places_and_settings, shard_option
from clew.cli.running import (
    FAILED,
    NO_TESTS,
    Asked,
    asked,
    exit_code,
    keep_report,
    output_folder,
    pages,
    running_tests,
    sources,
    write_tests,
)
from clew.cli.shown import show_problem
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.report.record import CoverResult, Report


@click.command("cover", cls=WithSettings)
@places_and_settings
@shard_option
@click.option("--no-write", is_flag=True, help="Write no test files.")
@click.option("--fresh", is_flag=True, help="Use nothing that earlier runs found (it is kept in .clew/).")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    places: tuple[str, ...],
    config: str | None,
    isolated: bool,
    no_write: bool,
    fresh: bool,
    **given: Any,
) -> None:
    """Settle every statement and branch goal of the functions at PATH.

    PATH is a file, a folder, a dotted module, or one function: file.py::f, file.py::Class::method.  Each goal gets a
    test (written to the folder -o), a proof that nothing reaches it, or the reason why neither was found.  Other goals
    are asked for by --criterion; what shows that a condition decides by itself (mcdc) is a pair of tests.

    So does each block of the procedures of FILE.ivl, or of FILE.ivl::procedure; their tests are inputs, and shown.
    """
    only_formats(given, "junit", "markdown")
    with asked(ctx, places, config, isolated, given) as run:
        output, refused = (None, []) if no_write else output_folder(ctx, run.settings, run.cwd, NO_TESTS)
        code = _run(run, output, refused, fresh)
    ctx.exit(max(code, FAILED) if run.problems else code)


def _run(run: Asked, output: str | None, refused: list[Diagnostic], fresh: bool) -> int:
    """Analyse, write, print; the exit code.  refused: why no tests are written, if something is wrong."""
    from clew.pipeline import cover
    from clew.report.record import show_report

    settings, cwd = run.settings, run.cwd
    printer = {"concise": "clew.report.concise", "full": "clew.report.terminal"}.get(settings.output_format)
    with run.arguments(fresh, lambda: printer and importlib.import_module(printer)) as arguments:
        result = cover(run.targets, settings, **arguments)
    run.nursery.let_go()
    problems = [*refused, *write_tests(result, output, settings.output)]
    keep_report(show_report(result.report), cwd)
    _print(result, settings, cwd, running_tests(run.targets, settings.output, cwd) if output is not None else None)
    problems += pages(result.report, run)
    for problem in problems:
        show_problem(problem)
    failed = any(problem.severity == "error" for problem in problems)
    return FAILED if failed else exit_code(result.report, _leaves_open(result.report))


def _leaves_open(report: Report) -> bool:
    """Is a goal unknown, or doomed?"""
    return report.totals.unknown > 0 or any(goal.doomed for unit in report.units for goal in unit.goals)


def _print(result: CoverResult, settings: Settings, cwd: str, running: str | None) -> None:
    """The report on stdout.  running: the command that runs the tests; None where they were not written."""
    lines = sources(result.report, cwd)
    if print_for_machines(result.report, settings.output_format, lines):
        return
    if settings.output_format == "concise":
        from clew.report.concise import show_concise

        click.echo(show_concise(result.report), nl=False)
    else:
        from clew.report.terminal import print_report

        print_report(result, lines, None if running is None else settings.output, running or "")
