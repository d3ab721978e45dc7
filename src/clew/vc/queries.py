"""What the algorithms on the reachability condition share: the condition in a solver, and models read as tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clew.analysis.cfg import predecessors
from clew.ir.blocks import Havoc, blocks_by_label
from clew.logic.evaluate import Value
from clew.logic.terms import Term, var
from clew.semantics.block_operations import default_value, sort_of
from clew.solver.engines.z3_engine import Z3Limits
from clew.solver.protocol import Answer, Query, Sat
from clew.solver.supply import Session
from clew.vc.reachability import reachability_condition
from clew.vc.task import Covering, Limits, Task, Test


class Condition:
    """The reachability condition of a task, asked together with further clauses; counts what it asks."""

    def __init__(self, task: Task, limits: Limits, covering: Covering) -> None:
        self.task = task
        self.covering = covering
        self.condition = reachability_condition(task.passive)
        self.goal_of = task.goal_of()
        self._limits = Z3Limits(steps=limits.steps, seed=limits.seed)
        self._supply = limits.supply
        self._engine = self._supply.z3(self._limits)
        self._session: Session | None = None  # made when it is needed
        self.before = predecessors(self.condition.targets)
        self._ssa = blocks_by_label(task.ssa)

    def reach(self, label: str) -> Term:
        return self.condition.reach[label]

    def clones(self, goal: str) -> tuple[str, ...]:
        """The blocks of the goal to which the entry leads."""
        return tuple(label for label in self.task.goals[goal] if label in self.condition.reach)

    def ask(self, *clauses: Term) -> Answer:
        with self.covering.statistics.query():
            return self._engine.solve(Query((*self.condition.definitions, *clauses)))

    def keep(self, clause: Term) -> None:
        """Part of all questions of `ask_again`."""
        self._kept().add(clause)

    def ask_again(self) -> Answer:
        """The condition with all clauses kept.  A model tells which blocks are reached, the inputs and the havocs; it
        is to be checked by running."""
        with self.covering.statistics.query():
            return self._kept().solve()

    def _kept(self) -> Session:
        if self._session is None:
            havocs = [i.target for b in self.task.ssa.blocks for i in b.instrs if isinstance(i, Havoc)]
            values = [var(name.name, sort_of(name.type)) for name in (*self.task.machine.names, *havocs)]
            self._session = self._supply.session(self._limits, (*self.condition.reach.values(), *values))
            for definition in self.condition.definitions:
                self._session.add(definition)
        return self._session

    def reached(self, model: Mapping[str, Value]) -> frozenset[str]:
        return frozenset(label for label in self.condition.reach if model.get(f"R:{label}", False))

    def cover(self, answer: Sat) -> frozenset[str]:
        """Add tests for every block with R true; each of them lies on a path of such blocks, and all these are
        feasible."""
        reached = self.reached(answer.model)
        waiting = [label for label in self.condition.reach if label in reached]
        covered: set[str] = set()
        for label in waiting:
            if label not in covered:
                path = self.path_through(label, reached)
                covered |= set(path)
                self.covering.add_test(self.test(path, answer.model), self.goal_of)
        return reached

    def path_through(self, label: str, reached: frozenset[str]) -> tuple[str, ...]:
        path = [label]
        while path[0] != self.condition.entry:
            path.insert(0, next(p for p in self.before[path[0]] if p in reached))
        while targets := self.condition.targets[path[-1]]:
            path.append(next(t for t in targets if t in reached))
        return tuple(path)

    def test(self, path: Sequence[str], model: Mapping[str, Value]) -> Test:
        inputs = {n.name: model.get(n.name, default_value(n.type)) for n in self.task.machine.names}
        havocs = [
            model.get(instr.target.name, default_value(instr.target.type))
            for label in path
            for instr in self._ssa[label].instrs
            if isinstance(instr, Havoc)
        ]
        return Test(inputs, tuple(havocs), tuple(label for label in path if label in self.task.machine.steps))
