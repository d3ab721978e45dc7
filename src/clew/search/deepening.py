"""Proofs within smaller bounds, where the tree of paths does not close under the usual ones.

Iterative deepening (Korf 1985) over the size of inputs: the tree is closed for inputs of size 1, then 2, and so on,
while the budget lasts; within one size, places visited fewer times in a run come first, so that a size not quite closed
is still closed up to some number of rounds.  The runs made so far serve every level: a side whose way was run by an
input small enough needs no query, and one that contradicts the limits of the level is left out with all that is behind
it.  The scope of the proof then names the limits that entered such a contradiction, and no others.

A proof within bounds so small that not even the goals reached lie within them, or the texts that the code compares
with, would say nothing (small scope hypothesis; Jackson 2006): such a level is not *adequate*, and is not used.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType

from clew.logic import terms as t
from clew.logic.evaluate import default_of
from clew.logic.terms import Term, variables
from clew.records import dataclass
from clew.search.tree import Model, Node, PathTree, Side, Within, condition_of, prefix_of
from clew.solver.parts import solve_flip
from clew.solver.protocol import Query, Sat, Solver, Unsat

FEWEST_ROUNDS = 2  # within which a proof says something
IN_TURN: tuple[str, ...] = ("text", "len", "depth", "method-calls")
NO_LIMITS: Mapping[str, int] = MappingProxyType({})
FASTER = 8  # a limit of so many grows by more than one
LARGEST = 10  # the exponent of the largest limit on ints


@dataclass(frozen=True, slots=True)
class Size:
    """An input variable that says how large an input is.

    bound: `len`, `text`, `method-calls`, `depth` or `int`.  needs: where the variable is a choice, what each of its
    values needs at least; else its own absolute value counts.
    """

    bound: str
    variable: Term
    needs: tuple[int, ...] = ()

    def of(self, value: int) -> int:
        return self.needs[value] if self.needs else abs(value)

    def within(self, limit: int) -> Term:
        if self.needs:
            fitting = tuple((v, v) for v, need in enumerate(self.needs) if need <= limit)
            return t.in_ranges(self.variable, fitting)
        above = t.le(self.variable, t.integer(limit))
        return t.and_(t.ge(self.variable, t.integer(-limit)), above) if self.bound == "int" else above


@dataclass(frozen=True, slots=True)
class Level:
    """limits: by bound.  number: its place among the levels tried."""

    number: int
    limits: Mapping[str, int]

    def facts(self, sizes: Iterable[Size]) -> list[tuple[Term, tuple[str, int]]]:
        """What holds of inputs this small, each fact with the limit it stands for."""
        return [
            (s.within(self.limits[s.bound]), (s.bound, self.limits[s.bound])) for s in sizes if s.bound in self.limits
        ]

    def holds(self, extent: Mapping[str, int]) -> bool:
        return all(extent.get(bound, 0) <= limit for bound, limit in self.limits.items())


def extent_of(model: Model, sizes: Mapping[str, Size]) -> dict[str, int]:
    """How large an input is, by bound."""
    found: dict[str, int] = {}
    for name, value in model.items():
        size = sizes.get(name)
        if size is not None and type(value) is int:
            found[size.bound] = max(found.get(size.bound, 0), size.of(value))
    return found


def rank_of(extent: Mapping[str, int]) -> tuple[int, int]:
    """For putting inputs in an order: containers, strings and calls first, then ints."""
    return max((size for bound, size in extent.items() if bound != "int"), default=0), extent.get("int", 0)


def levels(
    limits: Mapping[str, int], sizes: Mapping[str, Size], least: Mapping[str, int] = NO_LIMITS
) -> list[dict[str, int]]:
    """Limits growing in turn, by one each time, large ones faster, up to the usual ones; those of the last level are
    none.

    least: where they start, if not at 1.
    """
    used = {size.bound for size in sizes.values()}
    order = [bound for bound in IN_TURN if bound in used and bound in limits]
    current = {bound: min(least.get(bound, 1), limits[bound]) for bound in order}
    found: list[dict[str, int]] = []
    while any(current[bound] < limits[bound] for bound in order):
        for bound in order:
            chosen = {b: limit for b, limit in current.items() if limit < limits[b]}
            if chosen and chosen not in found[-1:]:
                found.append(chosen)
            current[bound] += max(1, current[bound] // FASTER)
    return [*found, {}]


def levels_of_ints(
    limits: Mapping[str, int], sizes: Mapping[str, Size], first: int, least: Mapping[str, int] = NO_LIMITS
) -> list[dict[str, int]]:
    """Limits for levels that grow in turn, with one on the ints of the input that doubles each time."""
    return [{**chosen, "int": first << min(i, LARGEST)} for i, chosen in enumerate(levels(limits, sizes, least))]


@dataclass(slots=True)
class Witnesses:
    """For each goal reached, how large the smallest inputs were that reached it: their extent and rounds."""

    seen: dict[str, list[tuple[dict[str, int], int]]] = field(default_factory=dict)

    def add(self, goals: Iterable[str], extent: dict[str, int], rounds: int) -> None:
        for goal in goals:
            known = self.seen.setdefault(goal, [])
            if not any(r <= rounds and _no_larger(e, extent) for e, r in known):
                known[:] = [(e, r) for e, r in known if not (rounds <= r and _no_larger(extent, e))]
                known.append((extent, rounds))

    def adequate(self, level: Level, rounds: int) -> bool:
        """Were all goals reached within these bounds?"""
        return all(any(r <= rounds and level.holds(e) for e, r in known) for known in self.seen.values())

    def largest_int(self) -> int:
        """The least limit on ints within which all goals were reached."""
        return max((min(e.get("int", 0) for e, _ in known) for known in self.seen.values()), default=0)


def _no_larger(a: Mapping[str, int], b: Mapping[str, int]) -> bool:
    return all(size <= b.get(bound, 0) for bound, size in a.items())


@dataclass(slots=True)
class Closed:
    """What was closed of a level: for each goal, up to how many rounds."""

    level: Level
    rounds: dict[str, int]


def best_bounds(goal: str, tried: Sequence[Closed], witnesses: Witnesses, loop: int) -> Within | None:
    """The largest bounds within which everything that matters to the goal was settled."""
    best: Within | None = None
    for closed in reversed(tried):
        rounds = min(closed.rounds.get(goal, 0), loop)
        if rounds < FEWEST_ROUNDS or not witnesses.adequate(closed.level, rounds):
            continue
        if rounds == loop:
            return closed.level.number, rounds
        if best is None or rounds > best[1]:
            best = closed.level.number, rounds
    return best


@dataclass(slots=True)
class Agenda:
    """The sides to be settled within a level, those whose places were visited fewer times first."""

    waiting: list[tuple[int, int, int, Side]] = field(default_factory=list)
    pushed: int = 0

    def push(self, side: Side, depth: int) -> None:
        self.pushed += 1
        heapq.heappush(self.waiting, (side.rounds, depth, self.pushed, side))

    def pop(self) -> tuple[Side, int] | None:
        if not self.waiting:
            return None
        _, depth, _, side = heapq.heappop(self.waiting)
        return side, depth


@dataclass(slots=True)
class Deepening:
    """Closes a tree level by level.

    bound_of: facts that stand for a usual bound.  loop: the bound on rounds.  matters: could a goal lie on a side?
    counts: does it matter that a run which ended here was not followed to the end?  run: one more run, aimed at a side.
    prove: ask whether a side can be taken at all.  spent: is the budget used up?  count: what was done, in queries and
    in sides and terms looked at.  closed: one more level is done.
    """

    tree: PathTree
    solver: Solver
    sizes: Mapping[str, Size]
    loop: int
    bound_of: Callable[[Term], tuple[str, int] | None]
    matters: Callable[[Side, str], bool]
    counts: Callable[[Node], bool]
    run: Callable[[Model, Side], None]
    prove: Callable[[Side], None]
    spent: Callable[[], bool]
    count: Callable[[int, int], None]
    closed: Callable[[], None]
    open_goals: set[str]
    tried: list[Closed] = field(default_factory=list)

    def go(self, series: Sequence[dict[str, int]]) -> int:
        """Levels that grow, until the budget ends or one cannot be closed for any goal; gives how many were closed."""
        for done, limits in enumerate(series):
            if not self.open_goals or self.spent():
                return done
            closed = self.close(Level(len(self.tried), limits))
            self.tried.append(closed)
            if all(closed.rounds.get(goal, 0) < self.loop for goal in self.open_goals):
                return done
            self.closed()
        return len(series)

    def close(self, level: Level) -> Closed:
        rounds: dict[str, int] = dict.fromkeys(self.open_goals, self.loop)
        leaves: dict[Node, list[frozenset[str] | None]] = {}

        def obstacle(visits: int, goals: Iterable[str]) -> None:
            for goal in goals:
                if goal in rounds:
                    rounds[goal] = min(rounds[goal], visits - 1)

        agenda = Agenda()
        seen = 0

        def expand(node: Node, depth: int) -> None:
            nonlocal seen
            for end, _, goals in self.tree.open_leaves[seen:]:
                leaves.setdefault(end, []).append(goals)
            seen = len(self.tree.open_leaves)
            for goals in leaves.get(node, ()) if self.counts(node) else ():
                obstacle(node.rounds, rounds if goals is None else goals)
            for side in node.sides:
                agenda.push(side, depth + 1)

        expand(self.tree.root, 0)
        while (item := agenda.pop()) is not None and self.open_goals:
            side, depth = item
            self.count(0, 1)
            if side.rounds > self.loop or side.state in ("infeasible", "ended"):
                continue
            concerned = [goal for goal in sorted(self.open_goals) if self.matters(side, goal)]
            if not concerned:
                continue
            assert side.node.decision is not None
            child = side.child
            if child is not None and child.extent is not None and level.holds(child.extent):
                expand(child, depth)
                continue
            if side.state == "pruned" or side.node.decision.condition is None:
                obstacle(side.rounds, concerned)
                continue
            if self.spent():
                obstacle(side.rounds, concerned)
                continue
            if not self.ask(side, level):
                obstacle(side.rounds, concerned)
            elif side.child is not None and level.number not in side.beyond:
                expand(side.child, depth)
        return Closed(level, {goal: number for goal, number in rounds.items() if goal in self.open_goals})

    def ask(self, side: Side, level: Level) -> bool:
        """Take the side by an input this small, or show that there is none; False where neither works out."""
        decision, model = side.node.decision, side.node.smallest
        assert decision is not None
        prefix, _ = prefix_of(side.node)
        self.count(1, len(prefix))
        wanted = condition_of(decision, side.outcome)
        mentioned = dict.fromkeys(v.data for a in (*prefix, wanted) for v in sorted(variables(a), key=_name))
        facts = level.facts(self.sizes[name] for name in mentioned if name in self.sizes)
        limits = dict(facts)
        if model is not None and side.node.extent is not None and level.holds(side.node.extent):
            prefix += [fact for fact, _ in facts]
            answer = solve_flip(self.solver, prefix, model, wanted, wants_core=True)
        else:
            prefix += [fact for fact, _ in facts]
            answer = self.solver.solve(Query((*prefix, wanted), wants_core=True))
        match answer:
            case Sat(found):
                asked = {v for a in (*prefix, wanted) for v in variables(a) if v.op == "var"}
                self.run({**found, **{v.data: found.get(v.data, default_of(v.sort)) for v in asked}}, side)
                return side.child is not None and side.child.extent is not None and level.holds(side.child.extent)
            case Unsat(core, True):
                used = [prefix[i] for i in core if i < len(prefix)]
                bounds = {limits[term] for term in used if term in limits}
                if not bounds and side.state != "run":
                    self.prove(side)
                usual = (self.bound_of(term) for term in used if term not in limits)
                bounds |= {bound for bound in usual if bound is not None and bound[0] != "types"}
                side.beyond[level.number] = tuple(sorted(bounds))
                return True
        return False


def _name(variable: Term) -> str:
    return str(variable.data)
