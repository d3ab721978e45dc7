"""What a covering algorithm is asked, what it answers, and what it counts.

A goal is a block of the source; the copies of it that passes made are its *clones*, and a test through one of them
covers it (the paper's `RemoveClones`).  A goal is infeasible when no execution passes a clone of it and ends
normally.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, fields
from typing import Final, Protocol

from clew.ir.blocks import Procedure, is_edge, origin_of
from clew.logic.evaluate import Value
from clew.records import dataclass
from clew.semantics.block_run import Machine, compile_procedure
from clew.solver.supply import Supply
from clew.verdict.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Task:
    """procedure: loop-free and without calls; ssa, passive: the same in these forms, labels kept; goals: their
    clones."""

    procedure: Procedure
    ssa: Procedure
    passive: Procedure
    goals: Mapping[str, tuple[str, ...]]
    machine: Machine

    def goal_of(self) -> dict[str, str]:
        """The goal of each label that has one."""
        return {label: goal for goal, labels in self.goals.items() for label in labels}


def make_task(procedure: Procedure, ssa: Procedure, passive: Procedure) -> Task:
    """Every block of the source is a goal, named `label`, or `procedure.label` for one that was inlined."""
    goals: dict[str, list[str]] = {}
    for block in procedure.blocks:
        if not is_edge(block):
            origin = origin_of(procedure, block)
            name = origin.label if origin.procedure == procedure.name else f"{origin.procedure}.{origin.label}"
            goals.setdefault(name, []).append(block.label)
    return Task(procedure, ssa, passive, {g: tuple(c) for g, c in goals.items()}, compile_procedure(procedure))


@dataclass(frozen=True, slots=True)
class Test:
    """inputs: values of variables at the entry; havocs: values chosen on the way; path: every block passed, to the
    end."""

    inputs: Mapping[str, Value]
    havocs: tuple[Value, ...]
    path: tuple[str, ...]


UNREACHED: Final = Evidence("unreached", "reachability")
"""That a goal is infeasible, from an algorithm that does not know which places contradict each other."""


@dataclass(slots=True)
class Statistics:
    """queries: questions with arithmetic in them; path_searches: propositional ones; runs: executions on concrete
    values."""

    queries: int = 0
    path_searches: int = 0
    runs: int = 0
    solver_seconds: float = 0.0
    seconds: float = 0.0

    def joined(self, other: Statistics) -> Statistics:
        return Statistics(**{each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)})

    @contextmanager
    def query(self) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            self.queries += 1
            self.solver_seconds += time.perf_counter() - started


@dataclass(slots=True)
class Covering:
    """The answer: every goal is in exactly one of covered (by the test of that index), infeasible, unknown (the
    reason)."""

    covered: dict[str, int] = field(default_factory=dict)
    infeasible: dict[str, Evidence] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    tests: list[Test] = field(default_factory=list)
    statistics: Statistics = field(default_factory=Statistics)

    def add_test(self, test: Test, goal_of: Mapping[str, str]) -> None:
        """Keep the test when it covers something new."""
        new = [goal for label in test.path if (goal := goal_of.get(label)) is not None and goal not in self.covered]
        if new:
            self.covered |= dict.fromkeys(new, len(self.tests))
            self.tests.append(test)

    def take_tests(self, goal_of: Mapping[str, str]) -> None:
        """What the tests cover, all of which are kept."""
        for index, test in enumerate(self.tests):
            for label in test.path:
                if label in goal_of:
                    self.covered.setdefault(goal_of[label], index)

    def settle(self, goals: Iterable[str], gave_up: str, shown: Evidence = UNREACHED) -> None:
        """Say of each goal that is not covered: infeasible, as was shown, or unknown where an algorithm gave up."""
        for goal in goals:
            if goal not in self.covered and goal not in self.infeasible:
                if gave_up:
                    self.unknown[goal] = gave_up
                else:
                    self.infeasible[goal] = shown


@dataclass(frozen=True, slots=True)
class Limits:
    """All in deterministic units.  paths: at most so many of them; steps: Z3's resource units for one query;
    rounds: path proposals and checks for one goal; queries: of `clew` in all, about linear arithmetic (one that is not
    counts fifty times).  supply: where engines come from."""

    paths: int = 1_000_000
    steps: int = 2_000_000_000
    rounds: int = 20_000
    runs: int = 4_000
    queries: int = 1_000_000_000
    seed: int = 0
    supply: Supply = field(default_factory=Supply)


class Algorithm(Protocol):
    def __call__(self, task: Task, limits: Limits) -> Covering: ...
