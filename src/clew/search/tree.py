"""The tree of paths: every run so far, merged on their decisions.

A node is a decision; each of its two sides was taken by a run, is infeasible, is left open for a reason, or waits in
the frontier.  The tree is *closed* when nothing waits or is open: then the runs stand for every execution there is,
within the facts assumed along the way.  (Execution tree: King 1976; generational search over it: Godefroid, Levin,
Molnar 2008.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import TypeAlias

from clew.logic import terms as t
from clew.logic.evaluate import Value, evaluate
from clew.logic.terms import Term
from clew.records import dataclass
from clew.search.trace import Decision, Feature, Run
from clew.semantics.shadow import Concretized
from clew.source.spans import Span
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope

Model = dict[str, Value]
Within: TypeAlias = tuple[int, int]
"""The number of a level (see `deepening`), and a bound on rounds."""


@dataclass(slots=True, eq=False)
class Node:
    """One decision, reached by one sequence of earlier ones; blank until a run passes.

    off_guess: the way here gives an argument without annotation another type than the first run did. features: of the
    first run here.  facts: what any run recorded on the way here since the last node; runs that leave a
    length open name different numbers of elements.
    """

    parent: Node | None
    side: bool  # the outcome of the parent that leads here
    decision: Decision | None = None
    model: Model | None = None  # inputs of the first run that came here
    features: frozenset[Feature] = frozenset()
    facts: dict[Term, None] = field(default_factory=dict)
    sides: list[Side] = field(default_factory=list)  # [false, true]
    leaf: bool = False
    off_guess: bool = False
    rounds: int = 0  # how often the place visited most often on the way here was visited
    repeated: str = "loop"  # the name of the bound on that
    smallest: Model | None = None  # inputs of the smallest run that came here
    extent: Mapping[str, int] | None = None  # how large they were


@dataclass(slots=True, eq=False)
class Side:
    """One outcome of a decision.  state: `waiting`, `run`, `infeasible`, `open`, `pruned`, `ended`."""

    node: Node
    outcome: bool
    state: str = "waiting"
    own: bool = False  # a run took it by its own decision
    child: Node | None = None
    core: tuple[Span, ...] = ()
    bounds: Scope = ()  # that the proof of `infeasible` leans on
    reason: Reason | None = None
    beyond: dict[int, Scope] = field(default_factory=dict)  # level → its limits that exclude it

    @property
    def rounds(self) -> int:
        assert self.node.decision is not None
        return max(self.node.rounds, self.node.decision.occurrence)

    @property
    def repeated(self) -> str:
        """The name of the bound on the rounds."""
        decision = self.node.decision
        assert decision is not None
        return decision.bound if decision.occurrence > self.node.rounds else self.node.repeated


class Diverged(Exception):
    """A run decided something else than an earlier run with the same decisions so far.

    lost: what it had lost before, if anything; that makes it no fault of the model.
    """

    lost: Concretized | None = None


class PathTree:
    """All runs made so far, as a tree of their decisions: which sides were run, are impossible, or still wait."""

    def __init__(
        self, guessed: Callable[[Term], bool], likely: Callable[[Term], bool | None] = lambda condition: None
    ) -> None:
        """guessed: is this condition about the type of an argument without annotation?  likely: its value for the most
        likely types, where it is about nothing else.
        """
        self.guessed = guessed
        self.likely = likely
        self.root = self.last = Node(None, True)
        self.trail = [self.root]  # of the last run: the node before each decision, and the one where it ended
        # Where runs stand for too few executions; None: that matters to every goal.
        self.open_leaves: list[tuple[Node, Reason, frozenset[str] | None]] = []
        self.runs = 0

    def insert(self, run: Run, model: Model) -> list[Side]:
        """Add a run; returns the sides it newly leaves waiting, in path order."""
        self.runs += 1
        try:
            return self._insert(run, model)
        except Diverged as error:
            decisions = run.decisions[: len(self.trail)]
            error.lost = next((d.lost for d in decisions if d.lost is not None), None)
            raise

    def _insert(self, run: Run, model: Model) -> list[Side]:
        node = self.root
        fresh: list[Side] = []
        trail: list[Node] = []
        self.trail = trail
        features = run.features()
        for decision in run.decisions:
            trail.append(node)
            if node.leaf:
                raise Diverged("a run goes on where another one ended")
            if node.decision is None:
                node.decision = decision
                node.model, node.features = model, features
                node.sides = [Side(node, False), Side(node, True)]
                fresh.append(node.sides[not decision.outcome])
            while node.decision.condition is not decision.condition:
                node = self._aside(node, decision, model)
                if node.decision is None:
                    node.decision = decision
                    node.model, node.features = model, features
                    node.sides = [Side(node, False), Side(node, True)]
                    fresh.append(node.sides[not decision.outcome])
            if decision.facts:
                node.facts.update(dict.fromkeys(decision.facts))
            taken = node.sides[decision.outcome]
            taken.own = True
            if taken.child is None:
                self._open(taken)
            assert taken.child is not None
            node = taken.child
        if run.stopped is None:  # else it would have gone on
            if node.decision is not None:
                raise Diverged("a run ended where another one went on")
            node.leaf = True
        trail.append(node)
        self.last = node
        return fresh

    def _aside(self, node: Node, decision: Decision, model: Model) -> Node:
        """Past a decision that this run did not make itself: it fixed the same choice another way.

        Which of several values a choice has is recorded as "it is this one", so runs that chose differently record
        different conditions at one point.  The run's inputs say on which side of the other's condition it lies; were
        that a side some run took by its own decision, the two would have had to decide alike.
        """
        assert node.decision is not None
        condition = node.decision.condition
        if condition is None or decision.condition is None:
            raise Diverged("a run lost a value that another one with the same decisions before had not")
        side = node.sides[bool(evaluate(condition, model))]
        if side.own:
            raise Diverged("a run decided something else than another one with the same decisions before")
        if side.child is None:
            self._open(side)
        assert side.child is not None
        return side.child

    def _open(self, side: Side) -> None:
        side.state = "run"
        off_guess = self.off_guess(side)
        side.child = Node(side.node, side.outcome, off_guess=off_guess, rounds=side.rounds, repeated=side.repeated)

    def off_guess(self, side: Side) -> bool:
        """Does this side lie where an argument without annotation has another type than in the first run?"""
        node = side.node
        assert node.decision is not None
        condition = node.decision.condition
        if node.off_guess or condition is None or not self.guessed(condition):
            return node.off_guess
        likely = self.likely(condition)
        return side.outcome != (node.decision.outcome if likely is None else likely)

    def leaf_open(self, reason: Reason, goals: frozenset[str] | None = None, position: int | None = None) -> None:
        """The last run stands for only some of the executions along its decisions, from this one on."""
        node = self.last if position is None else self.trail[min(position, len(self.trail) - 1)]
        self.open_leaves.append((node, reason, goals))

    def sides_within(self, within: Within | None) -> Iterator[tuple[Side, Scope | None]]:
        """Every side, with the bounds that leave it out, if any do."""
        stack: list[tuple[Node, Scope | None]] = [(self.root, None)]
        while stack:
            node, around = stack.pop()
            for side in node.sides:
                cut = around if around is not None or within is None else cut_by(side, within)
                yield side, cut
                if side.child is not None:
                    stack.append((side.child, cut))

    def all_sides(self) -> Iterator[Side]:
        stack = [self.root]
        while stack:
            node = stack.pop()
            for side in node.sides:
                yield side
                if side.child is not None:
                    stack.append(side.child)


def cut_by(side: Side, within: Within) -> Scope | None:
    """The bounds that leave out this side by themselves, if any."""
    level, rounds = within
    return side.beyond.get(level) or (((side.repeated, rounds),) if side.rounds > rounds else None)


def cut_of(node: Node, within: Within | None) -> Scope | None:
    """The bounds that leave out the way to a node, if any."""
    walker = node
    while within is not None and walker.parent is not None:
        cut = cut_by(walker.parent.sides[walker.side], within)
        if cut is not None:
            return cut
        walker = walker.parent
    return None


def narrow(bounds: dict[str, int], scope: Scope) -> None:
    """Add the bounds of a scope; of two on the same thing the smaller one counts."""
    for bound, limit in scope:
        bounds[bound] = min(bounds.get(bound, limit), limit)


def condition_of(decision: Decision, outcome: bool) -> Term:
    assert decision.condition is not None
    return decision.condition if outcome else t.not_(decision.condition)


def prefix_of(node: Node) -> tuple[list[Term], list[int]]:
    """What holds when `node` is about to be decided, and for each term the site it comes from (-1 for a fact)."""
    chain: list[tuple[Node, bool | None]] = [(node, None)]
    walker = node
    while walker.parent is not None:
        chain.append((walker.parent, walker.side))
        walker = walker.parent
    terms: list[Term] = []
    sites: list[int] = []
    for passed, outcome in reversed(chain):
        decision = passed.decision
        terms.extend(passed.facts)
        sites.extend(-1 for _ in passed.facts)
        if outcome is not None and decision is not None and decision.condition is not None:
            terms.append(condition_of(decision, outcome))
            sites.append(decision.site)
    return terms, sites
