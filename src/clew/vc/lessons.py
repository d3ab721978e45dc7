"""What contradictions on the segments of paths teach: nogoods, which forbid families of paths."""

from __future__ import annotations

from clew.solver.supply import Supply
from clew.vc.nogoods import Defs, Flow, Nogood, lift
from clew.vc.path_clauses import PathClauses
from clew.vc.segments import Impossible, Segments
from clew.vc.task import Statistics

Path = tuple[int, ...]


class Lessons:
    """clauses: the paths that no nogood forbids, made when they are needed; possible: segments known to be."""

    def __init__(self, flow: Flow, segments: Segments) -> None:
        self.flow = flow
        self.segments = segments
        self.possible: set[Path] = set()
        self.clauses: PathClauses | None = None

    def begin(self, statistics: Statistics, supply: Supply, dead: set[int]) -> None:
        """From here on paths are proposed, which avoid what is dead."""
        self.clauses = PathClauses(self.flow, statistics, supply)
        for block in sorted(dead):
            self.bury(block)

    def bury(self, block: int) -> None:
        """No path leads through it."""
        if self.clauses is not None:
            self.clauses.forbid(Nogood(frozenset((block,)), frozenset(), ()))

    def from_contradiction(self, segment: Path, answer: Impossible, learned: list[Nogood]) -> None:
        """Learn from the shortest window (by doubling) before the last instruction of the contradiction that shows
        one.
        """
        end = max(k for k, _ in answer.support) + 1
        first = min(k for k, _ in answer.support)
        length = 2
        while end - length > first:
            if self.contradicts(segment[end - length : end], learned):
                return
            length *= 2
        self._learn(segment[:end], answer, learned)

    def contradicts(self, window: Path, learned: list[Nogood]) -> bool:
        """Does this part of the path contradict itself, whatever stands around it?"""
        if window in self.possible:
            return False
        answer = self.segments.check(window, rational=True)
        if isinstance(answer, Impossible):
            self._learn(window, answer, learned)
            return True
        self.possible.add(window)
        return False

    def _learn(self, segment: Path, answer: Impossible, learned: list[Nogood]) -> None:
        defs = Defs(self.flow, segment)
        # Shrinking costs queries and pays only where contradictions keep coming.
        easy = len(learned) < 4
        nogood = lift(defs, defs.closure(answer.support) if easy else self.segments.shrink(defs, answer.support))
        learned.append(nogood)
        assert self.clauses is not None
        self.clauses.forbid(nogood)
