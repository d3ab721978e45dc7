"""Goals as observers of executions: what an execution must do to be accepted, asked of the sides of the path tree.

`Reaches` has one state and accepts at a hit of its goal.  `EndsAfter` has two: it waits for the hit, and then for a
normal end.  A proof by exhaustion is about an observer: no execution is left that it might accept.
"""

from __future__ import annotations

from dataclasses import field
from typing import Protocol

from clew.records import dataclass
from clew.search.trace import Run
from clew.search.tree import Node, Side
from clew.search.ways import Ways
from clew.verdict.verdicts import Raising


class Observer(Protocol):
    """goal: what is waited for first.  to_the_end: does it matter how the execution goes on after the goal was hit?"""

    @property
    def goal(self) -> str: ...

    @property
    def to_the_end(self) -> bool: ...

    def may_accept(self, side: Side) -> bool:
        """Could an execution that takes this side be accepted?"""
        ...


@dataclass(frozen=True, slots=True)
class Reaches:
    """Accepts executions that hit the goal."""

    goal: str
    ways: Ways
    to_the_end: bool = False

    def may_accept(self, side: Side) -> bool:
        return self.ways.leads(side, self.goal) > 0


@dataclass(slots=True)
class EndsAfter:
    """Accepts executions that hit the goal and then end normally.

    A goal that some run reached is *doomed* when no execution is left that this accepts: bounded infeasible code in the
    sense of Christ, Hoenicke, Schäf (2012), for whole functions.

    behind: the nodes that were next when runs had hit it; raisings: what then escaped, in the order of the runs.
    """

    goal: str
    ways: Ways
    behind: set[Node] = field(default_factory=set)
    raisings: dict[Raising, None] = field(default_factory=dict)
    to_the_end: bool = True

    def accepts(self, run: Run, number: int) -> bool:
        """A run hit the goal, as so many others before: did it end normally?

        Where its end is not known for certain (it was stopped, or something was refused to it) it counts as one that
        did.
        """
        return run.raised is None or number < run.passed

    def failed(self, run: Run, node: Node) -> None:
        """node: what was next when the run had hit the goal."""
        assert run.raised is not None
        self.behind.add(node)
        self.raisings[run.raised] = None

    def may_accept(self, side: Side) -> bool:
        if self.ways.leads(side, self.goal) > 0:
            return True
        node: Node | None = side.node if self.behind else None
        while node is not None:
            if node in self.behind:
                return True
            node = node.parent
        return False
