"""The way of `.ivl` programs: from text by way of the passes to verdicts.

A procedure is a unit, and its goals are the blocks of the source, those of inlined procedures too; a call by a summary
has none.  For coverage an execution may end where an assertion fails, which is a goal of its own.  Where dead code is
asked for, a block is covered by normally ending executions alone; what these never pass is unreachable, or *doomed*:
reached, but only by executions that fail.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import Literal, cast

from clew.analysis.cfg import predecessors, reachable, successors
from clew.frontend.ivl import read_file, wanted_procedures
from clew.ir.blocks import EDGE_MARK, FALSE, Assume, Block, Procedure, Program, origin_of
from clew.logic.evaluate import ArrayValue, Value
from clew.records import dataclass
from clew.report.finding import WARNING, Finding
from clew.report.program_rules import rules_of
from clew.report.progress import Progress
from clew.report.record import PASSES, GoalReport, TestOutcome, TestReport, UnitReport
from clew.search.request import KeptQuery
from clew.solver.supply import Supply
from clew.solver.watching import watcher
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.recursion import deep_recursion
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.vc.algorithms import ALGORITHMS
from clew.vc.modular import Calls, Settled, Summaries, settle
from clew.vc.preparation import Bounds, CannotPrepare, Prepared, task_of
from clew.vc.task import UNREACHED, Covering, Limits, Test
from clew.verdict.conclude import conclude, conclude_doomed
from clew.verdict.evidence import Evidence, Known
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin

KeepQuery = Callable[[KeptQuery], None]


@dataclass(slots=True)
class ProgramWork:
    """What is asked for of programs, and what was found."""

    reports: list[UnitReport] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def settled_programs(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    asked: Literal["tests", "dead", "claims"],
    keep_query: KeepQuery | None,
) -> ProgramWork:
    """Every procedure, or the one named after `::`."""
    work, dead = ProgramWork(), asked == "dead"
    if asked == "claims":
        text = "claims are read off Python; `clew cover` and `clew dead` take .ivl programs"
        work.diagnostics += [Diagnostic("usage", text, target.file) for target in targets]
        return work
    with deep_recursion():
        for target in targets:
            program, problems = read_file(target.path, target.file)
            if program is None:
                work.diagnostics += problems
                continue
            summaries = summaries_of(program, settings, _supply(target.file, settings.cross_check, keep_query))
            for each in wanted_procedures(program, target):
                if isinstance(each, Diagnostic):
                    work.diagnostics.append(each)
                    continue
                unit = f"{target.file}::{each.name}"
                report = settled_procedure(summaries, each, settings.algorithm, dead, unit)
                progress.unit_done(report)
                work.reports.append(report)
                work.findings += _findings(report, each) if dead else ()
    return work


def summaries_of(program: Program, settings: Settings, supply: Supply | None = None) -> Summaries:
    """What may stand for its calls, under the settings."""
    limits = Limits(seed=settings.seed, supply=supply or Supply())
    return Summaries(program, cast(Calls, settings.calls), Bounds(settings.loop, settings.depth), limits)


def _supply(file: str, cross_check: bool, keep_query: KeepQuery | None) -> Supply:
    """Engines whose questions are kept, in the order of asking."""
    if keep_query is None:
        return Supply(watcher(None, cross_check))
    numbers = itertools.count(1)

    def keep(text: str) -> None:
        keep_query(KeptQuery(file, next(numbers), text))

    return Supply(watcher(keep, cross_check), keep)


def settled_procedure(
    summaries: Summaries, procedure: Procedure, algorithm: str = "clew", dead: bool = False, unit: str = ""
) -> UnitReport:
    """The verdicts on its blocks; unit: its id."""
    file, span = unit.partition("::")[0], procedure.span
    failing = Covering()
    try:
        settled = settle(summaries, procedure, not dead, ALGORITHMS[algorithm])
        if dead and settled.covering.infeasible:
            prepared = summaries.prepare(procedure, False, "inline")
            failing = _failing(prepared, set(settled.covering.infeasible), summaries.limits)
    except CannotPrepare as error:
        return UnitReport(unit, file, span, 0.0, (), diagnostics=(Diagnostic("form", str(error), file, span),))
    covering, statistics = settled.covering, settled.covering.statistics
    scope = settled.prepared.scope
    goals = []
    for label, place in _places(procedure, settled):
        known = _known(label, settled, failing, unit)
        fails = Evidence("fails", "reachability", scope) if label in failing.covered else None
        # A procedure is unwound as often as was asked for, so no bound is smaller than that.
        verdict, doom = conclude(known, dict(scope)), conclude_doomed(fails, dict(scope))
        goals.append(GoalReport(f"{unit}:{place.line}:block:{label}", "block", place, label, verdict, doom))
    names = [name.name for name in (*summaries.program.globals, *procedure.parameters)]
    return UnitReport(
        unit,
        file,
        span,
        statistics.seconds,
        tuple(goals),
        tuple(_tests(unit, procedure.name, names, (*covering.tests, *failing.tests), goals)),
        runs=statistics.runs,
        queries=statistics.queries + statistics.path_searches,
        solver_seconds=statistics.solver_seconds,
    )


def _places(procedure: Procedure, settled: Settled) -> Iterator[tuple[str, Span]]:
    """The blocks that are goals, in source order."""
    spans: dict[str, Span] = {}
    for block in settled.prepared.task.procedure.blocks:
        origin = origin_of(procedure, block)
        label = origin.label if origin.procedure == procedure.name else f"{origin.procedure}.{origin.label}"
        spans.setdefault(label, block.span)
    # Blocks that no path leads to were dropped by the passes.
    for block in procedure.blocks:
        spans.setdefault(block.label, block.span)
    for label, span in sorted(spans.items(), key=lambda item: (item[1], item[0])):
        if label in settled.prepared.task.goals or EDGE_MARK not in label:
            yield label, span


def _known(label: str, settled: Settled, failing: Covering, unit: str) -> Known:
    """failing: of the blocks that no normally ending execution passes, where that was asked."""
    covering = settled.covering
    if label in covering.covered or label in failing.covered:
        doomed = label in failing.covered
        number = len(covering.tests) + failing.covered[label] if doomed else covering.covered[label]
        return Evidence("reached", "reachability", tests=(_test_id(unit, number),))
    if label in covering.unknown or label in failing.unknown:
        why = covering.unknown.get(label) or failing.unknown[label]
        return Reason("budget" if why == "budget" else "solver-gave-up", why)
    shown = covering.infeasible.get(label)
    if shown is None:
        return UNREACHED  # no path leads there
    exact = tuple(use.callee for use in settled.used if use.exact)
    return replace(shown, scope=settled.prepared.scope, summaries=exact)


# ---------------------------------------------------------------- doomed blocks


def _failing(prepared: Prepared, labels: set[str], limits: Limits) -> Covering:
    """Which of these, that no normally ending execution passes, some execution reaches, however it ends.

    An execution may end behind any block: a copy of the program is asked in which all blocks after a goal are left out.
    """
    found = Covering()
    for label in sorted(labels & prepared.task.goals.keys()):
        clones = set(prepared.task.goals[label])
        whole = prepared.task.procedure
        blocks = tuple(_entered(block) if block.label in clones else block for block in whole.blocks)
        graph = successors(Procedure("", (), (), (), blocks))
        leads = reachable(predecessors(graph), [each for each in graph if each in clones])
        kept = tuple(block for block in blocks if block.label in leads)
        kept = tuple(replace(b, targets=tuple(t for t in b.targets if t in leads)) for b in kept)
        if not any(block.label == whole.entry for block in kept):
            continue
        part = Procedure(whole.name, whole.parameters, whole.returns, whole.locals, kept)
        covering = ALGORITHMS["clew"](task_of(part), limits)
        if label in covering.covered:
            found.covered[label] = len(found.tests)
            found.tests.append(covering.tests[covering.covered[label]])
        elif label in covering.unknown:
            found.unknown[label] = covering.unknown[label]
    return found


def _entered(block: Block) -> Block:
    """A clone of the goal ends the execution after the assumptions it begins with: it has been entered."""
    passed = itertools.takewhile(lambda i: isinstance(i, Assume) and i.condition != FALSE, block.instrs)
    return replace(block, instrs=tuple(passed), targets=())


_SAID = {
    "CLEW101": "block `{}` is never reached",
    "CLEW102": "no execution that reaches block `{}` ends normally",
    "CLEW103": "the condition of block `{}` is always true",
    "CLEW104": "the condition of block `{}` is always false",
}


def _findings(report: UnitReport, procedure: Procedure) -> Iterator[Finding]:
    """What its verdicts mean, by the rules."""
    rules = rules_of(procedure, {goal.outcome: _word(goal) for goal in report.goals if goal.outcome is not None})
    for goal in report.goals:
        if (rule := rules.get(goal.outcome or "")) is None:
            continue
        proof = goal.verdict if isinstance(goal.verdict, Infeasible | NoneWithin) else None
        because = proof.because if proof is not None else ()
        shown = goal.doom or proof
        scope = shown.scope if shown is not None else report.scope
        text = _SAID[rule].format(goal.outcome)
        yield Finding(rule, WARNING, report.file, goal.span, text, because, report.id, (goal.id,), scope)


def _word(goal: GoalReport) -> str:
    match goal.verdict:
        case Infeasible() | NoneWithin():
            return "unreachable"
        case Covered():
            return "doomed" if goal.doomed else "covered"
    return ""


# ---------------------------------------------------------------- tests


def _test_id(unit: str, number: int) -> str:
    return f"{unit}#{number + 1}"


def _tests(
    unit: str, name: str, inputs: Sequence[str], tests: Sequence[Test], goals: Sequence[GoalReport]
) -> Iterator[TestReport]:
    """inputs: the names of what a test says the values of."""
    for number, test in enumerate(tests):
        given = ", ".join(f"{each} = {_value(test.inputs[each])}" for each in inputs if each in test.inputs)
        path = [label for label in test.path if EDGE_MARK not in label]
        covers = [g.id for g in goals if isinstance(g.verdict, Covered) and g.verdict.test == _test_id(unit, number)]
        outcome = TestOutcome(PASSES, " ".join(path))
        yield TestReport(_test_id(unit, number), f"{name}({given})", outcome, tuple(covers))


def _value(value: Value) -> str:
    """Arrays as in `[0: 7, 3: 1, else 0]`."""
    if not isinstance(value, ArrayValue):
        return str(value)
    entries = [f"{index}: {_value(value.entries[index])}" for index in sorted(value.entries)]
    return f"[{', '.join([*entries, f'else {_value(value.default)}'])}]"
