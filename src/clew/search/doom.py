"""Doomed goals: they are reached, but no execution through them ends normally.

Bounded infeasible code in the sense of Christ, Hoenicke, Schäf (2012), for whole functions: a goal that some run
reached is *doomed* when every run through it ended with an exception that left the function under test, and no
execution is left that could pass it and then end normally.  That is the verdict on the goal "this, then a normal end"
(`observers.EndsAfter`), and the tree of paths answers it as it answers any other.

A run whose end is not known for certain (it was stopped, or something was refused to it) counts as a normal end.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import field

from clew.records import dataclass
from clew.search.observers import EndsAfter
from clew.search.trace import Run
from clew.search.tree import Node, Side
from clew.search.ways import Ways
from clew.verdict.verdicts import Raising


@dataclass(slots=True)
class Doom:
    """candidates: the goals that may turn out doomed.

    behind: for each candidate that was hit, the nodes that were next when it was; raisings: what then escaped.
    """

    candidates: set[str]
    ways: Ways
    behind: dict[str, set[Node]] = field(default_factory=dict)
    raisings: dict[str, dict[Raising, None]] = field(default_factory=dict)

    def saw(self, run: Run, trail: list[Node]) -> None:
        """A run was put into the tree.  trail: the node before each of its decisions, and the last."""
        if not self.candidates:
            return
        for number, (goal, position) in enumerate(run.hits.items()):
            if goal not in self.candidates:
                continue
            if run.raised is None or number < run.passed:
                self.candidates.discard(goal)
                self.behind.pop(goal, None)
                self.raisings.pop(goal, None)
            else:
                self.behind.setdefault(goal, set()).add(trail[min(position, len(trail) - 1)])
                self.raisings.setdefault(goal, {})[run.raised] = None

    def observer(self, goal: str) -> EndsAfter:
        return EndsAfter(goal, self.ways, self.behind.get(goal, frozenset()))

    def open_goals(self) -> list[str]:
        return sorted(self.behind)


@dataclass(slots=True)
class DoomFrontier:
    """The sides that matter to a candidate, those behind a hit first, then by depth.  Takes the place of the search's
    frontier.
    """

    doom: Doom
    loop: int
    waiting: list[tuple[int, int, int, int, Side]] = field(default_factory=list)
    pushed: int = 0

    def push(self, side: Side, depth: int) -> None:
        decision = side.node.decision
        assert decision is not None
        self.pushed += 1
        heapq.heappush(
            self.waiting, (int(decision.occurrence > self.loop), decision.occurrence, depth, self.pushed, side)
        )

    def rewarded(self, side: Side) -> None:
        """New coverage is not what is looked for here."""

    def pop(self) -> Side | None:
        while self.waiting:
            side = heapq.heappop(self.waiting)[-1]
            if side.state != "waiting":
                continue
            if any(self.doom.observer(goal).may_accept(side) for goal in self.doom.open_goals()):
                return side
            side.state = "pruned"
        return None

    def revive(self, sides: Iterator[Side]) -> None:
        """Sides that led to no open goal may lead to a normal end."""
        for side in sides:
            if side.state in ("waiting", "pruned"):
                side.state = "waiting"
                self.push(side, _depth(side.node))


def _depth(node: Node) -> int:
    depth = 0
    walker = node.parent
    while walker is not None:
        depth += 1
        walker = walker.parent
    return depth
