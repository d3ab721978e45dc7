"""The whole way, on one page: files → units → cases → replay → verdicts and tests.

`.ivl` programs have nothing to import or replay: their procedures are settled by the covering algorithms (`programs`).

The command's process never imports the code under test.  Each module is imported by guarded hosts: instrumented ones,
in forks of which units are explored, and plain ones, in which every case is replayed before it counts.  What the
executor reached but the replay did not confirm is unknown, never covered.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Literal

from clew.frontend.module import PLAIN
from clew.frontend.paths.asked import Asked
from clew.goals.criteria import DEF_USE, MUTANT, PATH, criteria_of
from clew.report.claim_list import ranked
from clew.report.differences import Differences, FileChange
from clew.report.finding import Finding
from clew.report.progress import Progress
from clew.report.record import CoverResult, Report
from clew.scheduling.backend import Backend, LocalHosts, lowered_of, packages_of_several
from clew.scheduling.differences import DifferenceSearch
from clew.scheduling.ledger import Ledger
from clew.scheduling.pool import QUICK_DOOM, Pool, close_replayers
from clew.scheduling.processes import warm_nursery
from clew.scheduling.shards import Shard
from clew.scheduling.strategies import draw_values
from clew.search.request import KeptQuery
from clew.settling.claims import ask_for_claims, refuted_in
from clew.settling.mutants import ask_for_mutants
from clew.settling.paths import ask, ask_for_paths
from clew.settling.verdicts import findings_of
from clew.settling.version_verdicts import settled_differences, shaken, surroundings
from clew.settling.versions import read_versions
from clew.settling.work import Elsewhere, ModuleWork, read_targets
from clew.source.discovery import Target
from clew.source.revisions import Earlier
from clew.source.settings import SMALL, Settings
from clew.workers.nursery import Nursery
from clew.workers.task_host import Hosts


def cover(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    doom: int = QUICK_DOOM,
    memory: Path | None = None,
    keep_query: Callable[[KeptQuery], None] | None = None,
    nursery: Nursery | None = None,
    meanwhile: Callable[[], object] = lambda: None,
    shard: Shard | None = None,
    elsewhere: Mapping[str, Elsewhere] | None = None,
) -> CoverResult:
    """Settle every goal of the targets.

    doom: queries spent on code that only failing runs reached, a function.  memory: the file of the ledger, in which
    what was found for each function is kept as soon as it is known; None to remember nothing.  keep_query: gets every
    query that reaches a solver (and makes that what is remembered is not used).  nursery: one that is warm already; the
    caller closes it.  meanwhile: what the caller could do while it would only wait.  shard: only its own files.
    elsewhere: by the file, what other tests show.
    """
    found = _settled(
        targets, settings, progress, doom, memory, keep_query, nursery, meanwhile, shard=shard, elsewhere=elsewhere
    )
    return found[1]


def path(
    targets: Sequence[Target],
    asked: Asked,
    settings: Settings,
    progress: Progress,
    memory: Path | None = None,
    keep_query: Callable[[KeptQuery], None] | None = None,
    nursery: Nursery | None = None,
    further: tuple[str, ...] = (),
) -> CoverResult:
    """Settle a question about the paths of one function; BadQuestion where it is none.

    further: criteria that are asked for as well.
    """
    settings = replace(settings, criterion=(PATH, *further))
    return _settled(targets, settings, progress, 0, memory, keep_query, nursery, question=asked)[1]


def tell_apart(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    mutants: Mapping[str, Set[str]],
    memory: Path | None = None,
    keep_query: Callable[[KeptQuery], None] | None = None,
    nursery: Nursery | None = None,
) -> CoverResult:
    """Settle these mutants of the targets: their goals, by the file."""
    wanted = replace(settings, criterion=(MUTANT,))
    found = _settled(targets, wanted, progress, QUICK_DOOM, memory, keep_query, nursery, mutants=mutants)
    return found[1]


def dead(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    memory: Path | None = None,
    keep_query: Callable[[KeptQuery], None] | None = None,
    nursery: Nursery | None = None,
    shard: Shard | None = None,
) -> CoverResult:
    """Settle every goal, and what only failing runs reached as well; the report has the findings about dead code."""
    works, result = _settled(
        targets, settings, progress, settings.paths * 4, memory, keep_query, nursery, asked="dead", shard=shard
    )
    findings = [finding for work in works for finding in findings_of(work)]
    report = replace(result.report, findings=(*(result.report.findings or ()), *findings))
    return replace(result, report=report)


def check(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    memory: Path | None = None,
    keep_query: Callable[[KeptQuery], None] | None = None,
    nursery: Nursery | None = None,
    shard: Shard | None = None,
) -> CoverResult:
    """Prove or refute every claim of the targets; the tests are those that fail, the findings what they refute."""
    works, result = _settled(targets, settings, progress, 0, memory, keep_query, nursery, asked="claims", shard=shard)
    findings = [finding for work in works for finding in refuted_in(work)]
    return replace(result, report=ranked(replace(result.report, findings=tuple(findings))))


def diff(
    earlier: Earlier,
    against: str,
    settings: Settings,
    progress: Progress,
    nursery: Nursery | None = None,
) -> Differences:
    """Settle of every function that changed whether both versions do the same.

    against: what the version before is called.
    """
    began = time.monotonic()
    works, diagnostics = read_versions(earlier.pairs)
    with contextlib.ExitStack() as ends:
        targets = [side.target for work in works for side in (work.now, work.before)]
        hosts = ends.enter_context(_hosts(targets, settings, nursery, several=len(works) > 1))
        problems = draw_values([side for work in works for side in (work.now, *work.both)], settings, nursery)
        search = DifferenceSearch(settings, progress, Backend(settings, hosts))
        search.run(works)
        around = surroundings(works, earlier)
        search.run_covering(works, shaken(works, around, settings))
        problems += hosts.problems
    functions = settled_differences(works, around, settings, earlier.renamed)
    files = [FileChange(pair.now.file, "added") for pair in earlier.pairs if pair.before is None]
    files += [FileChange(each.file_now, "renamed", each.file) for each in earlier.renamed]
    files += [FileChange(file, "removed") for file in earlier.gone.values()]
    diagnostics = [*earlier.problems, *diagnostics, *problems, *(d for work in works for d in work.now.diagnostics)]
    seconds = time.monotonic() - began
    return Differences(against, tuple(functions), tuple(diagnostics), seconds, tuple(files), search.stopping)


def _settled(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    doom: int,
    memory: Path | None,
    keep_query: Callable[[KeptQuery], None] | None,
    nursery: Nursery | None,
    meanwhile: Callable[[], object] = lambda: None,
    asked: Literal["tests", "dead", "claims"] = "tests",
    question: Asked | None = None,
    mutants: Mapping[str, Set[str]] | None = None,
    shard: Shard | None = None,
    elsewhere: Mapping[str, Elsewhere] | None = None,
) -> tuple[list[ModuleWork], CoverResult]:
    began = time.monotonic()
    programs = [target for target in targets if target.is_program]
    criteria = criteria_of(settings) if asked == "tests" else PLAIN
    if asked == "dead" and DEF_USE in settings.criterion:
        criteria = replace(PLAIN, names=(*PLAIN.names, DEF_USE))
    works, diagnostics = read_targets([target for target in targets if not target.is_program], criteria)
    for work in works:
        if elsewhere is not None and (others := elsewhere.get(work.target.file)) is not None:
            work.elsewhere, work.part = others.goals, others.part
    claims = asked == "claims"
    if claims:
        ask_for_claims(works)
    if MUTANT in criteria.names:
        ask_for_mutants(works, mutants)
    if question is not None:
        ask(works, question)
    elif PATH in criteria.names:
        ask_for_paths(works)
    packages = packages_of_several(works)
    # The modules of a package that are imported for another one have the places of the usual goals, or of claims.
    shares = criteria == PLAIN and question is None
    lowered = lowered_of(works, packages if shares else ())
    if shard is not None:
        works, programs = _own(shard, works, programs)
    entries = [entry for work in works for entry in work.entries]
    progress.begin(len(entries), sum(len(e.goals) for e in entries))
    with contextlib.ExitStack() as ends:
        hosts = ends.enter_context(_hosts(targets, settings, nursery, several=len(entries) > 1))
        ledger = ends.enter_context(Ledger.open(memory if keep_query is None else None))
        ends.callback(close_replayers, works)
        is_cover = asked == "tests" and question is None and mutants is None
        chosen = settings if is_cover else replace(settings, suite=SMALL)
        diagnostics += draw_values(works, settings, nursery)
        backend = Backend(settings, hosts, packages, shares, lowered)
        pool = Pool(chosen, progress, doom, ledger, backend, keep_query, claims)
        interrupted = pool.run(works, meanwhile)
        diagnostics += [*ledger.problems, *hosts.problems]
    for work in works:
        diagnostics += work.diagnostics
    units = tuple(report for work in works for report in work.reports)
    files = tuple(work.file for work in works if work.file is not None)
    findings: tuple[Finding, ...] | None = None
    if programs and not interrupted:
        from clew.settling.programs import settled_programs

        found = settled_programs(programs, settings, progress, asked, keep_query)
        units, findings = (*units, *found.reports), tuple(found.findings)
        diagnostics += found.diagnostics
    # What is asked of a run, and what it answers, does not depend on where it is made.
    report = Report(
        replace(settings, executor=None),
        time.monotonic() - began,
        units,
        tuple(diagnostics),
        pool.guard,
        interrupted,
        findings=findings,
    )
    return works, CoverResult(report, files)


@contextlib.contextmanager
def _hosts(targets: Sequence[Target], settings: Settings, nursery: Nursery | None, several: bool) -> Iterator[Hosts]:
    """Where the functions are explored; ClewError where that cannot be used.

    nursery: of this machine.  several: more than one function is to be settled.
    """
    if settings.executor is not None:
        from clew.scheduling.cluster import connected

        with connected(settings.executor, targets) as cluster:
            yield cluster
    elif nursery is not None:
        yield LocalHosts.of(nursery)
    else:
        with warm_nursery(several) as own:
            yield LocalHosts.of(own)


def _own(
    shard: Shard, works: Sequence[ModuleWork], programs: Sequence[Target]
) -> tuple[list[ModuleWork], list[Target]]:
    sizes = {work.target.file: sum(len(entry.asked) for entry in work.entries) for work in works}
    own = shard.part({program.file: 0 for program in programs} | sizes)
    return [w for w in works if w.target.file in own], [p for p in programs if p.file in own]
