"""`clew mutate PATH…`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from clew.cli.options import WithSettings, only_formats, places_and_settings
from clew.cli.running import (
    FAILED,
    FINDINGS,
    INTERRUPTED,
    SETTLED,
    Asked,
    asked,
    keep_report,
    output_folder,
    running_tests,
    sources,
    write_tests,
)
from clew.cli.shown import show_problem
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.mutation.plan import Planned
    from clew.mutation.suite import Tried
    from clew.report.record import Report
    from clew.report.survivors import Mutation, Survivors
    from clew.settling.work import ModuleWork


@click.command("mutate", cls=WithSettings)
@places_and_settings
@click.option(
    "--tests",
    multiple=True,
    metavar="DIR",
    help="Where your tests are: a folder, a file, file.py::test; repeatable.  [default: as pytest's settings say]",
)
@click.option("--write", is_flag=True, help="Write tests, to the folder -o, that notice what yours do not.")
@click.option("--fail-under", type=float, metavar="PERCENT", help="Exit code 1 only where the score is less than this.")
@click.option("--fresh", is_flag=True, help="Use nothing that earlier runs found (it is kept in .clew/).")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    places: tuple[str, ...],
    config: str | None,
    isolated: bool,
    tests: tuple[str, ...],
    write: bool,
    fail_under: float | None,
    fresh: bool,
    **given: Any,
) -> None:
    """Say which small changes of the functions at PATH your own pytest suite does not notice.

    Each mutant is run with the tests that reach it.  One that survives is equivalent, proved: no test by `==` can
    notice it; or it is told apart by a call, which is shown and with --write becomes a test; or it is open, with the
    reason.  The score is the share that your tests kill of the mutants that are not proved equivalent.
    """
    only_formats(given)
    began = time.monotonic()
    with asked(ctx, places, config, isolated, given) as run:
        output, refused = output_folder(ctx, run.settings, run.cwd, "without --write none are") if write else (None, [])
        found = _run(ctx, run, tests, output, fresh, began)
    _print(found, run.settings, run.cwd)
    for problem in refused:
        show_problem(problem)
    failed = any(problem.severity == "error" for problem in (*run.problems, *refused, *found.report.problems))
    if found.interrupted:
        ctx.exit(INTERRUPTED)
    short = any(each.survived for each in found.mutants) if fail_under is None else found.score < fail_under
    if fail_under is not None and short:
        click.echo(f"less than --fail-under={fail_under:g}", err=True)
    ctx.exit(FAILED if failed else FINDINGS if short else SETTLED)


def _run(
    ctx: click.Context, run: Asked, tests: tuple[str, ...], output: str | None, fresh: bool, began: float
) -> Survivors:
    from clew.pipeline import tell_apart
    from clew.report.record import CoverResult, Report, show_report
    from clew.report.survivors import Survivors
    from clew.settling.work import read_targets

    works, problems = read_targets([target for target in run.targets if not target.is_program])
    plans = [(work, each) for work in works for each in _planned(work)]
    tried = _tried(ctx, run, works, tests) if plans else None
    alive = [(work, each) for work, each in plans if _survives(work, each, tried)]
    settings = replace(run.settings, criterion=("mutant",))
    result = CoverResult(Report(settings, 0.0, (), tuple(problems)))
    if alive and tried is not None and not tried.interrupted:
        targets = dict.fromkeys(replace(work.target, qualname=each.unit.qualname) for work, each in alive)
        goals: dict[str, set[str]] = {}
        for work, each in alive:
            goals.setdefault(work.target.file, set()).add(each.goal.id)
        with run.arguments(fresh) as arguments:
            result = tell_apart([*targets], settings, mutants=goals, **arguments)
    keep_report(show_report(result.report), run.cwd)
    more = [] if tried is None else [*_unseen(tried, plans)]
    more += write_tests(result, output, settings.output) if output is not None else []
    report = replace(result.report, diagnostics=(*more, *result.report.diagnostics))
    written = running_tests(run.targets, settings.output, run.cwd) if output is not None and result.tests else ""
    mutants = _mutations(plans, tried, report, settings) if tried is not None else ()
    interrupted = report.interrupted or (tried is not None and tried.interrupted)
    flaky = () if tried is None else tuple(tried.flaky)
    number = 0 if tried is None else tried.tests
    return Survivors(report, tuple(mutants), number, flaky, time.monotonic() - began, interrupted, written)


def _planned(work: ModuleWork) -> Iterator[Planned]:
    from clew.mutation.plan import planned

    return planned(work.module, {entry.unit.qualname for entry in work.entries})


def _survives(work: ModuleWork, each: Planned, tried: Tried | None) -> bool:
    fate = None if tried is None else tried.fates.get((work.target.file, each.goal.id))
    return fate is not None and fate.how in ("survived", "unreached")


def _tried(ctx: click.Context, run: Asked, works: Sequence[ModuleWork], tests: tuple[str, ...]) -> Tried:
    """The tests against the mutants; ends where they cannot be used."""
    from clew.mutation.suite import Unusable, Wanted, tried

    wanted = [
        Wanted(w.target.path, w.target.file, w.module.name, tuple(entry.unit.qualname for entry in w.entries))
        for w in works
    ]
    roots = dict.fromkeys(work.target.root for work in works)

    def look(found: Tried, total: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{len(found.fates)} of {total} mutants ", err=True, nl=False)

    try:
        return tried(
            wanted,
            tests,
            [run.cwd, *(root for root in roots if root != run.cwd)],
            run.cwd,
            run.settings.jobs or os.cpu_count() or 1,
            run.settings.memory,
            look,
        )
    except Unusable as error:
        show_problem(Diagnostic("tests", str(error), "", detail=error.detail))
        ctx.exit(FAILED)
    finally:
        if sys.stderr.isatty():
            click.echo("\r\x1b[K", err=True, nl=False)


def _unseen(tried: Tried, plans: Sequence[tuple[ModuleWork, Planned]]) -> Iterator[Diagnostic]:
    """What is to be known of what the tests could not be seen to reach."""
    shown = {work.target.path: work.target.file for work, _ in plans}
    for path in tried.late:
        text = "imported before clew could watch, so that all tests are run with each of its mutants"
        yield Diagnostic("late", text, shown.get(path, path), severity="warning")
    if tried.fates and all(fate.how == "unreached" for fate in tried.fates.values()):
        text = "no test reaches any of these functions; do they import them from elsewhere, as from an installed copy?"
        yield Diagnostic("unreached", text, "", severity="warning")


def _mutations(
    plans: Sequence[tuple[ModuleWork, Planned]], tried: Tried, report: Report, settings: Settings
) -> Iterator[Mutation]:
    from clew.frontend.replaced import changed_lines
    from clew.report.survivors import KILLED, Mutation, state_of

    goals = {(unit.file, goal.id): (goal, unit) for unit in report.units for goal in unit.goals}
    for work, each in plans:
        file = work.target.file
        fate = tried.fates.get((file, each.goal.id))
        if fate is None:
            continue
        if fate.how in ("survived", "unreached"):
            goal, unit = goals.get((file, each.goal.id), (None, None))
            state, why = state_of(goal, () if unit is None else unit.tests, settings)
            how = ""
        else:
            state, why, how = KILLED, fate.by, fate.how
        lines = changed_lines(each.original, each.mutant)
        reached = fate.how != "unreached"
        yield Mutation(file, each.unit.id, each.goal.id, each.goal.span, *lines, state, reached, why, how)


def _print(found: Survivors, settings: Settings, cwd: str) -> None:
    from clew.report.survivors import print_survivors, show_concise, show_survivors

    match settings.output_format:
        case "json":
            click.echo(show_survivors(found), nl=False)
        case "concise":
            click.echo(show_concise(found), nl=False)
        case _:
            print_survivors(found, sources(found.report, cwd))
