"""Paths of a loop-free graph that no nogood forbids, found by a propositional solver.

One proposition for each block says that the path passes it.  Of the predecessors of a block that is passed one is, and of the
successors at most one; so a model is one path from the entry, and a nogood is one clause: conflict-driven learning over the
control-flow graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from clew.solver.engines.z3_session import PropositionalSession
from clew.vc.nogoods import Flow, Nogood
from clew.vc.task import Statistics


class PathClauses:
    def __init__(self, flow: Flow, statistics: Statistics) -> None:
        self._flow = flow
        self._statistics = statistics
        self._session = PropositionalSession(len(flow.labels) + 1)
        self._complete = False
        self._session.clause([1])
        for block, targets in enumerate(flow.targets):
            if flow.sources[block]:
                self._session.clause([-1 - block, *(s + 1 for s in flow.sources[block])])
            for a, b in combinations(targets, 2):
                self._session.clause([-1 - block, -1 - a, -1 - b])

    def forbid(self, nogood: Nogood) -> None:
        self._session.clause([*(-1 - b for b in sorted(nogood.passed)), *(c + 1 for c in sorted(nogood.avoided))])

    def propose(self, prefix: Sequence[int], through: int, complete: bool = False) -> tuple[int, ...] | frozenset[int]:
        """A path that begins with the prefix, as far as `through`, or the blocks that no path passes together.

        complete: as far as the end of the procedure.
        """
        self._statistics.path_searches += 1
        wanted = [block + 1 for block in (*prefix, through)]
        if complete:
            wanted.append(self._to_the_end())
        answer = self._session.solve(wanted)
        if isinstance(answer, frozenset):
            return frozenset(number - 1 for number in answer)
        path = [through]
        known = len(prefix)
        last = prefix[-1] if prefix else 0
        while path[-1] != last:
            sources = self._flow.sources[path[-1]]
            path.append(next(s for s in sources if len(sources) == 1 or answer(s + 1)))
        path.reverse()
        path = [*prefix[: known - 1], *path] if known else path
        if complete:
            while targets := self._flow.targets[path[-1]]:
                path.append(next(t for t in targets if len(targets) == 1 or answer(t + 1)))
        return tuple(path)

    def _to_the_end(self) -> int:
        """A proposition: every block that is passed and is not final has a successor that is."""
        switch = len(self._flow.labels) + 1
        if not self._complete:
            self._complete = True
            for block, targets in enumerate(self._flow.targets):
                if targets:
                    self._session.clause([-switch, -1 - block, *(t + 1 for t in targets)])
        return switch
