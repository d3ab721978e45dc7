"""`clew diff REV [PATH…]`."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clew.cli.options import WithSettings, overrides, settings_options
from clew.cli.running import FAILED, FINDINGS, INTERRUPTED, SETTLED, progress_shown
from clew.cli.settings_file import settings_for
from clew.cli.shown import show_problem
from clew.source.diagnostics import InputError
from clew.source.discovery import Target, discover
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

    What is compared is the result, the exception with its arguments, and what is left of the object and of arguments.
    Objects are made by the version at hand; functions that are called are followed in the version that calls them.
    """
    cwd = os.getcwd()
    try:
        settings = settings_for(cwd, config, isolated, overrides(given))
    except InputError as error:
        show_problem(error.diagnostic)
        ctx.exit(FAILED)
    if no_index and len(places) != 1:
        raise click.UsageError("--no-index compares two places: clew diff --no-index BEFORE AFTER")
    with tempfile.TemporaryDirectory(prefix="clew-") as scratch:
        earlier = _earlier(ctx, revision, places, no_index, settings, cwd, scratch)
        from clew.pipeline import diff

        progress = progress_shown()
        try:
            report = diff(earlier, revision, settings, progress)
        finally:
            progress.end()
    _print(report, settings, markdown)
    ctx.exit(_exit_code(report, allow_unknown))


def _earlier(
    ctx: click.Context,
    revision: str,
    places: tuple[str, ...],
    no_index: bool,
    settings: Settings,
    cwd: str,
    scratch: str,
) -> Earlier:
    """What changed; ends where that cannot be said."""
    from clew.source.revisions import beside, since

    if no_index:
        found = beside(revision, places[0], cwd, scratch, settings.include, settings.exclude)
    else:
        targets, problems = discover(places or (".",), cwd=cwd, include=settings.include, exclude=settings.exclude)
        targets = [target for target in targets if not target.is_program]
        for problem in problems:
            show_problem(problem)
        if not targets and problems:
            ctx.exit(FAILED)
        found = _of_places(since(revision, targets, cwd, scratch), places, cwd)
        _check_names(ctx, targets, found)
    if found.problems and not found.pairs:
        for problem in found.problems:
            show_problem(problem)
        ctx.exit(FAILED)
    return found


def _of_places(found: Earlier, places: tuple[str, ...], cwd: str) -> Earlier:
    """Without files that went from elsewhere."""
    asked = [os.path.normpath(os.path.join(cwd, place.partition("::")[0])) for place in places]
    paths = ((path, os.path.normpath(os.path.join(cwd, path))) for path in found.removed)
    removed = [path for path, full in paths if not asked or any(Path(full).is_relative_to(place) for place in asked)]
    return replace(found, removed=tuple(removed))


def _check_names(ctx: click.Context, targets: list[Target], found: Earlier) -> None:
    """Ends where a function that was asked for is in neither version."""
    from clew.cli.names import check_names

    before = {pair.now: replace(pair.before, qualname=pair.now.qualname) for pair in found.pairs if pair.before}
    named = [target for target in targets if target.qualname is not None]
    _, problems = check_names([t for t in named if t not in before or check_names([before[t]])[1]])
    for problem in problems:
        show_problem(problem)
    if problems:
        ctx.exit(FAILED)


def _exit_code(report: Differences, allow_unknown: bool) -> int:
    if report.interrupted:
        return INTERRUPTED
    if any(problem.severity == "error" for problem in report.diagnostics):
        return FAILED
    totals = report.totals
    is_open = totals["unknown"] and not allow_unknown
    return FINDINGS if totals["differs"] or is_open else SETTLED


def _print(report: Differences, settings: Settings, markdown: bool) -> None:
    if markdown:
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
        case "sarif":
            raise click.UsageError("--output-format sarif is of clew dead and clew check")
        case _:
            from clew.report.difference_list import print_differences

            print_differences(report, settings)
