"""Natural loops of a procedure in block form, nested, and the edges that make a graph irreducible.

An edge is a *back edge* when its target dominates its source; the natural loop of a header is everything that reaches
one of its back edges without passing the header.  A cycle without a back edge has several entries: the graph is
irreducible, and `retreating` names the edges that show it (Hecht and Ullman 1974).
"""

from __future__ import annotations

from clew.analysis.cfg import Graph, predecessors, reverse_postorder
from clew.analysis.dominators import dominates, immediate_dominators
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Loop:
    """body: the blocks of the loop, header included, in reverse post-order; latches: sources of its back edges."""

    header: str
    body: tuple[str, ...]
    latches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loops:
    """loops: inner loops before the loops around them; retreating: edges of cycles that have several entries."""

    loops: tuple[Loop, ...]
    retreating: tuple[tuple[str, str], ...]


def find_loops(graph: Graph, entry: str) -> Loops:
    """The natural loops of what the entry reaches; two back edges to one header make one loop."""
    order = reverse_postorder(graph, entry)
    number = {label: i for i, label in enumerate(order)}
    parent = immediate_dominators(graph, entry)
    before = predecessors(graph)
    latches: dict[str, list[str]] = {}
    retreating: list[tuple[str, str]] = []
    for label in order:
        for target in graph[label]:
            if number[target] <= number[label]:
                if dominates(parent, target, label):
                    latches.setdefault(target, []).append(label)
                else:
                    retreating.append((label, target))
    found = []
    for header, sources in latches.items():
        body = {header, *sources}
        stack = [s for s in sources if s != header]
        while stack:
            for label in before[stack.pop()]:
                if label not in body and label in number:
                    body.add(label)
                    stack.append(label)
        found.append(Loop(header, tuple(sorted(body, key=number.__getitem__)), tuple(sources)))
    # A loop inside another has fewer blocks; equally large ones are apart.
    found.sort(key=lambda loop: (len(loop.body), number[loop.header]))
    return Loops(tuple(found), tuple(retreating))
