"""Diagnostics on stderr, in the one form all commands use: `error: file:line:col: text`, the line and a caret."""

from __future__ import annotations

import click

from clew.source.diagnostics import Diagnostic
from clew.source.spans import NOWHERE


def show_problem(problem: Diagnostic, line: str | None = None) -> None:
    """Print a diagnostic; line: the text of its source line, to be shown with a caret."""
    place = problem.file
    if problem.span != NOWHERE:
        place += f":{problem.span.line}"
        if problem.span.end_column > problem.span.column:
            place += f":{problem.span.column + 1}"
    head = click.style(problem.severity, fg="red" if problem.severity == "error" else "yellow", bold=True)
    click.echo(f"{head}: {place + ': ' if place else ''}{problem.text}", err=True)
    for more in problem.detail:
        click.echo(f"    {more}", err=True)
