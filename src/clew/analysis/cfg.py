"""The control-flow graph of a procedure in block form: edges both ways, orders, reachability."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clew.ir.blocks import Procedure

Graph = Mapping[str, tuple[str, ...]]


def successors(procedure: Procedure) -> dict[str, tuple[str, ...]]:
    return {block.label: block.targets for block in procedure.blocks}


def predecessors(graph: Graph) -> dict[str, tuple[str, ...]]:
    """The graph with its edges turned; predecessors come in the order of the blocks."""
    found: dict[str, list[str]] = {label: [] for label in graph}
    for label, targets in graph.items():
        for target in targets:
            found[target].append(label)
    return {label: tuple(labels) for label, labels in found.items()}


def reachable(graph: Graph, roots: Iterable[str]) -> set[str]:
    seen = set(roots)
    stack = list(seen)
    while stack:
        for target in graph[stack.pop()]:
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return seen


def reverse_postorder(graph: Graph, entry: str) -> tuple[str, ...]:
    """Blocks reachable from the entry, each before those it leads to except along back edges."""
    order: list[str] = []
    seen = {entry}
    stack = [(entry, iter(reversed(graph[entry])))]
    while stack:
        label, rest = stack[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(reversed(graph[target]))))
                break
        else:
            order.append(label)
            stack.pop()
    return tuple(reversed(order))


def is_acyclic(graph: Graph, entry: str) -> bool:
    """No cycle can be reached from the entry."""
    order = {label: i for i, label in enumerate(reverse_postorder(graph, entry))}
    return all(order[target] > order[label] for label in order for target in graph[label])
