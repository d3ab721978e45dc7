"""`clew dead PATH…`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from clew.cli.findings import exit_code_by_findings, print_for_machines
from clew.cli.options import WithSettings, places_and_settings, shard_option
from clew.cli.running import FAILED, INTERRUPTED, asked, keep_report, pages, sources
from clew.cli.shown import show_problem
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.report.record import Report


@click.command("dead", cls=WithSettings)
@places_and_settings
@shard_option
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
    (CLEW103) or always false (CLEW104); each proved, with the lines that contradict each other.  Values that are stored
    and never read (CLEW105): on no path of the control-flow graph, or, with --criterion def-use, on no feasible one.
    `clew rule CLEW101` shows the page of a rule; `# clew: ignore[CLEW101] reason` silences it on its line.  No test
    files are written.  Of FILE.ivl: blocks of its procedures, by the same rules.
    """
    with asked(ctx, places, config, isolated, given) as run:
        from clew.pipeline import dead

        with run.arguments(fresh) as arguments:
            report = dead(run.targets, run.settings, **arguments).report
    from clew.report.finding_list import shown, without_silenced
    from clew.report.record import show_report

    report = shown(report, strict=strict, bounded=bounded, silenced=True)
    keep_report(show_report(report), run.cwd)
    asked_for = report if silenced or run.settings.output_format == "sarif" else without_silenced(report)
    _print(asked_for, run.settings, run.cwd)
    written = pages(report, run)
    for problem in written:
        show_problem(problem)
    code = exit_code_by_findings(report)
    failed = run.problems or any(problem.severity == "error" for problem in written)
    ctx.exit(max(code, FAILED) if failed and code != INTERRUPTED else code)


def _print(report: Report, settings: Settings, cwd: str) -> None:
    lines = sources(report, cwd)
    if print_for_machines(report, settings.output_format, lines):
        return
    from clew.report.finding_list import print_findings, show_concise

    if settings.output_format == "concise":
        click.echo(show_concise(report), nl=False)
    else:
        print_findings(report, lines)
