"""`clew dump FILE::f --after STAGE`: a function as one of the stages leaves it."""

from __future__ import annotations

import os
import sys

import click

from clew.cli.shown import show_problem
from clew.cli.stages import STAGES
from clew.source.discovery import discover


@click.command("dump")
@click.argument("places", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--after",
    "stage",
    type=click.Choice(list(STAGES)),
    default="lower",
    show_default=True,
    help="; ".join(f"{name}: {stage.help}" for name, stage in STAGES.items()) + ".",
)
@click.pass_context
def command(ctx: click.Context, places: tuple[str, ...], stage: str) -> None:
    """Show the functions at PATH after a stage of the analysis.  Nothing is imported or run."""
    from clew.cli.names import check_names, read_target, wanted_units
    from clew.frontend.module import Module

    targets, problems = discover(places, cwd=os.getcwd(), search=[p for p in sys.path if p])
    targets, unknown = check_names(targets)
    problems += unknown
    for target in targets:
        module = read_target(target)
        if not isinstance(module, Module):
            problems.extend(module)
            continue
        for unit in wanted_units(module, target.qualname):
            if text := STAGES[stage].show(module, unit):
                click.echo(f"# {unit.id}\n{text.rstrip()}\n")
    for problem in problems:
        show_problem(problem)
    ctx.exit(2 if problems else 0)
