"""`clew dead PATH…`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clew.cli.cover import (
    FAILED,
    INTERRUPTED,
    LEDGER,
    asked_for,
    keep_report,
    keeping_queries,
    processes,
    progress_shown,
    sources,
)
from clew.cli.findings import exit_code_by_findings, print_for_machines
from clew.cli.options import WithSettings, places_and_settings
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.report.record import Report


@click.command("dead", cls=WithSettings)
@places_and_settings
@click.option("--fresh", is_flag=True, help="Use nothing that an earlier run found, and keep nothing.")
@click.option("--strict", is_flag=True, help="Take notes for warnings: they count for the exit code.")
@click.option("--bounded", is_flag=True, help="Show also what was shown only within bounds (--loop, --len, ...).")
@click.option("--silenced", is_flag=True, help="Show also what an ignore comment silences.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    places: tuple[str, ...],
    config: str | None,
    isolated: bool,
    fresh: bool,
    strict: bool,
    bounded: bool,
    silenced: bool,
    **given: Any,
) -> None:
    """Find code that no normally ending execution passes through.

    Unreachable code (CLEW101), code that can be reached but only fails (CLEW102), and conditions that are always true
    (CLEW103) or always false (CLEW104); each proved, with the lines that contradict each other.  `clew rule CLEW101`
    shows the page of a rule; `# clew: ignore[CLEW101] reason` silences it on its line.  No test files are written.
    Of FILE.ivl: blocks of its procedures, by the same rules.
    """
    cwd = os.getcwd()
    with processes(places, ctx.obj) as nursery:
        settings, targets, problems = asked_for(ctx, places, cwd, config, isolated, given)
        from clew.pipeline import dead

        progress = progress_shown()
        try:
            memory = None if fresh else Path(cwd, LEDGER)
            keep = keeping_queries(settings, cwd)
            report = dead(targets, settings, progress, memory=memory, keep_query=keep, nursery=nursery)
        finally:
            progress.end()
    from clew.report.finding_list import shown
    from clew.report.record import show_report

    report = shown(report, strict=strict, bounded=bounded, silenced=silenced)
    keep_report(show_report(report), cwd)
    _print(report, settings, cwd)
    code = exit_code_by_findings(report)
    ctx.exit(max(code, FAILED) if problems and code != INTERRUPTED else code)


def _print(report: Report, settings: Settings, cwd: str) -> None:
    if print_for_machines(report, settings.output_format):
        return
    from clew.report.finding_list import print_findings, show_concise

    if settings.output_format == "concise":
        click.echo(show_concise(report), nl=False)
    else:
        print_findings(report, sources(report, cwd))
