"""`clew dump FILE::f --after STAGE`: a function as one of the stages leaves it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from clew.cli.shown import show_problem
from clew.cli.stages import BLOCK_STAGES, STAGES
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import discover, is_program, target_of
from clew.source.recursion import deep_recursion

SEARCHES = {
    "shapes": "what its arguments may be",
    "runs": "the runs of the search, event by event",
    "tree": "the tree of paths that proofs are read off",
}
HELP = {
    **{n: s.help for n, s in STAGES.items()}, **SEARCHES, **{n: s.help for n, s in BLOCK_STAGES.items()}
}  # fmt: skip


@click.command("dump")
@click.argument("places", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--after",
    "stage",
    type=click.Choice(list(HELP)),
    help="; ".join(f"{name}: {text}" for name, text in HELP.items()) + ".  [default: lower, or blocks]",
)
@click.option("--paths", default=200, show_default=True, help="runs and tree: runs of a function")
@click.option("--loop", default=8, show_default=True, help=".ivl: rounds of a loop")
@click.option("--depth", default=3, show_default=True, help=".ivl: depth of recursion")
@click.pass_context
def command(ctx: click.Context, places: tuple[str, ...], stage: str | None, paths: int, loop: int, depth: int) -> None:
    """Show the functions at PATH, or the procedures of an .ivl program, after a stage of the analysis.

    Nothing is imported or run, but for `shapes` (imported), `runs` and `tree`.
    """
    programs = [place for place in places if is_program(place)]
    others = [place for place in places if place not in programs]
    known = {*STAGES, *SEARCHES} if others else {*BLOCK_STAGES}
    wrong = [n for n in [stage] if n is not None and n not in known]
    if wrong or (programs and others):
        ctx.fail(f"`{stage}` is a stage of {'.ivl programs' if others else 'Python functions'}" if wrong else
                 "Python files and .ivl programs have stages of their own: dump them one after the other")  # fmt: skip
    with deep_recursion():
        problems = [problem for place in programs for problem in _programs(place, stage or "blocks", loop, depth)]
    if others:
        problems += _searches(others, stage, paths) if stage in SEARCHES else _functions(others, stage or "lower")
    for problem in problems:
        show_problem(problem)
    ctx.exit(2 if problems else 0)


def _functions(places: Sequence[str], stage: str) -> list[Diagnostic]:
    """Print the functions; what was wrong."""
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
    return problems


def _searches(places: Sequence[str], stage: str, paths: int) -> list[Diagnostic]:
    """Print what the searches for the functions are given, or did; what was wrong."""
    from clew.cli.names import check_names
    from clew.scheduling.backend import Backend, LocalHosts
    from clew.scheduling.processes import warm_nursery
    from clew.scheduling.unit_search import dumped
    from clew.source.settings import Settings

    targets, problems = discover(places, cwd=os.getcwd(), search=[p for p in sys.path if p])
    targets, unknown = check_names(targets)
    problems += unknown
    with warm_nursery(several=True) as nursery:
        settings = Settings(paths=paths)
        for found in dumped(targets, settings, stage, Backend(settings, LocalHosts.of(nursery))):
            if isinstance(found, Diagnostic):
                problems.append(found)
            else:
                click.echo(f"# {found[0]}\n{found[1].rstrip()}\n")
    return problems


def _programs(place: str, stage: str, loop: int, depth: int) -> list[Diagnostic]:
    """Print the procedures of a program, or the one named after `::`; what was wrong."""
    from clew.frontend.ivl import read_file, wanted_procedures
    from clew.vc.preparation import Bounds, CannotPrepare

    file, _, name = place.partition("::")
    program, problems = read_file(file, file)
    if program is None:
        return problems
    for procedure in wanted_procedures(program, target_of(file, os.getcwd(), name or None)):
        if isinstance(procedure, Diagnostic):
            problems.append(procedure)
            continue
        try:
            click.echo(BLOCK_STAGES[stage].show(program, procedure, Bounds(loop, depth)).rstrip() + "\n")
        except CannotPrepare as error:
            problems.append(Diagnostic("form", f"`{procedure.name}`: {error}", file))
    return problems
