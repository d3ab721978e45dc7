"""What commands share that print reports for machines; of those that end in findings the exit code, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clew.cli.running import exit_code

if TYPE_CHECKING:
    from clew.report.judged import Sources
    from clew.report.record import Report


def exit_code_by_findings(report: Report) -> int:
    """Notes and what is silenced do not count, nor does what is unknown."""
    return exit_code(report, any(f.level == "warning" and f.silenced is None for f in report.findings or ()))


def print_for_machines(report: Report, output_format: str, sources: Sources) -> bool:
    """Print the report on stdout, if that is such a format."""
    match output_format:
        case "json":
            from clew.report.record import show_report

            text = show_report(report)
        case "junit":
            from clew.report.junit import show_junit

            text = show_junit(report, sources)
        case "markdown":
            from clew.report.job_summary import show_markdown

            text = show_markdown(report, sources)
        case "sarif":
            from clew.report.sarif import show_sarif

            text = show_sarif(report, sources)
        case "github":
            from clew.report.finding_list import show_github

            text = show_github(report)
        case _:
            return False
    click.echo(text, nl=False)
    return True
