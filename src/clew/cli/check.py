"""`clew check PATH…`."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from clew.cli.findings import exit_code_by_findings, print_for_machines
from clew.cli.options import WithSettings, places_and_settings, shard_option
from clew.cli.running import (
    FAILED,
    INTERRUPTED,
    NO_TESTS,
    asked,
    keep_report,
    output_folder,
    pages,
    running_tests,
    sources,
    write_tests,
)
from clew.cli.shown import show_problem
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.report.record import Report


@click.command("check", cls=WithSettings)
@places_and_settings
@shard_option
@click.option("--no-write", is_flag=True, help="Write no test files.")
@click.option("--fresh", is_flag=True, help="Use nothing that earlier runs found (it is kept in .clew/).")
@click.option("--baseline", metavar="FILE", help="Leave out what FILE lists; made from this run where there is none.")
@click.option("--proofs", is_flag=True, help="List what is proved, too, with what each proof leans on.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    places: tuple[str, ...],
    config: str | None,
    isolated: bool,
    no_write: bool,
    fresh: bool,
    baseline: str | None,
    proofs: bool,
    **given: Any,
) -> None:
    """Prove or refute what must never happen in the functions at PATH.

    Claims need no annotation: an `assert` never fails, and no exception leaves a function that nothing announces (an
    index or key that is not there, a division by zero, an operation on None, a text that is no number, ...).  What is
    refuted is shown as a call that was run on plain CPython, and written as a test that fails (to the folder -o).
    """
    with asked(ctx, places, config, isolated, given) as run:
        settings, cwd = run.settings, run.cwd
        output, refused = (None, []) if no_write else output_folder(ctx, settings, cwd, NO_TESTS)
        _refuse_baseline(ctx, cwd, baseline)
        from clew.pipeline import check

        with run.arguments(fresh) as arguments:
            result = check(run.targets, settings, **arguments)
    from clew.report.record import show_report

    report = result.report
    written = [*refused, *write_tests(result, output, settings.output)]
    if baseline is not None:
        from clew.cli.baseline import without_known

        report, trouble = without_known(report, os.path.join(cwd, baseline), baseline, partial(click.echo, err=True))
        written += trouble
    keep_report(show_report(report), cwd)
    running = running_tests(run.targets, settings.output, cwd) if output is not None else None
    _print(report, settings, cwd, running, proofs)
    written += pages(report, run)
    for problem in written:
        show_problem(problem)
    code = exit_code_by_findings(report)
    failed = run.problems or any(problem.severity == "error" for problem in written)
    ctx.exit(max(code, FAILED) if failed and code != INTERRUPTED else code)


def _refuse_baseline(ctx: click.Context, cwd: str, baseline: str | None) -> None:
    """Ends where it can be neither read nor written."""
    if baseline is not None:
        from clew.cli.baseline import refused_file

        if (refused := refused_file(os.path.join(cwd, baseline), baseline)) is not None:
            show_problem(refused)
            ctx.exit(FAILED)


def _print(report: Report, settings: Settings, cwd: str, running: str | None, proofs: bool) -> None:
    lines = sources(report, cwd)
    if print_for_machines(report, settings.output_format, lines):
        return
    from clew.report.claim_list import print_claims, show_concise

    if settings.output_format == "concise":
        click.echo(show_concise(report, proofs), nl=False)
    else:
        print_claims(report, lines, running, proofs)
