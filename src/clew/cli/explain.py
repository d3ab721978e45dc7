"""`clew explain GOAL-ID`: how a verdict of the last run came about, from the report that run left behind."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

import click

from clew.cli.running import FAILED, LAST_REPORT, SETTLED, end_with, sources
from clew.cli.shown import show_problem
from clew.report.wording import COMMAND
from clew.source.diagnostics import ClewError, Diagnostic

if TYPE_CHECKING:
    from clew.report.record import Report


@click.command("explain")
@click.argument("goal", metavar="GOAL-ID")
@click.option("--report", "file", type=click.Path(), default=LAST_REPORT, help="A JSON report.", show_default=True)
@click.pass_context
def command(ctx: click.Context, goal: str, file: str) -> None:
    """How the verdict on a goal came about: the path condition, the contradicting lines, the limit that was hit.

    GOAL-ID is an id of the last report (`shop.cart::Cart.total:17:branch:true`), any part of one that is unique,
    or file.py:LINE for all goals of a line.
    """
    from clew.report.record import read_report

    try:
        with open(file, encoding="utf-8") as handle:
            report = read_report(handle.read())
    except FileNotFoundError:
        show_problem(Diagnostic("missing", "there is no report yet; run `clew cover PATH` in this folder first", file))
        ctx.exit(FAILED)
    except (OSError, ValueError) as error:
        show_problem(Diagnostic("unreadable", f"cannot read this report: {error}", file))
        ctx.exit(FAILED)
    try:
        print_explanations(sys.stdout, report, goal, os.getcwd())
    except ClewError as error:
        end_with(ctx, error)
    ctx.exit(SETTLED)


def print_explanations(stream: TextIO, report: Report, goal: str, cwd: str, given_in: str = COMMAND) -> None:
    """goal: as the command takes it; given_in: where settings are.  Raises ClewError where there is none."""
    from clew.report.claim_explanation import explain_claim
    from clew.report.claims import ClaimReport
    from clew.report.explanation import explain, find_goals, goals_of
    from clew.report.printing import print_lines
    from clew.source.suggestions import suggestion

    found = find_goals(report, goal)
    if not found:
        hint = suggestion(goal, (g.id for unit in report.units for g in goals_of(unit)))
        raise ClewError(
            [Diagnostic("no-such-goal", f"the last run, of clew {report.command}, has no goal `{goal}`{hint}")]
        )
    text = sources(report, cwd)
    for unit, one in found:
        lines = text.get(unit.file, ())
        if isinstance(one, ClaimReport):
            print_lines(stream, lambda width, signs: explain_claim(report, unit, one, lines, width, signs, given_in))
        else:
            print_lines(stream, lambda width, signs: explain(report, unit, one, lines, width, signs, given_in))
