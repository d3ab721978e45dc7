"""What the commands that end in findings share: their exit code, and the formats that are for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clew.cli.running import exit_code

if TYPE_CHECKING:
    from clew.report.record import Report


def exit_code_by_findings(report: Report) -> int:
    """Notes and what is silenced do not count, nor does what is unknown."""
    return exit_code(report, any(f.level == "warning" and f.silenced is None for f in report.findings or ()))


def print_for_machines(report: Report, output_format: str) -> bool:
    """Print the report on stdout, if that is such a format."""
    match output_format:
        case "json":
            from clew.report.record import show_report

            click.echo(show_report(report), nl=False)
        case "sarif":
            from clew.report.sarif import show_sarif

            click.echo(show_sarif(report), nl=False)
        case "github":
            from clew.report.finding_list import show_github

            click.echo(show_github(report), nl=False)
        case _:
            return False
    return True
