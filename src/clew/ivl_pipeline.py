"""The way of an `.ivl` procedure: text → blocks → calls inlined or summarised → reducible → unwound → SSA → passive →
verdicts.

Goals are the blocks of the source, those of inlined procedures too; a call by a summary has none.  `cover` lets an
execution end where an assertion fails and makes that a goal; `dead` asks for blocks that no normally ending execution
passes, apart by how it goes: `unreachable`, or reached and then `doomed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Final

from clew.analysis.cfg import predecessors, reachable, successors
from clew.ir.blocks import EDGE_MARK, FALSE, Assume, Block, Procedure, Program, origin_of
from clew.records import dataclass
from clew.report.program_rules import rules_of
from clew.report.record import INFEASIBLE, NONE_WITHIN
from clew.source.spans import Span
from clew.vc.learning_cover import learning_cover
from clew.vc.modular import Calls, Form, Settled, Summaries, Use, settle
from clew.vc.path_cover import path_cover
from clew.vc.path_tree import path_tree
from clew.vc.preparation import Bounds, CannotPrepare, Prepared, task_of
from clew.vc.query_optimal import query_optimal
from clew.vc.statement_cover import statement_cover
from clew.vc.task import Algorithm, Limits, Statistics, Test, Why
from clew.vc.worst_case_optimal import worst_case_optimal
from clew.verdict.conclude import conclude
from clew.verdict.verdicts import Infeasible, NoneWithin

ALGORITHMS: Final[Mapping[str, Algorithm]] = MappingProxyType(
    {
        "clew": learning_cover,
        "paths": path_tree,
        "pc": path_cover,
        "sc": statement_cover,
        "fm": worst_case_optimal,
        "vstte": query_optimal,
    }
)


@dataclass(frozen=True, slots=True)
class IvlSettings:
    """loop: rounds of every loop; depth: activations of a procedure below itself; calls, form: see `vc.modular`."""

    algorithm: str = "clew"
    loop: int = 8
    depth: int = 3
    limits: Limits = field(default_factory=Limits)
    calls: Calls = "auto"
    form: Form = "paths"


def summaries_of(program: Program, settings: IvlSettings) -> Summaries:
    """Made once for all procedures of a program."""
    bounds = Bounds(settings.loop, settings.depth)
    return Summaries(program, settings.calls, bounds, settings.limits, settings.form)


@dataclass(frozen=True, slots=True)
class GoalVerdict:
    """verdict: `covered`, `infeasible`, `none-within-bounds`, `unreachable`, `doomed` or `unknown`.

    scope: bounds that cut something, for what is not covered; `infeasible` has none.  because: places that contradict
    each other.  rule: the code of a finding, as in `clew rule`.
    """

    goal: str
    span: Span
    verdict: str
    test: int | None = None
    scope: tuple[tuple[str, int], ...] = ()
    because: tuple[Span, ...] = ()
    reason: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ProcedureReport:
    """problem: why the procedure could not be analysed, or empty; summaries: those that stood for calls."""

    name: str
    goals: tuple[GoalVerdict, ...]
    tests: tuple[Test, ...]
    inputs: tuple[str, ...]
    statistics: Statistics
    problem: str = ""
    summaries: tuple[Use, ...] = ()


def cover(program: Program, name: str, settings: IvlSettings, summaries: Summaries | None = None) -> ProcedureReport:
    """Every block of the procedure, and each of its assertions failing."""
    procedure = program.procedure(name)
    summaries = summaries or summaries_of(program, settings)
    try:
        settled = settle(summaries, procedure, True, ALGORITHMS[settings.algorithm])
    except CannotPrepare as error:
        return ProcedureReport(name, (), (), (), Statistics(), str(error))
    return _report(program, procedure, settled, lambda goal: INFEASIBLE)


def dead(program: Program, name: str, settings: IvlSettings, summaries: Summaries | None = None) -> ProcedureReport:
    """Blocks that no normally ending execution passes; the doomed ones among them are reached by some execution."""
    procedure = program.procedure(name)
    summaries = summaries or summaries_of(program, settings)
    try:
        settled = settle(summaries, procedure, False, ALGORITHMS[settings.algorithm])
        reached: dict[str, str] = {}
        if settled.covering.infeasible:
            prepared = summaries.prepare(procedure, False, "inline")
            reached = _reached(prepared, set(settled.covering.infeasible), settings.limits)
    except CannotPrepare as error:
        return ProcedureReport(name, (), (), (), Statistics(), str(error))
    report = _report(program, procedure, settled, lambda goal: reached.get(goal, "unreachable"))
    rules = rules_of(procedure, {goal.goal: goal.verdict for goal in report.goals})
    return replace(report, goals=tuple(replace(goal, rule=rules.get(goal.goal, "")) for goal in report.goals))


def _reached(prepared: Prepared, goals: set[str], limits: Limits) -> dict[str, str]:
    """`doomed` for the goals some execution reaches, however it ends; `infeasible` where that is not known.

    An execution may end behind any block: a copy of the program is asked in which all blocks after a goal are left out.
    """
    found: dict[str, str] = {}
    for goal in sorted(goals & prepared.task.goals.keys()):
        clones = set(prepared.task.goals[goal])
        whole = prepared.task.procedure
        blocks = tuple(_entered(block) if block.label in clones else block for block in whole.blocks)
        graph = successors(Procedure("", (), (), (), blocks))
        leads = reachable(predecessors(graph), [label for label in graph if label in clones])
        kept = tuple(block for block in blocks if block.label in leads)
        kept = tuple(replace(b, targets=tuple(t for t in b.targets if t in leads)) for b in kept)
        if not any(block.label == whole.entry for block in kept):
            continue
        part = Procedure(whole.name, whole.parameters, whole.returns, whole.locals, kept)
        covering = ALGORITHMS["clew"](task_of(part), limits)
        if goal in covering.covered:
            found[goal] = "doomed"
        elif goal in covering.unknown:
            found[goal] = "infeasible"
    return found


def _entered(block: Block) -> Block:
    """A clone of the goal ends the execution after the assumptions it begins with: it has been entered."""
    entered = []
    for instr in block.instrs:
        if not isinstance(instr, Assume) or instr.condition == FALSE:
            break
        entered.append(instr)
    return replace(block, instrs=tuple(entered), targets=())


def _report(program: Program, procedure: Procedure, settled: Settled, name: Callable[[str], str]) -> ProcedureReport:
    prepared, covering = settled.prepared, settled.covering
    spans: dict[str, Span] = {}
    for block in prepared.task.procedure.blocks:
        origin = origin_of(procedure, block)
        label = origin.label if origin.procedure == procedure.name else f"{origin.procedure}.{origin.label}"
        spans.setdefault(label, block.span)
    # Blocks that no path leads to were dropped by the passes.
    for block in procedure.blocks:
        spans.setdefault(block.label, block.span)
    verdicts = []
    for goal, span in sorted(spans.items(), key=lambda item: (item[1], item[0])):
        if goal not in prepared.task.goals and EDGE_MARK in goal:
            continue
        if goal in covering.covered:
            verdicts.append(GoalVerdict(goal, span, "covered", covering.covered[goal]))
        elif goal in covering.unknown:
            verdicts.append(GoalVerdict(goal, span, "unknown", reason=covering.unknown[goal]))
        else:
            why = covering.infeasible.get(goal, Why())  # without one: blocks that no path leads to
            scope = prepared.scope if goal in covering.infeasible else ()
            # A procedure is unwound as often as was asked for, so no bound is smaller than that.
            shown = conclude(Infeasible(scope, (), why.because, why.method), dict(scope))
            verdict = name(goal)
            if isinstance(shown, NoneWithin) and verdict == INFEASIBLE:
                verdict = NONE_WITHIN
            verdicts.append(GoalVerdict(goal, span, verdict, scope=scope, because=why.because))
    inputs = tuple(n.name for n in (*program.globals, *procedure.parameters))
    return ProcedureReport(
        procedure.name,
        tuple(verdicts),
        tuple(covering.tests),
        inputs,
        covering.statistics,
        summaries=settled.used,
    )
