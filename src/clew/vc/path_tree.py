"""All feasible paths, AlgPC's job, depth first (King 1976) over substituted forms.

Every node of the tree keeps a point that satisfies the conditions on the way to it.  A child that the point satisfies
costs no query; for the others the simplex method starts from the point.  Conditions are kept as one bound for each
direction (normal), so that a condition implied by, or opposite to, a single earlier one is decided by a look-up.

Where something is not linear integer arithmetic every branch is one query of `segments.py`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from operator import mul

from clew.logic.evaluate import Value
from clew.records import dataclass
from clew.semantics.block_run import follow
from clew.solver.engines.simplex import Point
from clew.vc.nogoods import Flow, flow_of
from clew.vc.segments import Impossible, Path, Possible, Segments, round_half
from clew.vc.task import Covering, Limits, Task, Test
from clew.verdict.evidence import Evidence


def path_tree(task: Task, limits: Limits) -> Covering:
    started = time.perf_counter()
    covering = Covering()
    complete = feasible_paths(task, limits, covering)
    covering.take_tests(task.goal_of())
    covering.settle(task.goals, "" if complete else "budget", Evidence("unreached", "exhaustion"))
    covering.statistics.seconds = time.perf_counter() - started
    return covering


def feasible_paths(task: Task, limits: Limits, covering: Covering) -> bool:
    """Add a test for each feasible path; False when there may be more."""
    flow = flow_of(task.procedure)
    segments = Segments(task.procedure, flow, covering.statistics, limits)
    paths = _linear_paths(flow, segments) if segments.linear else _other_paths(flow, segments)
    for found in paths:
        if isinstance(found, str) or len(covering.tests) >= limits.paths:
            return False
        values, havocs, path = found
        inputs = {name.name: value for name, value in zip(task.machine.names, values, strict=True)}
        test = Test(inputs, havocs, tuple(flow.labels[b] for b in path))
        assert follow(task.machine, test.inputs, test.path, test.havocs), "a solution runs along its path"
        covering.tests.append(test)
    return True


Found = tuple[tuple[Value, ...], tuple[Value, ...], tuple[int, ...]]
Bounds = dict[tuple[int, ...], int]


@dataclass(slots=True)
class _Node:
    """After the blocks of a path.  bounds: the least bound of each normal; witness: satisfies them."""

    path: tuple[int, ...]
    state: Path
    bounds: Bounds
    unequal: list[tuple[tuple[int, ...], int]]
    witness: Point


def _linear_paths(flow: Flow, segments: Segments) -> Iterator[Found | str]:
    width = segments.width(range(len(flow.labels)))
    zero = Point((0,) * width, 1)
    root = _enter(segments, _Node((), segments.begin(width), {}, [], zero), 0, width)
    stack = [] if root is None else [root]
    count = len(segments.names)
    while stack:
        node = stack.pop()
        targets = flow.targets[node.path[-1]]
        if not targets:
            whole = _whole(node, segments)
            if whole is not None:
                yield tuple(whole[:count]), tuple(whole[count : node.state.used]), node.path
                continue
            answer = segments.check(node.path)
            if isinstance(answer, Possible):
                assert answer.start is not None
                yield answer.start, answer.havocs, node.path
            elif not isinstance(answer, Impossible):
                yield "budget"
            continue
        for target in reversed(targets):
            child = _enter(segments, node, target, width)
            if child is not None:
                stack.append(child)


def _enter(segments: Segments, node: _Node, block: int, width: int) -> _Node | None:
    """The node one block further, None where no values get there."""
    k = len(node.path)
    after = segments.extend(node.state, k, block, width)
    bounds = node.bounds
    fresh: list[tuple[tuple[int, ...], int]] = []
    for normal, bound in after.rows:
        if not any(normal):
            if bound < 0:
                return None
            continue
        known = bounds.get(normal)
        if known is not None and known <= bound:
            continue
        opposite = bounds.get(tuple(-a for a in normal))
        if opposite is not None and opposite < -bound:
            return None
        if bounds is node.bounds:
            bounds = dict(bounds)
        bounds[normal] = bound
        fresh.append((normal, bound))
    unequal = node.unequal
    if after.unequal:
        unequal = unequal + [row for row, _ in after.unequal]
        if any(not any(normal) and not bound for normal, bound in unequal):
            return None
    witness = node.witness
    numerators, denominator = witness.numerators, witness.denominator
    for normal, bound in fresh:
        if sum(map(mul, normal, numerators)) > bound * denominator:
            start = [round_half(n, denominator) for n in numerators]
            with segments.statistics.query():
                found = segments.satisfy(list(bounds.items()), start)
            if not isinstance(found, Point):
                # Out of pivots: go on, the end of the path will ask again.
                return None if found is not None else _Node((*node.path, block), after, bounds, unequal, witness)
            witness = found
            break
    return _Node((*node.path, block), after, bounds, unequal, witness)


def _whole(node: _Node, segments: Segments) -> list[int] | None:
    """Whole numbers that satisfy everything, where rounding finds them."""
    values = [round_half(n, node.witness.denominator) for n in node.witness.numerators]
    if _holds(node, values):
        return values
    tightened = [(normal, bound - (sum(map(abs, normal)) + 1) // 2) for normal, bound in node.bounds.items()]
    with segments.statistics.query():
        found = segments.satisfy(tightened, values, pivots=400)
    if isinstance(found, Point):
        values = [round_half(n, found.denominator) for n in found.numerators]
        if _holds(node, values):
            return values
    return None


def _holds(node: _Node, values: Sequence[int]) -> bool:
    return all(sum(map(mul, normal, values)) <= bound for normal, bound in node.bounds.items()) and all(
        sum(map(mul, normal, values)) != bound for normal, bound in node.unequal
    )


def _other_paths(flow: Flow, segments: Segments) -> Iterator[Found | str]:
    stack: list[tuple[int, ...]] = [(0,)]
    while stack:
        path = stack.pop()
        targets = flow.targets[path[-1]]
        if targets and len(path) > 1 and len(flow.targets[path[-2]]) == 1:
            stack += [(*path, target) for target in reversed(targets)]
            continue
        answer = segments.check(path)
        if isinstance(answer, Impossible):
            continue
        if not isinstance(answer, Possible):
            yield answer.reason
            return
        if not targets:
            assert answer.start is not None
            yield answer.start, answer.havocs, path
        stack += [(*path, target) for target in reversed(targets)]
