"""`clew report FILE.json`: a report that was kept, as text or as pages."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from clew.cli.findings import print_for_machines
from clew.cli.pages import kept_sources, refused_folder, write_pages
from clew.cli.running import FAILED, LAST_REPORT, SETTLED, sources
from clew.cli.shown import show_problem
from clew.source.diagnostics import Diagnostic
from clew.source.settings import FORMATS

if TYPE_CHECKING:
    from clew.report.record import Report


@click.command("report")
@click.argument("files", metavar="[FILE.json]...", nargs=-1, type=click.Path())
@click.option("--html", metavar="DIR", help="Write it as pages for a browser, and print nothing.")
@click.option("--output-format", type=click.Choice(FORMATS), default="full", help="As of the other commands.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], html: str | None, output_format: str) -> None:
    """Show a report that was kept as JSON, by default that of the last run in this folder; nothing is run.

    Several, as shards of a run leave them (--shard), are joined.  Source lines come from what `--html` left beside the
    report, else from the files that it names, from here.
    """
    from clew.report.joined import joined

    cwd = os.getcwd()
    if html is not None and (refused := refused_folder(html, cwd)) is not None:
        show_problem(refused)
        ctx.exit(FAILED)
    files = files or (LAST_REPORT,)
    try:
        report = joined([_read(ctx, file) for file in files])
    except ValueError as error:
        show_problem(Diagnostic("unreadable", str(error), files[0]))
        ctx.exit(FAILED)
    problems = []
    lines = sources(report, cwd)
    for file in files:
        lines |= kept_sources(file)
    if html is not None:
        problems = write_pages(report, lines, html, cwd)
    elif not _print(report, output_format, lines):
        of = "clew dead and clew check"
        show_problem(
            Diagnostic("format", f"it has no findings, which {output_format} is about: it is of {of}", files[0])
        )
        ctx.exit(FAILED)
    for problem in problems:
        show_problem(problem)
    ctx.exit(FAILED if any(problem.severity == "error" for problem in problems) else SETTLED)


def _read(ctx: click.Context, file: str) -> Report:
    """Ends where there is none."""
    from clew.report.record import read_report

    try:
        with open(file, encoding="utf-8") as handle:
            return read_report(handle.read())
    except FileNotFoundError:
        show_problem(Diagnostic("missing", "there is no such report; `clew cover PATH` leaves one", file))
    except (OSError, ValueError) as error:
        show_problem(Diagnostic("unreadable", f"cannot read this report: {error}", file))
    ctx.exit(FAILED)


def _print(report: Report, output_format: str, lines: Mapping[str, Sequence[str]]) -> bool:
    """False where the report has nothing that such a format is about."""
    if report.findings is None and output_format in ("sarif", "github"):
        return False
    if print_for_machines(report, output_format, lines):
        return True
    from clew.report import claim_list, concise, finding_list, terminal
    from clew.report.record import CoverResult

    match report.command, output_format:
        case "cover", "concise":
            click.echo(concise.show_concise(report), nl=False)
        case "cover", _:
            terminal.print_report(CoverResult(report), lines, "")
        case "check", "concise":
            click.echo(claim_list.show_concise(report), nl=False)
        case "check", _:
            claim_list.print_claims(report, lines, "", proofs=False)
        case _, "concise":
            click.echo(finding_list.show_concise(finding_list.without_silenced(report)), nl=False)
        case _:
            finding_list.print_findings(finding_list.without_silenced(report), lines)
    return True
