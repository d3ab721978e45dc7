"""A run of a user's tests under probes, and what they leave out: `pytest --clew` (`clew.pytest_plugin`)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Final, TypeAlias

from clew.checking.probing import with_probes
from clew.cli.asking import LEDGER
from clew.cli.folders import unwritable
from clew.cli.names import check_names, read_target, wanted_units
from clew.cli.running import running_tests, sources, write_tests
from clew.cli.settings_file import settings_for
from clew.frontend.module import Module
from clew.records import dataclass
from clew.report.concise import problem_line
from clew.report.missing import (
    DEFECT,
    IMPOSSIBLE,
    NOT_KEPT,
    OPEN,
    REACHABLE,
    Part,
    by_leaning,
    fewest,
    not_kept,
    part_of,
    reopened,
)
from clew.report.own_suite import call_lines, goal_lines, plain
from clew.report.progress import Silent
from clew.report.record import CoverResult, UnitReport
from clew.report.wording import FILE, count, percent, reason_words
from clew.scratch import scratch_folder
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import Target, discover
from clew.source.settings import SMALL, Settings
from clew.verdict.reasons import Reason

Key: TypeAlias = tuple[str, str]
"""Of a goal: the path of its file, as shown, and its id, as there may be several modules of one name."""


ELSEWHERE: Final = "`output` in [tool.clew] of pyproject.toml names another folder"
TOO_LATE: Final = "imported before clew could watch, so that nothing is known of their tests"


class Refused(Exception):
    """What was asked for cannot be done; the text says why."""


@dataclass(slots=True)
class SuiteRun:
    """targets: what was asked about; goals: with the outermost function each is in; late: modules that were imported
    before, of whose goals nothing is asked; hits: the goals that the tests reached.  result: what is known of the
    functions with others; parts: of all goals of these that are missed; contradicted, broken: as in `Missing`.
    """

    settings: Settings
    cwd: str
    targets: list[Target]
    goals: dict[Key, Target]
    problems: list[Diagnostic]
    late: list[str] = field(default_factory=list)
    hits: set[Key] = field(default_factory=set)
    result: CoverResult | None = None
    parts: dict[Key, Part] = field(default_factory=dict)
    contradicted: list[Part] = field(default_factory=list)
    broken: list[Part] = field(default_factory=list)
    written: list[Diagnostic] = field(default_factory=list)

    @staticmethod
    def begin(place: str, since: str | None, cwd: str) -> SuiteRun:
        """Modules at this place have probes from now on.  Raises Refused."""
        try:
            settings = settings_for(cwd)
        except InputError as error:
            raise Refused(_why([error.diagnostic])) from error
        targets, problems = discover([place], cwd=cwd, include=settings.include, exclude=settings.exclude)
        targets = [target for target in targets if not target.is_program]
        targets, unknown = check_names(targets)
        problems += unknown
        if since is not None:
            targets, problems = _changed(since, targets, cwd)
        elif not targets:
            raise Refused(_why(problems) or f"there is no Python file at {place}")
        modules = {target.path: target.module for target in targets}
        shown = {target.path: target.file for target in targets}
        hits: set[Key] = set()
        late = {
            shown[path] for path in with_probes(modules, lambda goal, path: hits.add((shown[path], goal))).install()
        }
        seen = [target for target in targets if target.file not in late]
        if late and not seen:
            raise Refused(f"{TOO_LATE}: {', '.join(sorted(late))}")
        return SuiteRun(settings, cwd, seen, dict(_goals(seen, problems)), problems, sorted(late), hits)

    @property
    def missed(self) -> list[Key]:
        return [goal for goal in self.goals if goal not in self.hits]

    @property
    def share(self) -> tuple[int, int]:
        """How many the tests reach of the goals that are not proved infeasible, and how many these are; what they reach
        though it was called so is one.
        """
        impossible = sum(part.state == IMPOSSIBLE for part in self.parts.values())
        return len(self.goals) - len(self.missed), len(self.goals) - impossible

    @property
    def percent(self) -> float:
        reached, possible = self.share
        return 100.0 * reached / possible if possible else 100.0

    def settle(self, write: bool) -> None:
        """Of what no test reached.  write: the tests for functions where there is something."""
        from clew.pipeline import cover
        from clew.scheduling.resources import Resources

        wanted = list(dict.fromkeys(self.goals[goal] for goal in self.missed))
        self.result = result = cover(
            wanted, replace(self.settings, suite=SMALL), Silent(), Resources(Path(self.cwd, LEDGER))
        )
        missed = set(self.missed)
        units: dict[str, list[UnitReport]] = {}
        for unit in result.report.units:
            units.setdefault(unit.file, []).append(unit)
        for file, those in units.items():  # each by itself: goals of modules of one name have the same ids
            asked = [goal for unit in those for goal in unit.goals if (file, goal.id) in self.goals]
            tests = [test for unit in those for test in unit.tests]
            chosen = fewest(tests, [[goal] for goal in asked if (file, goal.id) in missed])
            parts = [part_of(file, goal.span.line, None, [goal], chosen, self._said_of) for goal in asked]
            wrong = [p for p in parts if p.state == IMPOSSIBLE and self._key(p) in self.hits]
            facts = not_kept(wrong, lambda part: self.goals[self._key(part)])
            for part in parts:
                if (key := self._key(part)) in missed:
                    self.parts[key] = reopened(part, facts.get(self.goals[key], {}))
            contradicted, broken = by_leaning(wrong)
            self.contradicted += contradicted
            self.broken += broken
        if write:
            folder = os.path.join(self.cwd, self.settings.output)
            refused = unwritable(folder, self.settings.output, "the tests")
            if refused is not None:
                self.written = [replace(refused, text=f"{refused.text}; {ELSEWHERE}")]
            else:
                self.written = write_tests(result, folder, self.settings.output)

    def _said_of(self, reason: Reason) -> str:
        return reason_words(reason, self.settings, FILE)

    @staticmethod
    def _key(part: Part) -> Key:
        return part.file, part.goals[0]

    def lines(self, least: float | None, write: bool) -> Iterator[str]:
        """What the terminal shows."""
        assert self.result is not None
        report = self.result.report
        texts = sources(report, self.cwd)
        goals = {(unit.file, goal.id): goal for unit in report.units for goal in unit.goals}
        for problem in (*self.problems, *report.problems, *self.written):
            yield problem_line(problem)
        if self.late:
            yield f"{TOO_LATE}: {', '.join(self.late)}"
        for parts, said in ((self.contradicted, DEFECT), (self.broken, NOT_KEPT)):
            if parts:
                yield said
                yield from plain(goal_lines(parts, goals, texts))
        left = [self.parts[key] for key in self.missed if key in self.parts]
        impossible, reachable, open_ = ([p for p in left if p.state == s] for s in (IMPOSSIBLE, REACHABLE, OPEN))
        if impossible:
            yield "reached by no input"
            yield from plain(goal_lines(impossible, goals, texts))
        if reachable:
            yield "reached by a call that is known" + (
                f", now in {self.settings.output}/" if write and not self.written else ""
            )
            yield from plain(call_lines(reachable))
        if open_:
            yield "open"
            yield from plain(goal_lines(open_, goals, texts))
        reached = len(self.goals) - len(self.missed)
        said = f"{reached} of {count(len(self.goals), 'goal')} reached by your tests"
        numbers = ((impossible, "impossible"), (reachable, "reachable"), (open_, "open"))
        said += "".join(f", {len(parts)} {word}" for parts, word in numbers if parts)
        yield f"{said}: {percent(*self.share)} of what is possible"
        if least is not None and self.percent < least:
            yield f"less than --clew-fail-under={least:g}"
        if write and self.result.tests and not self.written:
            yield f"run them: {running_tests(self.targets, self.settings.output, self.cwd)}"


def _why(problems: Sequence[Diagnostic]) -> str:
    texts = (problem.text.partition("; `--no-index`")[0] for problem in problems)  # that is of `clew diff`
    files = (problem.file for problem in problems)
    return "; ".join(f"{file}: {text}" if file else text for file, text in zip(files, texts, strict=True))


def _changed(since: str, targets: Sequence[Target], cwd: str) -> tuple[list[Target], list[Diagnostic]]:
    from clew.settling.since import changed_targets
    from clew.source import revisions

    with scratch_folder() as scratch:
        earlier = revisions.since(since, targets, cwd, scratch)
        if earlier.problems:
            raise Refused(_why(earlier.problems))
        return changed_targets(list(targets), earlier)


def _goals(targets: Sequence[Target], problems: list[Diagnostic]) -> Iterator[tuple[Key, Target]]:
    """Each goal with its outermost function, or the target where that was named."""
    for target in targets:
        module = read_target(target)
        if not isinstance(module, Module):
            problems.extend(module)
            continue
        for unit in wanted_units(module, target.qualname):
            around = replace(target, qualname=unit.qualname.partition(".<locals>.")[0])
            yield from (((target.file, goal.id), around) for goal in unit.goals)
