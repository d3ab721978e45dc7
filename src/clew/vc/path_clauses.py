"""Paths of a loop-free graph that no nogood forbids, found by a propositional solver.

One proposition for each block says that the path passes it, and one for each critical edge that the path takes it;
any other edge is taken when its end with no choice is passed.  A block that is passed is entered by exactly one edge
and left by at most one, so a model is one path from the entry, and a nogood is one clause: conflict-driven learning
over the control-flow graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from clew.solver.supply import Supply
from clew.vc.nogoods import Flow, Nogood
from clew.vc.task import Statistics


class PathClauses:
    def __init__(self, flow: Flow, statistics: Statistics, supply: Supply) -> None:
        self._flow = flow
        self._statistics = statistics
        count = len(flow.labels)
        self._edges: dict[tuple[int, int], int] = {}
        for source, targets in enumerate(flow.targets):
            for target in targets:
                if len(targets) == 1:
                    self._edges[source, target] = source + 1
                elif len(flow.sources[target]) == 1:
                    self._edges[source, target] = target + 1
                else:
                    count += 1
                    self._edges[source, target] = count
        self._switch = count + 1  # the path must be complete
        self._session = supply.propositions(count + 1)
        self._session.clause([1])
        for (source, target), edge in self._edges.items():
            if edge != source + 1:
                self._session.clause([-edge, source + 1])
            if edge > len(flow.labels):
                self._session.clause([-edge, target + 1])
        for block, targets in enumerate(flow.targets):
            entering = [self._edges[source, block] for source in flow.sources[block]]
            leaving = [self._edges[block, target] for target in targets]
            if entering:
                self._session.clause([-1 - block, *entering])
            for a, b in combinations(entering, 2):
                self._session.clause([-1 - block, -a, -b])
            for a, b in combinations(leaving, 2):
                self._session.clause([-1 - block, -a, -b])
            if leaving:
                # A block left by its only edge is followed by the target of it.
                after = leaving if len(targets) > 1 else [targets[0] + 1]
                self._session.clause([-self._switch, -1 - block, *after])

    def forbid(self, nogood: Nogood) -> None:
        self._session.clause([*(-1 - b for b in sorted(nogood.passed)), *(c + 1 for c in sorted(nogood.avoided))])

    def prefer(self, path: Sequence[int]) -> None:
        """Let the next path proposed be close to this one."""
        beyond = len(self._flow.labels)
        edges = {edge for pair in pairwise(path) if (edge := self._edges[pair]) > beyond}
        self._session.prefer({block + 1 for block in path} | edges)

    def propose(self, prefix: Sequence[int], through: int, complete: bool = False) -> tuple[int, ...] | frozenset[int]:
        """A path that begins with the prefix, as far as `through`, or the blocks that no path passes together (in
        numbers beyond the blocks: edges of the prefix).

        complete: as far as the end of the procedure.
        """
        self._statistics.path_searches += 1
        wanted = [block + 1 for block in (*prefix, through)]
        wanted += [edge for pair in pairwise(prefix) if (edge := self._edges[pair]) > len(self._flow.labels)]
        if complete:
            wanted.append(self._switch)
        answer = self._session.solve(wanted)
        if isinstance(answer, frozenset):
            return frozenset(number - 1 for number in answer if number != self._switch)
        flow, edges = self._flow, self._edges
        path = [through]
        first = prefix[-1] if prefix else 0
        while path[-1] != first:
            sources = flow.sources[path[-1]]
            path.append(next(s for s in sources if len(sources) == 1 or answer(edges[s, path[-1]])))
        path.reverse()
        path = [*prefix[:-1], *path]
        if complete:
            while targets := flow.targets[path[-1]]:
                path.append(next(t for t in targets if len(targets) == 1 or answer(edges[path[-1], t])))
        return tuple(path)
