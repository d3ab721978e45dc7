"""`clew suite TESTS… --for PATH`."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clew.cli.options import WithSettings, only_formats, settings_options
from clew.cli.running import (
    FAILED,
    FINDINGS,
    INTERRUPTED,
    NO_TESTS,
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
from clew.source.settings import SMALL, Settings

if TYPE_CHECKING:
    from clew.mutation.suite import Looked
    from clew.report.missing import Part
    from clew.report.own_suite import OwnSuite, OwnTest
    from clew.report.record import Report
    from clew.settling.own_tests import Reached
    from clew.settling.work import Elsewhere, ModuleWork
    from clew.source.discovery import Target
    from clew.verdict.reasons import Reason

NOT_SEEN = ("path", "mutant")
PART = "missing"  # in the names of files


@click.command("suite", cls=WithSettings)
@settings_options
@click.argument("tests", nargs=-1, metavar="[TESTS]...")
@click.option("--for", "places", multiple=True, required=True, metavar="PATH", help="What they test; repeatable.")
@click.option("--no-write", is_flag=True, help="Write no test file.")
@click.option("--fresh", is_flag=True, help="Use nothing that earlier runs found (it is kept in .clew/).")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    tests: tuple[str, ...],
    places: tuple[str, ...],
    config: str | None,
    isolated: bool,
    no_write: bool,
    fresh: bool,
    **given: Any,
) -> None:
    """Say what your own pytest suite shows of the functions at PATH, by any criterion, and write what is missing.

    TESTS are a folder, a file, file.py::test, by default what pytest's settings say.  They are run once, with probes.
    What none of them shows is settled: shown by no input, proved; shown by a call, which is written as a test to the
    folder -o; or open, with the reason.  Tests are named that are not needed, since others show all that they show.

    clew suite tests/ --for shop/cart.py --criterion branch,mcdc
    """
    only_formats(given)
    began = time.monotonic()
    with asked(ctx, places, config, isolated, given) as run:
        if unseen := [name for name in run.settings.criterion if name in NOT_SEEN]:
            raise click.UsageError(f"probes do not see what tests show of --criterion {','.join(unseen)}")
        output, refused = (None, []) if no_write else output_folder(ctx, run.settings, run.cwd, NO_TESTS)
        found = _run(ctx, run, tests, output, fresh, began)
    _print(found, run.settings, run.cwd)
    for problem in refused:
        show_problem(problem)
    failed = any(problem.severity == "error" for problem in (*run.problems, *refused, *found.report.problems))
    if found.report.interrupted:
        ctx.exit(INTERRUPTED)
    ctx.exit(FAILED if failed else FINDINGS if found.is_short or found.contradicted else SETTLED)


def _run(
    ctx: click.Context, run: Asked, tests: tuple[str, ...], output: str | None, fresh: bool, began: float
) -> OwnSuite:
    from clew.goals.criteria import criteria_of
    from clew.pipeline import cover
    from clew.report.missing import IMPOSSIBLE, not_kept, reopened
    from clew.report.own_suite import OwnSuite
    from clew.report.record import CoverResult, Report, show_report
    from clew.report.wording import leaning_words
    from clew.settling.own_tests import goals_of, shown_in
    from clew.settling.work import read_targets

    works, problems = read_targets(
        [target for target in run.targets if not target.is_program], criteria_of(run.settings)
    )
    looked = _looked(ctx, run, works, tests)
    passing = [test for test in looked.tests if not test.why]
    shown = {w.target.file: shown_in(w, [test.goals for test in passing], looked.early) for w in works}
    missed = {w.target.file: {g.id for g in goals_of(w)} - shown[w.target.file] for w in works}
    settings = replace(run.settings, suite=SMALL)
    result = CoverResult(Report(settings, 0.0, (), tuple(problems)))
    if any(missed.values()):
        # Files of ours are written anew, with all that the others do not show.
        folder = os.path.join(run.cwd, settings.output)
        others = [test.goals for test in passing if not _is_renewed(test.path, folder)]
        asked_for = [w for w in works if missed[w.target.file]]
        elsewhere = {w.target.file: _elsewhere(w, others, looked.early) for w in asked_for}
        targets = [t for w in asked_for for t in _functions(w, shown_in(w, others, looked.early))]
        with run.arguments(fresh) as arguments:
            result = cover(targets, settings, elsewhere=elsewhere, **arguments)
    keep_report(show_report(result.report), run.cwd)
    more = [*_late(works, looked), *(write_tests(result, output, settings.output) if output is not None else [])]
    report = replace(result.report, diagnostics=(*more, *result.report.diagnostics))
    wrong = [each for w in works for each in _parts(w, shown[w.target.file], report) if each[1].state == IMPOSSIBLE]
    around = {(w.target.file, goal): entry.unit.id for w in works for entry in w.entries for goal in entry.goals}

    def function(part: Part) -> str | None:
        return around.get((part.file, part.goals[0]))

    facts = not_kept((part for _, part in wrong), function)
    parts = [
        (kind, reopened(part, facts.get(function(part), {})))
        for work in works
        for kind, part in _parts(work, missed[work.target.file], report)
    ]
    contradicted = tuple((kind, part) for kind, part in wrong if not part.leaning)
    broken = tuple((kind, replace(part, why=leaning_words((), part.leaning))) for kind, part in wrong if part.leaning)
    own, least = _own_tests(works, looked)
    written = running_tests(run.targets, settings.output, run.cwd) if output is not None and result.tests else ""
    kinds = [g.kind for work in works for g in goals_of(work) if g.id in shown[work.target.file]]
    took = time.monotonic() - began
    return OwnSuite(report, tuple(kinds), tuple(parts), contradicted, broken, own, least, took, written)


def _looked(ctx: click.Context, run: Asked, works: Sequence[ModuleWork], tests: tuple[str, ...]) -> Looked:
    """What each of the tests reaches; ends where they cannot be used."""
    from clew.goals.criteria import criteria_of
    from clew.mutation.suite import Unusable, looked_at

    modules = [(work.target.path, work.module.name) for work in works]
    roots = dict.fromkeys(work.target.root for work in works)
    search = [run.cwd, *(root for root in roots if root != run.cwd)]
    try:
        return looked_at(modules, tests, search, run.cwd, criteria_of(run.settings))
    except Unusable as error:
        show_problem(Diagnostic("tests", str(error), "", detail=error.detail))
        ctx.exit(FAILED)


def _is_renewed(path: str, folder: str) -> bool:
    """Is it a file of tests in the folder that clew wrote, and nobody has edited?"""
    from clew.source.generated import is_ours

    if not os.path.realpath(path).startswith(os.path.join(os.path.realpath(folder), "")):
        return False
    return is_ours(Path(path).read_text(encoding="utf-8", errors="replace"))


def _elsewhere(work: ModuleWork, tests: Sequence[Reached], early: Reached) -> Elsewhere:
    from clew.settling.own_tests import reached_in, shown_in
    from clew.settling.work import Elsewhere

    part = f"{work.part}_{PART}" if work.part else PART
    return Elsewhere(shown_in(work, tests, early) | reached_in(work, tests, early), part)


def _functions(work: ModuleWork, shown: frozenset[str]) -> list[Target]:
    """Those of a module that tests do not show all of."""
    from clew.settling.own_tests import goals_of

    left = [goal.span for goal in goals_of(work) if goal.id not in shown]
    units = [entry.unit for entry in work.entries if any(span.inside(entry.unit.span) for span in left)]
    return [replace(work.target, qualname=unit.qualname) for unit in units]


def _late(works: Sequence[ModuleWork], looked: Looked) -> list[Diagnostic]:
    """What is to be known of what the tests could not be seen to reach."""
    shown = {work.target.path: work.target.file for work in works}
    text = "imported before clew could watch, so that nothing is known of its tests"
    found = [Diagnostic("late", text, shown.get(path, path), severity="warning") for path in looked.late]
    if looked.tests and not any(test.goals for test in looked.tests):
        text = "no test reaches any of these functions; do they import them from elsewhere, as from an installed copy?"
        found.append(Diagnostic("unreached", text, "", severity="warning"))
    return found


def _parts(work: ModuleWork, wanted: Set[str], report: Report) -> list[tuple[str, Part]]:
    """Of these goals of a module, each with its kind, as far as they were settled."""
    from clew.report.missing import fewest, part_of
    from clew.report.wording import reason_words

    units = [unit for unit in report.units if unit.file == work.target.file]
    goals = [goal for unit in units for goal in unit.goals if goal.id in wanted]
    tests = [test for unit in units for test in unit.tests]
    chosen = fewest(tests, [[goal] for goal in goals])

    def said_of(reason: Reason) -> str:
        return reason_words(reason, report.settings)

    return [(goal.kind, part_of(work.target.file, goal.span.line, None, [goal], chosen, said_of)) for goal in goals]


def _own_tests(works: Sequence[ModuleWork], looked: Looked) -> tuple[tuple[OwnTest, ...], int]:
    """The tests, and how many at the least keep what they show."""
    from clew.report.own_suite import OwnTest
    from clew.settling.own_tests import goals_of, needed

    passing = [test for test in looked.tests if not test.why]
    chosen = needed(works, [test.goals for test in passing], looked.early, [test.seconds for test in passing])
    kept = {passing[i].test for i in chosen.tests}
    asked = {(work.target.path, goal.id) for work in works for goal in goals_of(work)}
    asked |= {(work.target.path, place) for work in works for j in work.joint for way in j.ways for place in way}
    own = [OwnTest(t.test, t.why, t.seconds, len(t.goals & asked), t.test in kept) for t in looked.tests]
    return tuple(own), chosen.least


def _print(found: OwnSuite, settings: Settings, cwd: str) -> None:
    from clew.report.own_suite import print_own_suite, show_concise, show_own_suite

    match settings.output_format:
        case "json":
            click.echo(show_own_suite(found), nl=False)
        case "concise":
            click.echo(show_concise(found), nl=False)
        case _:
            print_own_suite(found, sources(found.report, cwd))
