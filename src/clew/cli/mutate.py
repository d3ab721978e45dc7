"""`clew mutate PATH…`."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from clew.cli.options import WithSettings, only_formats, places_and_settings
from clew.cli.running import (
    FAILED,
    FINDINGS,
    INTERRUPTED,
    SETTLED,
    Asked,
    asked,
    keep_report,
    output_folder,
    running_tests,
    sources,
    write_tests,
)
from clew.cli.shown import show_problem
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.mutation.suite import Tried
    from clew.report.survivors import Survivors


@click.command("mutate", cls=WithSettings)
@places_and_settings
@click.option(
    "--tests",
    multiple=True,
    metavar="DIR",
    help="Where your tests are: a folder, a file, file.py::test; repeatable.  [default: as pytest's settings say]",
)
@click.option("--write", is_flag=True, help="Write tests, to the folder -o, that notice what yours do not.")
@click.option("--fail-under", type=float, metavar="PERCENT", help="Exit code 1 only where the score is less than this.")
@click.option("--fresh", is_flag=True, help="Use nothing that earlier runs found (it is kept in .clew/).")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    places: tuple[str, ...],
    config: str | None,
    isolated: bool,
    tests: tuple[str, ...],
    write: bool,
    fail_under: float | None,
    fresh: bool,
    **given: Any,
) -> None:
    """Say which small changes of the functions at PATH your own pytest suite does not notice.

    Each mutant is run with the tests that reach it.  One that survives is equivalent, proved: no test by `==` can
    notice it; or it is told apart by a call, which is shown and with --write becomes a test; or it is open, with the
    reason.  The score is the share that your tests kill of the mutants that are not proved equivalent.
    """
    only_formats(given)
    with asked(ctx, places, config, isolated, given) as run:
        output, refused = output_folder(ctx, run.settings, run.cwd, "without --write none are") if write else (None, [])
        found = _run(ctx, run, tests, output, fresh)
    _print(found, run.settings, run.cwd)
    for problem in refused:
        show_problem(problem)
    failed = any(problem.severity == "error" for problem in (*run.problems, *refused, *found.report.problems))
    if found.interrupted:
        ctx.exit(INTERRUPTED)
    short = any(each.survived for each in found.mutants) if fail_under is None else found.score < fail_under
    if fail_under is not None and short:
        click.echo(f"less than --fail-under={fail_under:g}", err=True)
    ctx.exit(FAILED if failed else FINDINGS if short else SETTLED)


def _run(ctx: click.Context, run: Asked, tests: tuple[str, ...], output: str | None, fresh: bool) -> Survivors:
    """Ends where the tests cannot be used."""
    from clew.cli.mutating import survivors_of
    from clew.mutation.suite import Unusable
    from clew.report.record import show_report

    def look(found: Tried, total: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{len(found.fates)} of {total} mutants ", err=True, nl=False)
            if len(found.fates) == total:
                click.echo("\r\x1b[K", err=True, nl=False)

    began = time.monotonic()
    with ExitStack() as stack:
        try:
            found, result = survivors_of(
                run.targets, run.settings, run.cwd, tests, look, lambda: stack.enter_context(run.arguments(fresh))
            )
        except Unusable as error:
            if sys.stderr.isatty():
                click.echo("\r\x1b[K", err=True, nl=False)
            show_problem(Diagnostic("tests", str(error), "", detail=error.detail))
            ctx.exit(FAILED)
    keep_report(show_report(result.report), run.cwd)
    wrong = write_tests(result, output, run.settings.output) if output is not None else []
    report = replace(found.report, diagnostics=(*wrong, *found.report.diagnostics))
    written = running_tests(run.targets, run.settings.output, run.cwd) if output is not None and result.tests else ""
    return replace(found, report=report, seconds=time.monotonic() - began, written=written)


def _print(found: Survivors, settings: Settings, cwd: str) -> None:
    from clew.report.survivors import print_survivors, show_concise, show_survivors

    match settings.output_format:
        case "json":
            click.echo(show_survivors(found), nl=False)
        case "concise":
            click.echo(show_concise(found), nl=False)
        case _:
            print_survivors(found, sources(found.report, cwd))
