"""Keeps up with files: of each, only functions whose results may have changed are settled again.

What a function's results may depend on is what the ledger says of it (`scheduling.recall`), but for the lines it stands
on: functions that moved are known, and so are those that are as they were once (`Follower.once`).  Where another file
has changed, functions that may lean on it come last, and what is known of them is shown until then.  The file on disk
is what is settled; that what came out is about this very text is checked afterwards.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Final, TypeAlias

from clew.following.moves import Block, moves
from clew.following.standing import Settled, Standing, moved_function
from clew.frontend.module import Module, read_module
from clew.pipeline import check, dead
from clew.records import dataclass
from clew.report.finding import Finding
from clew.report.finding_list import shown
from clew.report.progress import Progress
from clew.report.record import CoverResult, UnitReport
from clew.report.silence import silence
from clew.scheduling.recall import digest_of_others, prints_of
from clew.scheduling.resources import Resources
from clew.settling.work import entries_of, project_folders
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.source.text import read_source
from clew.verdict.verdicts import Unknown
from clew.workers.cancelling import RunNursery

KEPT: Final = 4_000  # functions as they were once that are remembered
FIRST, NEXT = 4, 8  # functions that are settled at once
OF_CLAIMS: Final = "CLEW2"  # how the codes of rules about claims begin
BY_CHANCE: Final = frozenset({"timeout", "worker-died", "interrupted", "internal-error", "cannot-import"})
"""Reasons of verdicts that another run may not give."""

Told: TypeAlias = Callable[[Standing], None]


class Outdated(Exception):
    """The file has changed while it was settled."""


@dataclass(slots=True)
class Follower:
    """Used by one thread at a time.  standings: by path; memory: the file of the ledger, None for none.

    once: functions by path and print, the last used last.
    """

    memory: Path | None
    standings: dict[str, Standing] = field(default_factory=dict)
    once: OrderedDict[tuple[str, str], Settled] = field(default_factory=OrderedDict)

    def settle(
        self, target: Target, settings: Settings, progress: Progress, nursery: RunNursery, told: Told
    ) -> Standing:
        """What is known of the file now.

        told: gets what is known as soon as there is more of it, first without anything being settled.  Raises Cancelled
        and Outdated; functions that were settled until then are known all the same.
        """
        text = _text(target)
        module = read_module(text, target.file, target.module) if isinstance(text, str) else text
        if not isinstance(module, Module):
            standing = Standing(target, settings, (), problems=module)
            told(standing)
            return standing
        others = digest_of_others(target.path, project_folders(target))
        standing = self._begun(target, settings, module, others)
        new = [f for f in standing.functions if not f.is_known]
        old = [f for f in standing.functions if f.is_known and f.unit in standing.open]
        portions = [*_portions(new), *_portions(old)]
        if not standing.functions and target.path not in self.standings:
            portions = [()]  # such a file may fail on import
        self._keep(standing)
        told(standing)
        run = _Run(target, settings, progress, nursery, self.memory, told, module.text, others)
        for functions in portions:
            standing = run.settled(standing, functions)
            self._keep(standing)
            told(standing)
        return standing

    def forget(self, path: str) -> None:
        self.standings.pop(path, None)

    def _begun(self, target: Target, settings: Settings, module: Module, others: str | None) -> Standing:
        """What is known already.  What is open is to be settled: functions of which nothing is known, and then those
        that may lean on other files, which have changed.
        """
        lines = tuple(module.text.split("\n"))
        before = self.standings.get(target.path, Standing(target, settings, lines))
        moved = before.rebased(lines, moves(before.lines, before.blocks, lines))
        known = {(f.unit, f.print): f for f in moved.functions if f.print is not None}
        prints = prints_of(module, settings)
        functions = []
        for entry in entries_of(module):
            block = Block(entry.unit.id, entry.unit.span.line, entry.unit.span.end_line)
            print_ = prints[block.unit]
            found = known.get((block.unit, print_)) or self._as_once(target, block, print_)
            functions.append(found or Settled(block, print_))
        todo = frozenset(f.unit for f in functions if not f.is_known or f.others is None or f.others != others)
        problems = () if todo else before.problems  # each run says again what is wrong with the file
        return Standing(target, settings, lines, tuple(functions), _outside(module, target), problems, todo)

    def _as_once(self, target: Target, block: Block, print_: str) -> Settled | None:
        found = self.once.get((target.path, print_))
        if found is None:
            return None
        self.once.move_to_end((target.path, print_))
        length = block.last - block.first + 1
        lines = {found.block.first + n: block.first + n for n in range(length)}
        return moved_function(found, lines, target.module)

    def _keep(self, standing: Standing) -> None:
        self.standings[standing.target.path] = standing
        for function in standing.functions:
            if function.print is not None and function.unit not in standing.open:
                self.once[standing.target.path, function.print] = function
        while len(self.once) > KEPT:
            self.once.popitem(last=False)


def _text(target: Target) -> str | tuple[Diagnostic, ...]:
    try:
        return read_source(target.path, target.file)
    except InputError as error:
        return (error.diagnostic,)


def _portions(functions: Sequence[Settled]) -> Iterator[Sequence[Settled]]:
    """Few at first, so that there is soon something to show."""
    start, size = 0, FIRST
    while start < len(functions):
        yield functions[start : start + size]
        start, size = start + size, NEXT


def _outside(module: Module, target: Target) -> tuple[Finding, ...]:
    """What is wrong with comments outside of functions, where nothing else is found."""
    inside = {n for unit in module.units for n in range(unit.span.line, unit.span.end_line + 1)}
    lines = set(range(1, module.text.count("\n") + 2)) - inside
    return tuple(silence([], module.text, target.file, lines, lines, looked_for="CLEW"))


@dataclass(frozen=True, slots=True)
class _Run:
    target: Target
    settings: Settings
    progress: Progress
    nursery: RunNursery
    memory: Path | None
    told: Told
    text: str
    others: str | None

    def settled(self, standing: Standing, functions: Sequence[Settled]) -> Standing:
        """With what is found of some of its functions; of none: how its import goes."""
        wanted = [replace(self.target, qualname=f.qualname) for f in functions] or [self.target]
        resources = Resources(self.memory, nursery=self.nursery)
        found = dead(wanted, self.settings, self.progress, resources)
        self.check()
        standing = _with(standing, found, claims=False)
        self.told(standing)
        claimed = check(wanted, self.settings, self.progress, resources)
        self.check()
        standing = _with(standing, claimed, claims=True)
        names = frozenset(f.unit for f in functions)
        done = (replace(f, others=self.others) if f.unit in names else f for f in standing.functions)
        return replace(standing, functions=tuple(done), open=standing.open - names)

    def check(self) -> None:
        """Is what was found about the text that it is taken for?"""
        self.nursery.check()
        if _text(self.target) != self.text:
            raise Outdated


def _with(standing: Standing, result: CoverResult, *, claims: bool) -> Standing:
    """With what a run has found.  claims: was it the second of the two?"""
    report = shown(result.report, strict=False, bounded=False, silenced=False)
    found = replace(result, report=report)
    functions = [_with_its_own(f, found, claims=claims) for f in standing.functions]
    problems = tuple(dict.fromkeys([*standing.problems, *report.problems]))
    return replace(standing, functions=tuple(functions), problems=problems)


def _with_its_own(function: Settled, result: CoverResult, *, claims: bool) -> Settled:
    block, findings = function.block, result.report.findings or ()
    own = tuple(u for u in result.report.units if block.first <= u.span.line and u.span.end_line <= block.last)
    if not own:
        return function
    those = [f for f in findings if block.first <= f.span.line <= block.last]
    kept = [f for f in function.findings if f.rule.startswith(OF_CLAIMS) != claims]
    if claims:
        found = replace(function, claims=own, failing=result.tests)
    else:
        found = replace(function, units=own, tests=result.tests)
    is_by_chance = any(_is_by_chance(unit) for unit in own)
    return replace(found, print=None if is_by_chance else function.print, findings=_each_once([*kept, *those]))


def _each_once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """In source order; both ways to look say what is wrong with a comment."""
    return tuple(sorted({(f.span, f.rule, f.text): f for f in findings}.values(), key=lambda f: (f.span, f.rule)))


def _is_by_chance(unit: UnitReport) -> bool:
    verdicts = [*(goal.verdict for goal in unit.goals), *(claim.verdict for claim in unit.claims)]
    return any(isinstance(v, Unknown) and v.reason.code in BY_CHANCE for v in verdicts)
