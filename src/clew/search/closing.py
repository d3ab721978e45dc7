"""The sides to be settled so that a tree of paths is closed for an observer; unlike the frontier, whose business is new
coverage, it leaves out nothing that the observer might accept.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import field

from clew.records import dataclass
from clew.search.tree import Node, Side


@dataclass(slots=True)
class Closing:
    """matters: could the side still be accepted?  Those repeated less often in their run come first, then by depth."""

    matters: Callable[[Side], bool]
    waiting: list[tuple[int, int, int, Side]] = field(default_factory=list)
    pushed: int = 0

    def push(self, side: Side, depth: int) -> None:
        decision = side.node.decision
        assert decision is not None
        self.pushed += 1
        heapq.heappush(self.waiting, (decision.occurrence, depth, self.pushed, side))

    def rewarded(self, side: Side) -> None:
        """New coverage is not what is looked for here."""

    def pop(self) -> Side | None:
        while self.waiting:
            side = heapq.heappop(self.waiting)[-1]
            if side.state == "waiting":
                if self.matters(side):
                    return side
                side.state = "pruned"
        return None

    def revive(self, sides: Iterable[Side]) -> None:
        """What led to no goal that was looked for before may matter now."""
        for side in sides:
            if side.state in ("waiting", "pruned"):
                side.state = "waiting"
                self.push(side, _depth(side.node))


def _depth(node: Node) -> int:
    depth = 0
    while node.parent is not None:
        depth, node = depth + 1, node.parent
    return depth
