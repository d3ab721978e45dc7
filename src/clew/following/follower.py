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
from clew.report.record import Report, UnitReport
from clew.report.silence import silence
from clew.scheduling.recall import digest_of_others, prints_of
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
        and Outdated; then what was known before stays.
        """
        module = _read(target)
        if not isinstance(module, Module):
            return self._tell(Standing(target, settings, (), problems=module), told)
        standing = self._begun(target, settings, module)
        new = [f for f in standing.functions if not f.is_known]
        others = [f for f in standing.functions if f.is_known and f.unit in standing.open]
        if not standing.open and target.path in self.standings:
            return self._tell(standing, told)
        told(standing)
        run = _Run(target, settings, progress, nursery, self.memory, told)
        for functions in [*_portions(new), *_portions(others)]:
            standing = run.settled(standing, functions)
        if not standing.functions:  # such a file may fail on import
            standing = run.settled(standing, ())
        again = _read(target)
        if not isinstance(again, Module) or again.text != module.text:
            raise Outdated
        return self._tell(standing, told)

    def forget(self, path: str) -> None:
        self.standings.pop(path, None)

    def _begun(self, target: Target, settings: Settings, module: Module) -> Standing:
        """What is known already.  What is open is to be settled: functions of which nothing is known, and then those
        that may lean on other files, which have changed.
        """
        lines = tuple(module.text.split("\n"))
        before = self.standings.get(target.path, Standing(target, settings, lines))
        moved = before.rebased(lines, moves(before.lines, before.blocks, lines))
        known = {(f.unit, f.print): f for f in moved.functions if f.print is not None}
        prints = prints_of(module, settings)
        others = digest_of_others(target.path, project_folders(target))
        functions = []
        for entry in entries_of(module):
            block = Block(entry.unit.id, entry.unit.span.line, entry.unit.span.end_line)
            print_ = prints[block.unit]
            found = known.get((block.unit, print_)) or self._as_once(target, block, print_)
            functions.append(found or Settled(block, print_, others))
        new = {f.unit for f in functions if not f.is_known}
        changed = {f.unit for f in functions if f.others is None or f.others != others}
        functions = [replace(f, others=others) for f in functions]
        problems = () if new or changed else before.problems  # each run says again what is wrong with the file
        outside = _outside(module, target)
        return Standing(target, settings, lines, tuple(functions), outside, problems, frozenset(new | changed))

    def _as_once(self, target: Target, block: Block, print_: str) -> Settled | None:
        found = self.once.get((target.path, print_))
        if found is None:
            return None
        self.once.move_to_end((target.path, print_))
        length = block.last - block.first + 1
        lines = {found.block.first + n: block.first + n for n in range(length)}
        return moved_function(found, lines, target.module)

    def _tell(self, standing: Standing, told: Told) -> Standing:
        """It is final."""
        if standing.lines:
            self.standings[standing.target.path] = standing
        for function in standing.functions:
            if function.print is not None:
                self.once[standing.target.path, function.print] = function
        while len(self.once) > KEPT:
            self.once.popitem(last=False)
        told(standing)
        return standing


def _read(target: Target) -> Module | tuple[Diagnostic, ...]:
    try:
        text = read_source(target.path, target.file)
    except InputError as error:
        return (error.diagnostic,)
    return read_module(text, target.file, target.module)


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

    def settled(self, standing: Standing, functions: Sequence[Settled]) -> Standing:
        """With what is found of some of its functions; of none: how its import goes."""
        wanted = [replace(self.target, qualname=f.qualname) for f in functions] or [self.target]
        found = dead(wanted, self.settings, self.progress, self.memory, nursery=self.nursery)
        self.nursery.check()
        standing = _with(standing, found, claims=False)
        self.told(standing)
        claimed = check(wanted, self.settings, self.progress, self.memory, nursery=self.nursery)
        self.nursery.check()
        standing = _with(standing, claimed.report, claims=True)
        standing = replace(standing, open=standing.open.difference(f.unit for f in functions))
        self.told(standing)
        return standing


def _with(standing: Standing, report: Report, *, claims: bool) -> Standing:
    """With what a run has found.  claims: was it the second of the two?"""
    report = shown(report, strict=False, bounded=False, silenced=False)
    findings = report.findings or ()
    functions = [_with_its_own(f, report.units, findings, claims=claims) for f in standing.functions]
    problems = tuple(dict.fromkeys([*standing.problems, *report.problems]))
    return replace(standing, functions=tuple(functions), problems=problems)


def _with_its_own(
    function: Settled, units: Sequence[UnitReport], findings: Iterable[Finding], *, claims: bool
) -> Settled:
    block = function.block
    own = tuple(u for u in units if block.first <= u.span.line and u.span.end_line <= block.last)
    if not own:
        return function
    those = [f for f in findings if block.first <= f.span.line <= block.last]
    kept = [f for f in function.findings if f.rule.startswith(OF_CLAIMS) != claims]
    found = replace(function, claims=own) if claims else replace(function, units=own)
    is_by_chance = any(_is_by_chance(unit) for unit in own)
    return replace(found, print=None if is_by_chance else function.print, findings=_each_once([*kept, *those]))


def _each_once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """In source order; both ways to look say what is wrong with a comment."""
    return tuple(sorted({(f.span, f.rule, f.text): f for f in findings}.values(), key=lambda f: (f.span, f.rule)))


def _is_by_chance(unit: UnitReport) -> bool:
    verdicts = [*(goal.verdict for goal in unit.goals), *(claim.verdict for claim in unit.claims)]
    return any(isinstance(v, Unknown) and v.reason.code in BY_CHANCE for v in verdicts)
