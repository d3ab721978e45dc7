"""The way of an `.ivl` procedure: text → blocks → calls inlined or summarised → reducible → unwound → SSA → passive →
verdicts.

Goals are the blocks of the source, those of inlined procedures too; a call by a summary has none.  `cover` lets an
execution end where an assertion fails and makes that a goal; `dead` asks for blocks that no normally ending execution
passes, apart by how it goes: `unreachable`, or reached and then `doomed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any, Final

from clew.analysis.cfg import predecessors, reachable, successors
from clew.ir.blocks import EDGE_MARK, FALSE, Assume, Block, Procedure, Program, origin_of
from clew.records import dataclass
from clew.report.program_rules import rules_of
from clew.report.record import KINDS
from clew.source.spans import Span
from clew.vc.learning_cover import learning_cover
from clew.vc.modular import Calls, Form, Settled, Summaries, Use, settle
from clew.vc.path_cover import path_cover
from clew.vc.path_tree import path_tree
from clew.vc.preparation import Bounds, CannotPrepare, Prepared, task_of
from clew.vc.query_optimal import query_optimal
from clew.vc.statement_cover import statement_cover
from clew.vc.task import UNREACHED, Algorithm, Covering, Limits, Statistics, Test
from clew.vc.worst_case_optimal import worst_case_optimal
from clew.verdict.conclude import conclude
from clew.verdict.evidence import Evidence, Known
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown, Verdict

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
class BlockReport:
    """A block as a goal.  how: `unreachable` or `doomed`, of one that no normally ending execution passes, if known.

    rule: the code of a finding, as in `clew rule`.
    """

    goal: str
    span: Span
    verdict: Verdict
    how: str = ""
    rule: str = ""

    @property
    def word(self) -> str:
        """`covered`, `infeasible`, `none-within-bounds`, `unreachable`, `doomed` or `unknown`."""
        return self.how or KINDS[type(self.verdict)]

    def to_json(self) -> dict[str, Any]:
        verdict = self.verdict
        proof = verdict if isinstance(verdict, Infeasible | NoneWithin) else None
        return {
            "goal": self.goal,
            "span": self.span,
            "verdict": self.word,
            "test": int(verdict.test) if isinstance(verdict, Covered) else None,
            "scope": proof.scope if proof is not None else (),
            "because": proof.because if proof is not None else (),
            "reason": verdict.reason.text if isinstance(verdict, Unknown) else "",
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class ProcedureReport:
    """problem: why the procedure could not be analysed, or empty; summaries: those that stood for calls."""

    name: str
    goals: tuple[BlockReport, ...]
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
    return _report(program, procedure, settled)


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
    report = _report(program, procedure, settled)
    goals = [
        replace(goal, how=reached.get(goal.goal, "unreachable"))
        if isinstance(goal.verdict, Infeasible | NoneWithin)
        else goal
        for goal in report.goals
    ]
    rules = rules_of(procedure, {goal.goal: goal.word for goal in goals})
    return replace(report, goals=tuple(replace(goal, rule=rules.get(goal.goal, "")) for goal in goals))


def _reached(prepared: Prepared, goals: set[str], limits: Limits) -> dict[str, str]:
    """`doomed` for the goals some execution reaches, however it ends; "" where that is not known.

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
            found[goal] = ""
    return found


def _entered(block: Block) -> Block:
    """A clone of the goal ends the execution after the assumptions it begins with: it has been entered."""
    entered = []
    for instr in block.instrs:
        if not isinstance(instr, Assume) or instr.condition == FALSE:
            break
        entered.append(instr)
    return replace(block, instrs=tuple(entered), targets=())


def _report(program: Program, procedure: Procedure, settled: Settled) -> ProcedureReport:
    prepared, covering = settled.prepared, settled.covering
    spans: dict[str, Span] = {}
    for block in prepared.task.procedure.blocks:
        origin = origin_of(procedure, block)
        label = origin.label if origin.procedure == procedure.name else f"{origin.procedure}.{origin.label}"
        spans.setdefault(label, block.span)
    # Blocks that no path leads to were dropped by the passes.
    for block in procedure.blocks:
        spans.setdefault(block.label, block.span)
    # A procedure is unwound as often as was asked for, so no bound is smaller than that.
    wanted = dict(prepared.scope)
    goals = []
    for goal, span in sorted(spans.items(), key=lambda item: (item[1], item[0])):
        if goal not in prepared.task.goals and EDGE_MARK in goal:
            continue
        goals.append(BlockReport(goal, span, conclude(_known(goal, covering, prepared.scope), wanted)))
    inputs = tuple(n.name for n in (*program.globals, *procedure.parameters))
    return ProcedureReport(
        procedure.name,
        tuple(goals),
        tuple(covering.tests),
        inputs,
        covering.statistics,
        summaries=settled.used,
    )


def _known(goal: str, covering: Covering, scope: Scope) -> Known:
    if goal in covering.covered:
        return Evidence("reached", "reachability", tests=(str(covering.covered[goal]),))
    if goal in covering.unknown:
        why = covering.unknown[goal]
        return Reason("budget" if why == "budget" else "solver-gave-up", why)
    shown = covering.infeasible.get(goal)
    return UNREACHED if shown is None else replace(shown, scope=scope)  # None: no path leads there
