"""What a run under coverage.py left out, file by file, and what our verdicts say of each such line and arc."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from coverage import Coverage, CoverageData
from coverage.exceptions import CoverageException, NoDataError
from coverage.python import PythonFileReporter
from coverage.types import TArc

from clew.coverage.exclusions import Excluded, FileExclusions, digest_of
from clew.coverage.plugin import NAME, NO_PLUGINS
from clew.frontend.line_arcs import BlockDecision, Blocks
from clew.report.missing import (
    IMPOSSIBLE,
    OUTSIDE,
    REACHABLE,
    Part,
    by_leaning,
    fewest,
    not_kept,
    part_of,
    reopened,
)
from clew.report.record import GoalReport, TestReport, UnitReport
from clew.report.wording import reason_words
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.files import read_source
from clew.source.settings import Settings

PLUGIN: Final = "clew.coverage"
RUN_FIRST: Final = "run your tests first: coverage run --branch -m pytest"
NO_DATA: Final = f"no data were collected; {RUN_FIRST}"
NOT_ASKED: Final = "whether an exception comes as far as this clause was not asked"


class Unusable(Exception):
    """There are no data of coverage.py, or none that it can read."""


class Data:
    """The data of one run, and the settings that are in force for reports.

    Raises Unusable.
    """

    def __init__(self, file: str | None, cwd: str) -> None:
        try:
            of_settings = Coverage(plugins=NO_PLUGINS)
            self.coverage = of_settings if file is None else Coverage(file, plugins=NO_PLUGINS)
            self.coverage.load()
            self._data: CoverageData = self.coverage.get_data()
            self._names = {os.path.realpath(os.path.join(cwd, name)): name for name in self._data.measured_files()}
        except CoverageException as error:
            raise Unusable(f"{error}; {RUN_FIRST}" if isinstance(error, NoDataError) else str(error)) from error
        if not self._names:
            name = str(file or self.coverage.get_option("run:data_file") or ".coverage")
            parts = sorted(Path(cwd).glob(f"{name}.*"))
            raise Unusable(f"the data are in {len(parts)} parts: coverage combine" if parts else NO_DATA)

    @property
    def has_plugin(self) -> bool:
        """Do the settings name our plugin?"""
        plugins = self.coverage.get_option("run:plugins")
        return isinstance(plugins, list) and PLUGIN in plugins

    @property
    def settings_file(self) -> str | None:
        """The file whose settings are in force; None where none has any."""
        return getattr(self.coverage.config, "config_file", None)

    def measured(self, target: Target) -> Measured | None:
        """None where the file was not measured, or is one that another plugin reports."""
        name = self._names.get(os.path.realpath(target.path))
        if name is None or self._data.file_tracer(name) not in (None, "", NAME):
            return None
        try:
            return Measured(target, PythonFileReporter(name, self.coverage), self._data, name)
        except CoverageException:
            return None  # It does not parse: said where it is analysed.

    def mark(self, files: Iterable[Measured]) -> None:
        """Have reports ask the plugin about these files.  Raises Unusable where the data cannot be written."""
        try:
            self._data.add_file_tracers({each.name: NAME for each in files})
        except CoverageException as error:
            raise Unusable(str(error)) from error


class Measured:
    """A file in the data.  name: what it is called there; lines and arcs are those of coverage.py, arcs only of lines
    with several.
    """

    def __init__(self, target: Target, reporter: PythonFileReporter, data: CoverageData, name: str) -> None:
        self.target = target
        self.name = name
        self._reporter = reporter
        excluded = reporter.excluded_lines()
        self.executed = reporter.translate_lines(data.lines(name) or ())
        self.missing = reporter.lines() - excluded - self.executed
        counts, ignored = reporter.exit_counts(), reporter.no_branch_lines()
        branches = {line for line, count in counts.items() if count > 1} - ignored
        self.arcs: set[TArc] = {arc for arc in reporter.arcs() if arc[0] in branches and arc[1] not in excluded}
        self.taken: set[TArc] = reporter.translate_arcs(data.arcs(name) or ())
        self.missing_arcs = self.arcs - self.taken if data.has_arcs() else set()
        text = read_source(Path(target.path))
        self.text = "" if isinstance(text, Diagnostic) else text
        self.blocks = Blocks(self.text, target.file)

    @property
    def functions(self) -> list[str]:
        """The functions with something missing."""
        return self.blocks.functions_with(self.missing | {start for start, _ in self.missing_arcs})

    def first_line(self, line: int) -> int:
        """Of the statement that the line is in."""
        return next(iter(self._reporter.translate_lines([line])), line)


def parts_of(
    file: Measured, units: Sequence[UnitReport], settings: Settings
) -> tuple[list[Part], list[Part], list[Part]]:
    """What is missing, and what the verdicts on the functions of the file say of it; and what was executed though it is
    called infeasible, for all inputs and if something holds.
    """

    def made_of(line: int, to: int | None, goals: Sequence[GoalReport], tests: Sequence[TestReport]) -> Part:
        return part_of(file.target.file, line, to, goals, tests, lambda reason: reason_words(reason, settings))

    by_line, by_arc = _goals(file, units)
    wanted = [goals for line, goals in by_line.items() if line in file.missing]
    wanted += [goals for arc, goals in by_arc.items() if arc in file.missing_arcs]
    tests = fewest([test for unit in units for test in unit.tests], wanted)
    executed = [made_of(line, None, goals, ()) for line, goals in by_line.items() if line in file.executed]
    executed += [made_of(*arc, goals, ()) for arc, goals in by_arc.items() if arc in file.taken]
    wrong = [part for part in executed if part.state == IMPOSSIBLE]
    functions = {goal.id: unit.id.partition(".<locals>.")[0] for unit in units for goal in unit.goals}
    facts = not_kept(wrong, lambda part: functions[part.goals[0]])

    def told(line: int, to: int | None, goals: Sequence[GoalReport]) -> Part:
        part = made_of(line, to, goals, tests)
        return reopened(part, facts.get(functions[goals[0].id], {})) if goals else part

    parts = [told(line, None, by_line.get(line, ())) for line in sorted(file.missing)]
    parts = [
        _without_goals(part, file, units, lambda part, goals: made_of(part.line, None, goals, tests)) for part in parts
    ]
    gone = {part.line for part in parts if part.state == IMPOSSIBLE}
    for start, end in sorted(file.missing_arcs):
        if start not in gone and end not in gone and start not in file.missing:
            parts.append(told(start, end, by_arc.get((start, end), ())))
    return parts, *by_leaning(wrong)


def _without_goals(
    part: Part,
    file: Measured,
    units: Sequence[UnitReport],
    made_of: Callable[[Part, Sequence[GoalReport]], Part],
) -> Part:
    """An `except` clause is come to where it is entered; where it is not, nothing is known."""
    place = file.blocks.handlers.get(part.line)
    goals = [g for unit in units for g in unit.goals if g.kind == "branch" and g.span == place]
    if part.goals:
        return part
    if not goals:
        return part if file.blocks.functions_with({part.line}) else replace(part, why=OUTSIDE)
    entered = made_of(part, goals)
    return entered if entered.state == REACHABLE else replace(part, why=NOT_ASKED)


def exclusions_of(file: Measured, parts: Iterable[Part]) -> FileExclusions:
    impossible = [part for part in parts if part.state == IMPOSSIBLE]
    excluded = tuple(Excluded(part.line, part.to, part.goals, part.why) for part in impossible)
    proved = FileExclusions(digest_of(file.target.path), excluded)
    left = {arc for arc in file.arcs - proved.arcs if not proved.lines & {*arc}}
    counts = Counter(line for line, _ in left)
    branching = {line for line, _ in left & file.missing_arcs if counts[line] == 1}
    return replace(proved, branching=tuple(sorted(branching - file.missing)))


def _goals(
    file: Measured, units: Sequence[UnitReport]
) -> tuple[dict[int, tuple[GoalReport, ...]], dict[TArc, tuple[GoalReport, ...]]]:
    """The goals that say whether a line is reached, and whether an arc is taken."""
    statements: dict[int, list[GoalReport]] = defaultdict(list)
    branches: dict[tuple[object, str | None], GoalReport] = {}
    for goal in (goal for unit in units for goal in unit.goals):
        if goal.kind == "statement":
            statements[file.first_line(goal.span.line)].append(goal)
        elif goal.kind == "branch":
            branches[goal.span, goal.outcome] = goal
    arcs: dict[TArc, tuple[GoalReport, ...]] = {}
    for decision in file.blocks.decisions:
        into = _those(branches, decision, decision.into)
        past = _those(branches, decision, decision.past)
        line = file.first_line(decision.line)
        if "taken" in decision.into:
            statements[line] += [*into, *past]  # that a case is looked at
        leaving = [arc for arc in file.arcs if arc[0] == line]
        entering = decision.entering(leaving)
        for goals, ways in ((into, entering), (past, [arc for arc in leaving if entering and arc not in entering])):
            if goals and len(ways) == 1:
                arcs[ways[0]] = tuple(goals)
    lines = {line: tuple(goals) for line, goals in statements.items() if line not in file.blocks.handlers}
    return lines, arcs


def _those(
    branches: Mapping[tuple[object, str | None], GoalReport], decision: BlockDecision, outcomes: Iterable[str]
) -> list[GoalReport]:
    return [branches[decision.place, outcome] for outcome in outcomes if (decision.place, outcome) in branches]
