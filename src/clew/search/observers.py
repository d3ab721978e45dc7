"""Goals as observers of executions: what an execution must do to be accepted, asked of the sides of the path tree.

`Reaches` has one state and accepts at a hit of its goal.  `EndsAfter` has two: it waits for the hit, and then for a
normal end.  A proof by exhaustion is about an observer: no execution is left that it might accept.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Protocol

from clew.records import dataclass
from clew.search.tree import Node, Side
from clew.search.ways import Ways


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


@dataclass(frozen=True, slots=True)
class EndsAfter:
    """Accepts executions that hit the goal and then end normally.

    behind: the nodes that were next when runs had hit it.
    """

    goal: str
    ways: Ways
    behind: Set[Node]
    to_the_end: bool = True

    def may_accept(self, side: Side) -> bool:
        if self.ways.leads(side, self.goal) > 0:
            return True
        node: Node | None = side.node if self.behind else None
        while node is not None:
            if node in self.behind:
                return True
            node = node.parent
        return False
