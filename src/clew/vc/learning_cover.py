"""Our own covering algorithm: random runs, then backwards with generalised failures, then paths with learned clauses.

1. Random executions cover what is easy; each is kept.  A few of them, then one query for each block left over about
   the blocks that every path to it passes directly before; many executions only where that leaves something.
2. Where everything is linear integer arithmetic, each block left over is searched for backwards (`backward.py`), to a
   state that a known run passes or to the entry.  What fails is remembered for all blocks.  This settles nearly all.
3. For a block t still left over, take a run that passes a dominator of t (its *anchor*), keep the run's path up to
   there, and let the propositional solver propose the way on to t (`path_clauses.py`).  The segment is checked with
   assignments substituted (`segments.py`), starting at the run's inputs.  A solution becomes a test, by running it.
   A contradiction is looked for in the shortest window that shows it, lifted to the blocks it depends on
   (`nogoods.py`) and learned.
4. When no way is left, the reason either names blocks of the kept prefix (try another run, or an anchor twice as
   far), or not: then no path through t exists at all, and t is infeasible.  With the entry as anchor the search is
   complete.
5. What is left when the budget is spent is asked about with one condition for all ways to it (`merged.py`): where
   nearly all paths are impossible there are too many clauses to learn.

What lost, each on one or a few programs: steps 3 and 4 alone, whose clauses forbid decisions rather than states
(30 diamonds 2 and 27 s where step 2 takes 0.8 and 1.5 s; 12 blocks of 50 diamonds open after 51 s); Z3 on guarded
SSA equalities over the reals, the whole of 50 diamonds at once (4 to 33 s for a block, one undecided after 60 s);
step 2 block by block, without chains and restarts (50 diamonds 2 to 65 s); random runs only (64,000 leave 26 and 8 of
351 blocks); hill climbing on the distance to the missing branch (reached 1 of 12 such blocks).

What lost inside step 2, on 20 programs of 50 diamonds.  It is the lemmas to be found that cost, not the order of the
ways: 220,000 to 230,000 queries as it is, 279,000 with ways in random order.  Budgets for all goals in turn, so that
runs and lemmas of one help the others: 238,000.  The way chosen before a restart preferred, as solvers for clauses do:
228,000, with short and slowly growing searches 247,000.  Cores of the demand's latest rows: 231,000.  Of several known
lemmas the one that adds the fewest atoms: 235,000.  Lemmas that the demand implies without naming their atoms, by
linear programs behind a filter of known points: 26 % fewer blocks entered, but 1.6 times the seconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from clew.analysis.cfg import successors
from clew.analysis.dominators import chain, immediate_dominators
from clew.ir.blocks import Name, blocks_by_label
from clew.logic.evaluate import Value
from clew.records import dataclass
from clew.semantics.block_operations import default_value
from clew.semantics.block_run import Run, wander
from clew.solver.engines.z3_engine import Z3Limits
from clew.solver.protocol import Sat, Unsat
from clew.source.spans import Span
from clew.vc.backward import Backward, Found, Lemma
from clew.vc.lessons import Lessons
from clew.vc.merged import Merged, is_mergeable
from clew.vc.nogoods import Defs, Nogood, flow_of, lift
from clew.vc.segments import Impossible, Possible, Segments
from clew.vc.task import Covering, Limits, Task, Test
from clew.verdict.evidence import Evidence


def learning_cover(task: Task, limits: Limits) -> Covering:
    started = time.perf_counter()
    search = _Search(task, limits)
    search.run_at_random(30)
    search.settle()
    search.covering.statistics.seconds = time.perf_counter() - started
    return search.covering


# Beyond so many proposals the block is probably infeasible, and what the propositional solver chooses closes the
# search sooner.
_NEAR_RUNS: Final = 300
# So many runs guide the backward search; more cost more than they help to find.
_SAMPLES: Final = 12
# So many demands a block; the hardest measured, of 50 diamonds, needed a small part of them.
_DEMANDS: Final = 200_000


@dataclass(frozen=True, slots=True)
class _Known:
    """A normal execution: values at the entry, by variable number, and its path, by block number."""

    start: tuple[Value, ...]
    path: tuple[int, ...]


def _any_value(random: Random, name: Name, size: int) -> Value:
    match name.type.name:
        case "int":
            return int(random.random() * (2 * size + 1)) - size
        case "bool":
            return random.random() < 0.5
        case _:
            return default_value(name.type)


class _Search:
    """The blocks of one task: what is known of each, by runs, backward search, and paths that lessons leave."""

    def __init__(self, task: Task, limits: Limits) -> None:
        self.task = task
        self.limits = limits
        self.random = Random(limits.seed)
        self.covering = Covering()
        self.statistics = self.covering.statistics
        self.flow = flow_of(task.procedure)
        self.goal_of = task.goal_of()
        self.segments = Segments(task.procedure, self.flow, self.statistics, limits)
        self.blocks = blocks_by_label(task.procedure)
        graph = successors(task.procedure)
        self.parents = immediate_dominators(graph, task.procedure.entry)
        self.runs: list[_Known] = []
        self.through: list[list[int]] = [[] for _ in self.flow.labels]  # indices of runs that pass a block
        self.passed: set[int] = set()  # blocks on known runs
        self.dead: set[int] = set()
        self.reasons: dict[str, set[tuple[int, int]]] = {}  # of goals: instructions, by block, in the proofs
        self.lessons = Lessons(self.flow, self.segments)

    # ------------------------------------------------------------ runs

    def run_at_random(self, patience: int) -> None:
        """Until so many runs in a row cover nothing new, or nothing is left."""
        idle = 0
        while idle < patience and self.statistics.runs < self.limits.runs:
            size = 1 << self.random.randint(1, 12 if self.random.random() < 0.9 else 40)
            inputs = {name.name: _any_value(self.random, name, size) for name in self.task.machine.names}
            before = len(self.covering.covered)
            self.keep(wander(self.task.machine, inputs, self.random, partial(_any_value, self.random, size=size)))
            idle = 0 if len(self.covering.covered) > before else idle + 1
            if idle == 0 and not self.left():
                return

    def keep(self, run: Run) -> None:
        self.statistics.runs += 1
        if not run.normal:
            return
        number = self.flow.number
        path = tuple(number[label] for label in run.path)
        start = tuple(run.inputs.get(n.name, 0) for n in self.task.machine.names)
        if self.lessons.clauses is not None:
            self.index_run(len(self.runs), path)
        self.runs.append(_Known(start, path))
        if not self.passed.issuperset(path):
            self.passed.update(path)
            self.covering.add_test(Test(run.inputs, run.havocs, run.path), self.goal_of)

    def index_run(self, index: int, path: tuple[int, ...]) -> None:
        for block in path:
            if len(self.through[block]) < 400:
                self.through[block].append(index)

    # ------------------------------------------------------------ the rest

    def settle(self) -> None:
        """Goals left over, first from near anchors, then from ever farther ones, at last from the entry."""
        left = self.left()
        nogoods: dict[str, list[Nogood]] = {}
        for block in sorted(left):
            if block not in self.dead and self.allowed() > 0:
                self.check_the_only_way(block, nogoods.setdefault(left[block], []))
        if self.left():
            self.run_at_random(100 + 2 * len(self.flow.labels))
        if left := self.go_backwards(self.left()):
            for index, known in enumerate(self.runs):
                self.index_run(index, known.path)
            self.lessons.begin(self.statistics, self.limits.supply, self.dead)
        anchors = {block: self.anchors(block) for block in left}
        trouble: dict[str, str] = {}
        level = 0
        while left:
            for block in sorted(left):
                goal = left[block]
                if goal in self.covering.covered or block in self.dead:
                    del left[block]
                    continue
                if self.allowed() <= 0:
                    trouble[goal] = "budget"
                    del left[block]
                    continue
                last = level >= len(anchors[block]) - 1
                anchor = anchors[block][min(level, len(anchors[block]) - 1)]
                verdict = self.reach(block, anchor, last, nogoods.setdefault(goal, []))
                if verdict == "infeasible":
                    self.bury(block)
                    del left[block]
                elif verdict == "covered":
                    assert goal in self.covering.covered
                elif last:
                    trouble[goal] = verdict
                    del left[block]
            level += 1
        open_goals = {*_ask_merged(self, {b: goal for b, goal in self.left().items() if goal in trouble}).values()}
        for goal in self.task.goals:
            if goal not in self.covering.covered:
                if goal in open_goals:
                    self.covering.unknown[goal] = trouble[goal]
                else:
                    because = self.explain(nogoods.get(goal, []), self.reasons.get(goal, set()))
                    self.covering.infeasible[goal] = Evidence("unreached", "reachability", because=because)

    def allowed(self) -> int:
        """Queries that are left."""
        return self.limits.queries - self.statistics.queries * (1 if self.segments.linear else 50)

    def go_backwards(self, left: dict[int, str]) -> dict[int, str]:
        """What `backward.py` does not settle."""
        if (
            not left
            or not self.segments.linear
            or self.segments.width(range(len(self.flow.labels))) > len(self.segments.names)
        ):
            return left
        backward = Backward(self.segments, self.flow, self.statistics)
        for run in self.runs[-_SAMPLES:]:
            backward.learn_run(run.start, run.path)
        starts = [run.start for run in self.runs[-_SAMPLES:]]
        rest: dict[int, str] = {}
        for block, goal in sorted(left.items()):
            if goal in self.covering.covered or block in self.dead:
                continue
            outcome = backward.reach(block, max(0, min(_DEMANDS, self.allowed())))
            if isinstance(outcome, Lemma):
                self.reasons.setdefault(goal, set()).update(outcome.because)
                self.bury(block)
                continue
            if isinstance(outcome, Found):
                count = len(self.runs)
                if outcome.run is not None:
                    self.execute(Possible(starts[outcome.run]), outcome.path)
                else:
                    answer = self.segments.check(outcome.path)
                    if isinstance(answer, Possible):
                        self.execute(answer, outcome.path)
                for run in self.runs[count:]:
                    backward.learn_run(run.start, run.path)
                    starts.append(run.start)
            if goal not in self.covering.covered:
                rest[block] = goal
        return rest

    def left(self) -> dict[int, str]:
        """Blocks of goals that are not covered yet."""
        number = self.flow.number
        return {
            number[label]: goal
            for goal, clones in self.task.goals.items()
            if goal not in self.covering.covered
            for label in clones
            if label in number and number[label] not in self.dead
        }

    def check_the_only_way(self, block: int, learned: list[Nogood]) -> None:
        """Many blocks contradict the blocks that every path to them passes directly before: one query, no search."""
        way = [block]
        while len(self.flow.sources[way[0]]) == 1:
            way.insert(0, self.flow.sources[way[0]][0])
        answer = self.segments.check(tuple(way), rational=True)
        if isinstance(answer, Impossible):
            defs = Defs(self.flow, way)
            learned.append(lift(defs, defs.closure(answer.support)))
            self.bury(block)
        else:
            self.lessons.possible.add(tuple(way))

    def anchors(self, block: int) -> tuple[int, ...]:
        """Dominators of the block, at distances that double, the entry last."""
        above = [self.flow.number[label] for label in chain(self.parents, self.flow.labels[block])][1:]
        distances = [0, 1, 2]
        while distances[-1] < len(above) - 1:
            distances.append(2 * distances[-1])
        found = [above[d] for d in distances if d < len(above) - 1]
        return (*found, 0)

    def bury(self, block: int) -> None:
        """The block is infeasible, and with it what it alone leads to or comes from."""
        pending = [block]
        while pending:
            block = pending.pop()
            if block in self.dead:
                continue
            self.dead.add(block)
            self.lessons.bury(block)
            pending += [t for t in self.flow.targets[block] if all(s in self.dead for s in self.flow.sources[t])]
            pending += [s for s in self.flow.sources[block] if all(t in self.dead for t in self.flow.targets[s])]

    def reach(self, block: int, anchor: int, last: bool, learned: list[Nogood]) -> str:
        """`covered`, `infeasible`, or why neither."""
        clauses = self.lessons.clauses
        assert clauses is not None
        verdict = "budget"
        rounds = self.limits.rounds if last else 30
        for prefix, start in self.prefixes(anchor, last):
            used = set(self.parents_of(block)) | {block}
            for turn in range(rounds):
                if self.allowed() <= 0:
                    return "budget"
                if last and turn < _NEAR_RUNS:
                    self.prefer_a_run(block, turn)
                path = clauses.propose(prefix, block)
                if isinstance(path, frozenset):
                    if path <= used:
                        return "infeasible"
                    verdict = "budget"
                    break
                verdict = self.try_path(path, block, anchor, start, learned)
                if verdict in ("covered", "infeasible"):
                    return verdict
                if verdict != "learned":
                    break
        return verdict

    def prefer_a_run(self, block: int, turn: int) -> None:
        """Without a prefix, paths close to a known run are likelier to be possible; another run every few turns."""
        clauses = self.lessons.clauses
        assert clauses is not None
        near = self.through[self.flow.sources[block][turn % len(self.flow.sources[block])]] if block else []
        if near:
            clauses.prefer(self.runs[near[turn // 10 * 7 % len(near)]].path)

    def parents_of(self, block: int) -> Iterator[int]:
        return (self.flow.number[label] for label in chain(self.parents, self.flow.labels[block]))

    def prefixes(self, anchor: int, last: bool) -> Iterator[tuple[tuple[int, ...], tuple[Value, ...] | None]]:
        """Ways to the anchor: parts of known runs, spread over those there are."""
        runs = self.through[anchor]
        if last:
            yield (), (self.runs[runs[-1]].start if runs else None)
            return
        wanted = 6
        for k in range(min(wanted, len(runs))):
            known = self.runs[runs[k * len(runs) // min(wanted, len(runs))]]
            yield known.path[: known.path.index(anchor) + 1], known.start

    def try_path(
        self, path: tuple[int, ...], block: int, anchor: int, start: Sequence[Value] | None, learned: list[Nogood]
    ) -> str:
        """`covered`, `learned`, or a reason."""
        # A contradiction close to the block is the likeliest and its clause the strongest.
        for label in self.parents_of(block):
            if label < anchor or label == 0:
                break
            begin = path.index(label)
            if label != block and self.lessons.contradicts(path[begin:], learned):
                return "learned"
            if len(path) - begin > 2:
                break
        answer = self.segments.check(path, start)
        if isinstance(answer, Impossible):
            self.lessons.from_contradiction(path, answer, learned)
            return "learned"
        if isinstance(answer, Possible):
            if self.execute(answer, path):
                return "covered"
            return self.go_on(block, answer.start, learned)
        return answer.reason

    def go_on(self, block: int, start: Sequence[Value] | None, learned: list[Nogood]) -> str:
        """The block is reached but the execution does not end normally from there: look for a complete path through
        it."""
        clauses = self.lessons.clauses
        assert clauses is not None
        for _ in range(self.limits.rounds):
            if self.allowed() <= 0:
                return "budget"
            path = clauses.propose((), block, complete=True)
            if isinstance(path, frozenset):
                return "infeasible"
            answer = self.segments.check(path, start)
            if isinstance(answer, Impossible):
                self.lessons.from_contradiction(path, answer, learned)
            elif isinstance(answer, Possible):
                return "covered" if self.execute(answer, path) else "not-replayed"
            else:
                return answer.reason
        return "budget"

    def execute(self, answer: Possible, prefix: Sequence[int]) -> bool:
        """Run the inputs found along the prefix and on, and keep the run when it ends normally."""
        assert answer.start is not None
        names = self.task.machine.names
        inputs = {name.name: value for name, value in zip(names, answer.start, strict=True)}
        havocs = iter(answer.havocs)

        def value(name: Name) -> Value:
            return next(havocs, default_value(name.type))

        labels = tuple(self.flow.labels[b] for b in prefix)
        run = wander(self.task.machine, inputs, self.random, value, labels)
        self.keep(run)
        return run.normal

    def explain(self, learned: Sequence[Nogood], proof: set[tuple[int, int]]) -> tuple[Span, ...]:
        """The conditions and assignments of the proof, or of the shortest contradiction."""
        needed = proof or set(min(learned, key=lambda nogood: len(nogood.needed)).needed if learned else ())
        return tuple(sorted({self.blocks[self.flow.labels[b]].instrs[i].span for b, i in needed}))


def _ask_merged(search: _Search, left: dict[int, str]) -> dict[int, str]:
    """The blocks that are not settled by one condition for all ways to each."""
    procedure = search.task.procedure
    if not left or not search.segments.linear or not is_mergeable(procedure):
        return left
    merged = Merged(procedure)
    solver = search.limits.supply.z3(Z3Limits(search.limits.steps))
    for block, goal in sorted(left.items()):
        if goal in search.covering.covered or block in search.dead:
            continue
        with search.statistics.query():
            answer, because = merged.ask(search.flow.labels[block], solver)
        if isinstance(answer, Unsat) and answer.exact:
            search.reasons.setdefault(goal, set()).update((search.flow.number[label], at) for label, at in because)
            search.bury(block)
        elif isinstance(answer, Sat):
            inputs = {
                name.name: answer.model.get(name.name, default_value(name.type)) for name in search.task.machine.names
            }
            search.keep(wander(search.task.machine, inputs, search.random, lambda name: default_value(name.type)))
    still = search.left()
    return {block: goal for block, goal in left.items() if block in still}
