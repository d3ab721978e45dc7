"""`clew diff REV [PATH…]`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from clew.cli.asking import earlier_versions, two_versions
from clew.cli.options import WithSettings, only_formats, overrides, settings_options
from clew.cli.running import FAILED, FINDINGS, INTERRUPTED, SETTLED, end_with, progress_shown
from clew.cli.settings_file import settings_for
from clew.cli.shown import show_problem
from clew.scratch import scratch_folder
from clew.source.diagnostics import ClewError
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.report.differences import Differences
    from clew.source.revisions import Earlier


@click.command("diff", cls=WithSettings)
@settings_options
@click.argument("revision", metavar="REV")
@click.argument("places", nargs=-1, metavar="[PATH]...")
@click.option("--no-index", is_flag=True, help="REV and PATH are two files, or two folders: before and after.")
@click.option("--markdown", is_flag=True, help="Print Markdown, as for the text of a pull request.")
@click.option("--allow-unknown", is_flag=True, help="Exit code 1 only where something differs.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    revision: str,
    places: tuple[str, ...],
    config: str | None,
    isolated: bool,
    no_index: bool,
    markdown: bool,
    allow_unknown: bool,
    **given: Any,
) -> None:
    """Say of every function that changed since REV whether it does the same.

    REV is a revision in git; the files at hand are compared with it, those at PATH (a file, a folder, file.py::f), by
    default all below this folder.  A function that changed does the same for all inputs (proved), or it differs: then
    the smallest call that was found is shown with what it did before and does now, each version run in its own
    surroundings on plain CPython.  Else the reason is said why neither is known.

    What is compared is the result, the exception (with its arguments, where a statement may raise it), and what is left
    of the object and of arguments.  Objects are made by the version at hand; functions that are called are followed in
    the version that calls them.
    """
    only_formats(given, "github", "markdown")
    cwd = os.getcwd()
    try:
        settings = settings_for(cwd, config, isolated, overrides(given))
    except ClewError as error:
        end_with(ctx, error)
    if no_index and len(places) != 1:
        raise click.UsageError("--no-index compares two places: clew diff --no-index BEFORE AFTER")
    with scratch_folder() as scratch:
        try:
            earlier = _earlier(revision, places, no_index, settings, cwd, scratch)
        except ClewError as error:
            end_with(ctx, error)
        from clew.scheduling.differences import diff

        progress = progress_shown()
        try:
            report = diff(earlier, revision, settings, progress)
        finally:
            progress.end()
    _print(report, settings, markdown)
    ctx.exit(_exit_code(report, allow_unknown))


def _earlier(
    revision: str, places: tuple[str, ...], no_index: bool, settings: Settings, cwd: str, scratch: str
) -> Earlier:
    """What changed; what is wrong with some of the places is shown."""
    if no_index:
        return two_versions(revision, places[0], settings, cwd, scratch)
    found, problems = earlier_versions(revision, places, settings, cwd, scratch)
    for problem in problems:
        show_problem(problem)
    return found


def _exit_code(report: Differences, allow_unknown: bool) -> int:
    if report.interrupted:
        return INTERRUPTED
    if any(problem.severity == "error" for problem in report.diagnostics):
        return FAILED
    totals = report.totals
    is_open = totals["unknown"] and not allow_unknown
    return FINDINGS if totals["differs"] or is_open else SETTLED


def _print(report: Differences, settings: Settings, markdown: bool) -> None:
    if markdown or settings.output_format == "markdown":
        from clew.report.difference_list import show_markdown

        click.echo(show_markdown(report, settings), nl=False)
        return
    match settings.output_format:
        case "json":
            from clew.report.differences import show_differences

            click.echo(show_differences(report), nl=False)
        case "concise":
            from clew.report.difference_list import show_concise

            click.echo(show_concise(report, settings), nl=False)
        case "github":
            from clew.report.difference_list import show_github

            click.echo(show_github(report), nl=False)
        case _:
            from clew.report.difference_list import print_differences

            print_differences(report, settings)
