"""The whole way, on one page: files → units → cases → replay → verdicts and tests.

`.ivl` programs have nothing to import or replay: their procedures are settled by the covering algorithms (`programs`).

The command's process never imports the code under test.  Each module is imported by guarded hosts: instrumented ones,
in forks of which units are explored, and plain ones, in which every case is replayed before it counts.  What the
executor reached but the replay did not confirm is unknown, never covered.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from clew.goals.criteria import MUTANT, PATH
from clew.report.finding import Finding
from clew.report.progress import Progress
from clew.report.record import CoverResult, Report
from clew.scheduling.backend import Backend, lowered_of, packages_of_several
from clew.scheduling.pool import Pool, close_replayers
from clew.scheduling.resources import Resources, hosts_for
from clew.scheduling.strategies import draw_values
from clew.scheduling.unit_search import QUICK_DOOM, UnitSearch
from clew.settling.questions import Question
from clew.settling.verdicts import findings_of
from clew.settling.work import Elsewhere, ModuleWork
from clew.source.discovery import Target
from clew.source.settings import SMALL, Settings

if TYPE_CHECKING:
    from clew.frontend.paths.asked import Asked

ALONE = Resources()  # with processes of its own, and nothing remembered


def cover(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    resources: Resources = ALONE,
    elsewhere: Mapping[str, Elsewhere] | None = None,
) -> CoverResult:
    """Settle every goal of the targets.  elsewhere: by the file, what other tests show."""
    return _settled(targets, settings, progress, resources, Question(elsewhere=elsewhere))[1]


def path(
    targets: Sequence[Target],
    asked: Asked,
    settings: Settings,
    progress: Progress,
    resources: Resources = ALONE,
    further: tuple[str, ...] = (),
) -> CoverResult:
    """Settle a question about the paths of one function; BadQuestion where it is none.

    further: criteria that are asked for as well.
    """
    settings = replace(settings, criterion=(PATH, *further))
    return _settled(targets, settings, progress, resources, Question(paths=asked), doom=0)[1]


def tell_apart(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    mutants: Mapping[str, Set[str]],
    resources: Resources = ALONE,
) -> CoverResult:
    """Settle these mutants of the targets: their goals, by the file."""
    wanted = replace(settings, criterion=(MUTANT,))
    return _settled(targets, wanted, progress, resources, Question(mutants=mutants))[1]


def dead(
    targets: Sequence[Target], settings: Settings, progress: Progress, resources: Resources = ALONE
) -> CoverResult:
    """Settle every goal, and what only failing runs reached as well; the report has the findings about dead code."""
    works, result = _settled(targets, settings, progress, resources, Question("dead"), doom=settings.paths * 4)
    findings = [finding for work in works for finding in findings_of(work)]
    report = replace(result.report, findings=(*(result.report.findings or ()), *findings))
    return replace(result, report=report)


def check(
    targets: Sequence[Target], settings: Settings, progress: Progress, resources: Resources = ALONE
) -> CoverResult:
    """Prove or refute every claim of the targets; the tests are those that fail, the findings what they refute."""
    from clew.report.claim_list import ranked
    from clew.settling.claims import refuted_in

    works, result = _settled(targets, settings, progress, resources, Question("claims"), doom=0)
    findings = [finding for work in works for finding in refuted_in(work)]
    return replace(result, report=ranked(replace(result.report, findings=tuple(findings))))


def _settled(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    resources: Resources,
    question: Question,
    doom: int = QUICK_DOOM,
) -> tuple[list[ModuleWork], CoverResult]:
    """doom: queries spent on code that only failing runs reached, a function."""
    began = time.monotonic()
    programs = [target for target in targets if target.is_program]
    works, diagnostics = question.works([target for target in targets if not target.is_program], settings)
    packages = packages_of_several(works)
    shares = question.has_usual_places(settings)
    lowered = lowered_of(works, packages if shares else ())
    if resources.shard is not None:
        works, programs = resources.shard.own(works, programs)
    entries = [entry for work in works for entry in work.entries]
    progress.begin(len(entries), sum(len(e.goals) for e in entries))
    with contextlib.ExitStack() as ends:
        hosts = ends.enter_context(hosts_for(targets, settings, resources.nursery, several=len(entries) > 1))
        ledger = ends.enter_context(resources.ledger())
        ends.callback(close_replayers, works)
        diagnostics += draw_values(works, settings, resources.nursery)
        chosen = settings if question.is_cover else replace(settings, suite=SMALL)
        search = UnitSearch(chosen, progress, doom, resources.keep_query, question.what == "claims")
        pool = Pool(chosen, search, ledger, Backend(settings, hosts, packages, shares, lowered))
        interrupted = pool.run(works, resources.meanwhile)
        diagnostics += [*ledger.problems, *hosts.problems]
    for work in works:
        diagnostics += work.diagnostics
    units = tuple(report for work in works for report in work.reports)
    files = tuple(work.file for work in works if work.file is not None)
    findings: tuple[Finding, ...] | None = None
    if programs and not interrupted:
        from clew.settling.programs import settled_programs

        found = settled_programs(programs, settings, progress, question.what, resources.keep_query)
        units, findings = (*units, *found.reports), tuple(found.findings)
        diagnostics += found.diagnostics
    # What is asked of a run, and what it answers, does not depend on where it is made.
    report = Report(
        replace(settings, executor=None),
        time.monotonic() - began,
        units,
        tuple(diagnostics),
        pool.conclusion.guard,
        interrupted,
        findings=findings,
    )
    return works, CoverResult(report, files)
