"""Immediate dominators (Cooper, Harvey and Kennedy 2001), and with the edges turned, post-dominators."""

from __future__ import annotations

from clew.analysis.cfg import Graph, predecessors, reverse_postorder

EXIT = "<exit>"


def immediate_dominators(graph: Graph, entry: str) -> dict[str, str]:
    """For every block reachable from the entry its immediate dominator; the entry is its own."""
    order = reverse_postorder(graph, entry)
    number = {label: i for i, label in enumerate(order)}
    before = predecessors(graph)
    parent: dict[str, str] = {entry: entry}
    changed = True
    while changed:
        changed = False
        for label in order[1:]:
            known = [p for p in before[label] if p in parent]
            best = known[0]
            for other in known[1:]:
                best = _meet(best, other, parent, number)
            if parent.get(label) != best:
                parent[label] = best
                changed = True
    return parent


def _meet(a: str, b: str, parent: dict[str, str], number: dict[str, int]) -> str:
    while a != b:
        while number[a] > number[b]:
            a = parent[a]
        while number[b] > number[a]:
            b = parent[b]
    return a


def immediate_post_dominators(graph: Graph) -> dict[str, str]:
    """Immediate dominators from the end: final blocks lead to one common `EXIT`."""
    turned = dict(predecessors({**{label: targets or (EXIT,) for label, targets in graph.items()}, EXIT: ()}))
    return immediate_dominators(turned, EXIT)


def chain(parent: dict[str, str], label: str) -> tuple[str, ...]:
    """The block and everything that dominates it, nearest first."""
    found = [label]
    while parent[label] != label:
        label = parent[label]
        found.append(label)
    return tuple(found)


def dominates(parent: dict[str, str], above: str, below: str) -> bool:
    while True:
        if above == below:
            return True
        if parent[below] == below:
            return False
        below = parent[below]
