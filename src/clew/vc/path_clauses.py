"""Complete paths of a loop-free graph that no nogood forbids, found by a propositional solver.

One proposition for each block says that the path passes it.  The entry is passed; a block that is passed has exactly one
successor and one predecessor that are.  So a model is one path, and a nogood is one clause: conflict-driven learning over the
control-flow graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from clew.solver.engines.z3_session import PropositionalSession
from clew.vc.nogoods import Flow, Nogood
from clew.vc.task import Statistics


class PathClauses:
    def __init__(self, flow: Flow, statistics: Statistics) -> None:
        self._flow = flow
        self._statistics = statistics
        self._session = PropositionalSession(len(flow.labels))
        self._session.clause([1])
        for block, targets in enumerate(flow.targets):
            for there in (targets, flow.sources[block]):
                if there:
                    self._session.clause([-1 - block, *(t + 1 for t in there)])
            for a, b in combinations(targets, 2):
                self._session.clause([-1 - block, -1 - a, -1 - b])

    def forbid(self, nogood: Nogood) -> None:
        self._session.clause([*(-1 - b for b in sorted(nogood.passed)), *(c + 1 for c in sorted(nogood.avoided))])

    def propose(self, through: Iterable[int]) -> tuple[int, ...] | frozenset[int]:
        """A complete path through these blocks, or those of them that no path passes together."""
        self._statistics.path_searches += 1
        answer = self._session.solve([block + 1 for block in through])
        if isinstance(answer, frozenset):
            return frozenset(number - 1 for number in answer)
        path = [0]
        while targets := self._flow.targets[path[-1]]:
            path.append(next(t for t in targets if len(targets) == 1 or answer(t + 1)))
        return tuple(path)
