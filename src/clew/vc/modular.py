"""Calls by summaries: which callees get one, and what is done where a summary does not say enough.

Callees go first, by components of the call graph; calls inside a component, that is recursion, are always inlined, to
the bound.  A callee has at most one summary:

    exact     all its paths.  It stands for the callee in every respect.
    refined   the executions that covering the callee gave, and more on demand.  A path through a block of the caller
              that these allow is a path there is.  Where there is none, the caller is asked again with *anything*
              allowed to happen in such calls: when there is no path even so, the block is infeasible.  Else that path
              calls the callee with certain values; the execution on these is added, and so on (section 6 of the paper).
              What is open after some rounds is decided with the callee inlined.

So no verdict of infeasibility rests on executions that were merely not seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from clew.analysis.call_graph import call_graph
from clew.ir import blocks as ir
from clew.logic.evaluate import ArrayValue, Value
from clew.records import dataclass
from clew.semantics.block_operations import default_value
from clew.semantics.block_run import start
from clew.vc.learning_cover import learning_cover
from clew.vc.preparation import Bounds, CannotPrepare, Prepared, flatten, task_of
from clew.vc.summaries import ANYTHING, Case, Summary, path_case, path_summary, procedure_of, summary_of, test_case
from clew.vc.task import Algorithm, Covering, Limits, Task, Test

Calls = Literal["inline", "summarise", "auto"]
Form = Literal["paths", "tests"]

# `auto`: callees of at most so many blocks, with all they call, are inlined; larger ones where the exact summary is
# not at most half as large or has more paths than that.
_SMALL: Final = 10
_PATHS: Final = 300
# `summarise`: more paths than that are not written down; the summary is then refined on demand.
_MORE_PATHS: Final = 2_000
_ROUNDS: Final = 12


@dataclass(frozen=True, slots=True)
class Use:
    """A summary that entered an analysis: how many cases it has, and whether these are all."""

    callee: str
    cases: int
    exact: bool


class Summaries:
    """The summaries of one program, made when they are first asked for.

    form: cases of refined summaries are whole paths, or single test cases as in the paper; there are no exact
    summaries then.
    """

    def __init__(self, program: ir.Program, calls: Calls, bounds: Bounds, limits: Limits, form: Form = "paths") -> None:
        self.program = program
        self.calls = calls
        self.bounds = bounds
        self.limits = limits
        self.form = form
        self.graph = call_graph(program)
        self._made: dict[str, Summary | None] = {}

    # ------------------------------------------------------------ programs with summaries in place of callees

    def prepare(
        self, procedure: ir.Procedure, assertions: bool, inexact: Literal["inline", "use", "anything"] = "use"
    ) -> Prepared:
        """inexact: what stands for a callee whose summary is not exact."""
        used = self.used(procedure.name)
        loop_free, scope = flatten(self._replaced(used, inexact), procedure, self.bounds, assertions)
        for summary in used:
            if summary.exact or inexact != "inline":
                scope += tuple(bound for bound in summary.scope if bound not in scope)
        return Prepared(task_of(loop_free), tuple(sorted(scope, reverse=True)))

    def used(self, caller: str) -> list[Summary]:
        """The summaries that may stand for calls below this procedure."""
        found = []
        for name in sorted(self.graph.below[caller], key=lambda n: (len(self.graph.below[n] | {n}), n)):
            if not self.graph.recursive_with(caller, name) and (summary := self.summary(name)) is not None:
                found.append(summary)
        return found

    def _replaced(self, used: Sequence[Summary], inexact: str) -> ir.Program:
        replaced: dict[str, ir.Procedure] = {}
        for summary in used:
            name = summary.callee.name
            if summary.exact or inexact == "use":
                replaced[name] = procedure_of(summary, self.program)
            elif inexact == "anything":
                changed = [n for n in self.program.globals if n.name in self.graph.writes[name]]
                replaced[name] = procedure_of(summary, self.program, changed, self.graph.fails[name])
        return replace(self.program, procedures=tuple(replaced.get(p.name, p) for p in self.program.procedures))

    # ------------------------------------------------------------ summaries

    def summary(self, name: str) -> Summary | None:
        """None for a callee that is inlined."""
        if name not in self._made:
            self._made[name] = None if self.calls == "inline" else self._make(self.program.procedure(name))
        return self._made[name]

    def _make(self, callee: ir.Procedure) -> Summary | None:
        """What it calls has been asked for before."""
        try:
            prepared = self.prepare(callee, True, "inline")
            blocks = len(prepared.task.procedure.blocks)
            if self.calls == "auto":
                if blocks <= _SMALL:
                    return None
                exact = path_summary(self.program, callee, prepared, self.limits, _PATHS)
                return exact if exact is not None and 2 * len(exact.cases) <= blocks else None
            if self.form == "paths":
                exact = path_summary(self.program, callee, prepared, self.limits, _MORE_PATHS)
                if exact is not None:
                    return exact
        except CannotPrepare:
            if self.calls == "auto":
                return None
        try:
            prepared = self.prepare(callee, True)
        except CannotPrepare:
            return None
        tests = learning_cover(prepared.task, self.limits).tests
        return summary_of(self.program, callee, prepared, [self._case(callee, prepared, t) for t in tests], False)

    def _case(self, callee: ir.Procedure, prepared: Prepared, test: Test) -> Case | None:
        case = path_case(self.program, callee, prepared, test.path)
        return case if self.form == "paths" else test_case(self.program, callee, case, test)

    # ------------------------------------------------------------ refinement

    def refine(self, name: str, values: Mapping[str, Value]) -> bool:
        """Add the execution of a callee on these values of its parameters and the globals; False if that is no news."""
        summary = self._made[name]
        assert summary is not None and not summary.exact
        callee = summary.callee
        given = self._given(callee, values)
        first = f"given{ir.EDGE_MARK}"
        entry = ir.Block(first, tuple(given), (callee.entry,), None, callee.span)
        asked = replace(callee, blocks=(entry, *callee.blocks))
        try:
            prepared = self.prepare(asked, True, "inline")
        except CannotPrepare:
            return False
        tests = learning_cover(prepared.task, replace(self.limits, runs=0)).tests
        plain = replace(prepared, task=replace(prepared.task, procedure=_without(prepared.task.procedure, first)))
        cases = [self._case(callee, plain, test) for test in tests]
        known = {(frozenset(c.conditions), c.outcome()) for c in summary.cases}
        more = summary_of(self.program, callee, prepared, [*summary.cases, *cases], False)
        self._made[name] = replace(more, types={**summary.types, **more.types})
        return {(frozenset(c.conditions), c.outcome()) for c in more.cases} != known

    def _given(self, callee: ir.Procedure, values: Mapping[str, Value]) -> list[ir.Assume]:
        given = []
        for name in (*self.program.globals, *callee.parameters):
            value = _constant(values[name.name], name.type) if name.name in values else None
            if value is not None:
                given.append(ir.Assume(ir.Binary("==", name, value), callee.span))
        return given


def _constant(value: Value, type: ir.Type) -> ir.Expr | None:
    """None for a map, which is then left open."""
    if isinstance(value, ArrayValue | float) or type not in (ir.INT, ir.BOOL, ir.REAL):
        return None
    return ir.Literal(value, type)


def _without(procedure: ir.Procedure, label: str) -> ir.Procedure:
    """The block does nothing: what was given is not a condition of the path."""
    blocks = tuple(replace(b, instrs=()) if b.label == label else b for b in procedure.blocks)
    return replace(procedure, blocks=blocks)


# ---------------------------------------------------------------- covering a caller


@dataclass(frozen=True, slots=True)
class Settled:
    """prepared: names the goals; covering: their verdicts; its tests come from several versions of the procedure."""

    prepared: Prepared
    covering: Covering
    used: tuple[Use, ...]


def settle(summaries: Summaries, procedure: ir.Procedure, assertions: bool, algorithm: Algorithm) -> Settled:
    """Every goal of the procedure, with its calls by summaries."""
    prepared = summaries.prepare(procedure, assertions)
    limits = summaries.limits
    covering = algorithm(prepared.task, limits)
    if any(not summary.exact for summary in summaries.used(procedure.name)):
        open_goals = {goal for goal in prepared.task.goals if goal not in covering.covered}
        covering.infeasible.clear()
        covering.unknown.clear()
        for _ in range(_ROUNDS):
            if not open_goals:
                break
            if not _refine(summaries, procedure, assertions, algorithm, covering, open_goals):
                break
            again = summaries.prepare(procedure, assertions)
            _take(covering, algorithm(_only(again.task, open_goals), limits), open_goals, proofs=False)
        if open_goals:
            inlined = summaries.prepare(procedure, assertions, "inline")
            _take(covering, algorithm(_only(inlined.task, open_goals), limits), open_goals, proofs=True)
    used = tuple(Use(s.callee.name, len(s.cases), s.exact) for s in summaries.used(procedure.name))
    return Settled(prepared, covering, used)


def _refine(
    summaries: Summaries,
    procedure: ir.Procedure,
    assertions: bool,
    algorithm: Algorithm,
    covering: Covering,
    open_goals: set[str],
) -> bool:
    """Ask with anything allowed in the calls; was there news for a summary?"""
    over = summaries.prepare(procedure, assertions, "anything")
    found = algorithm(_only(over.task, open_goals), summaries.limits)
    covering.infeasible |= found.infeasible
    open_goals -= found.infeasible.keys()
    news = False
    for test in found.tests:
        for callee, values in _calls_beyond(over.task, test):
            news = summaries.refine(callee, values) or news
    return news


def _only(task: Task, goals: set[str]) -> Task:
    return replace(task, goals={goal: clones for goal, clones in task.goals.items() if goal in goals})


def _take(covering: Covering, found: Covering, open_goals: set[str], proofs: bool) -> None:
    """Enter the verdicts on open goals; those of infeasibility only where they are proofs."""
    first = len(covering.tests)
    covering.tests += found.tests
    for goal in sorted(open_goals):
        if goal in found.covered:
            covering.covered[goal] = first + found.covered[goal]
        elif not proofs:
            continue
        elif goal in found.unknown:
            covering.unknown[goal] = found.unknown[goal]
        elif goal in found.infeasible:
            covering.infeasible[goal] = found.infeasible[goal]
        open_goals.discard(goal)
    statistics, more = covering.statistics, found.statistics
    statistics.queries += more.queries
    statistics.path_searches += more.path_searches
    statistics.runs += more.runs
    statistics.solver_seconds += more.solver_seconds
    statistics.seconds += more.seconds


def _calls_beyond(task: Task, test: Test) -> list[tuple[str, dict[str, Value]]]:
    """The calls of the test in which anything was allowed: the callee, the values of its parameters and of the
    globals."""
    machine = task.machine
    state = start(machine, test.inputs)
    havocs = iter(test.havocs)
    blocks = ir.blocks_by_label(task.procedure)
    found = []

    def chosen(name: ir.Name) -> Value:
        return next(havocs, default_value(name.type))

    for label in test.path:
        origin = ir.origin_of(task.procedure, blocks[label])
        if origin.label.startswith(ANYTHING):
            prefix = label[: label.index(f".{ANYTHING}") + 1]
            values = {n.name: v for n, v in zip(machine.names, state, strict=True)}
            own = {n.removeprefix(prefix): v for n, v in values.items() if n.startswith(prefix)}
            found.append((origin.procedure, {**values, **own}))
        machine.steps[label](state, chosen)
    return found
