"""A program explored as the pipeline does it, in a process of its own that dies with it."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from dataclasses import field

from clew.analysis.structure import structurally_dead
from clew.concolic.entry import Entry
from clew.concolic.prepared import Prepared, prepare
from clew.concolic.tasks import explore_unit
from clew.frontend.module import Unit
from clew.inputs.shapes import ClassName
from clew.inputs.signatures import ParameterShape
from clew.records import dataclass
from clew.search.request import Bounds, Budget, Exploration, Found, Request, Setup
from clew.verdict.evidence import Evidence, Known
from clew.workbench.fuzz.isolated import isolated
from clew.workbench.fuzz.shadow_checks import CheckedMachine
from clew.workers.limits import Blocked

NAME = "clew_fuzzed"
BUDGET = Budget(paths=60, solves=180, seconds=1.5, loop=3, doom=20)
BOUNDS = Bounds(length=3, text=6, depth=2, method_calls=1)
STEPS = 20_000
SOLVER_STEPS = 300_000


@dataclass(frozen=True, slots=True)
class Explored:
    """One entry: what was found, what was said, and what is needed to call it at random."""

    unit: str
    qualname: str
    binding: str
    owner: ClassName | None
    parameters: tuple[ParameterShape, ...]
    found: tuple[Found, ...]
    known: dict[str, Known]
    runs: int = 0
    faults: tuple[str, ...] = ()  # of the shadows
    doomed: dict[str, Evidence] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Analysis:
    """crashes: tracebacks of ours.  dead: goals excluded by the structure alone."""

    entries: tuple[Explored, ...] = ()
    crashes: tuple[str, ...] = ()
    dead: dict[str, Evidence] = field(default_factory=dict)


class _NoGuard:
    def drain(self) -> tuple[Blocked, ...]:
        return ()


class _Collector:
    """Stands for the channel to the command."""

    def __init__(self) -> None:
        self.guard = _NoGuard()
        self.found: list[Found] = []

    def __call__(self, message: object) -> None:
        if isinstance(message, Found):
            self.found.append(message)


def analyse(
    text: str,
    only: frozenset[str] | None = None,
    seconds: float = 40.0,
    budget: Budget = BUDGET,
    calls: str = "auto",
) -> Analysis | str:
    """Explore the functions of a module (those named, else all that are not nested); a string says how it failed."""
    return isolated(lambda: _analyse(text, only, budget, calls), seconds)


def _analyse(text: str, only: frozenset[str] | None, budget: Budget = BUDGET, calls: str = "auto") -> Analysis:
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, NAME + ".py"), "w", encoding="utf-8") as file:
            file.write(text)
        sys.path.insert(0, folder)
        prepared = prepare(Setup(NAME, (folder,), STEPS), CheckedMachine)
        entries: list[Explored] = []
        crashes: list[str] = []
        module = prepared.project.modules[NAME]
        dead: dict[str, Evidence] = {}
        for unit in module.units:
            places = structurally_dead(unit.function)
            for goal in unit.goals:
                if goal.place in places:
                    dead[goal.id] = Evidence("unreached", "structure")
        for unit in module.units:
            if unit.parent is None and (only is None or unit.qualname in only):
                try:
                    entries.append(_explored(prepared, unit, budget, calls))
                except Exception:
                    crashes.append(f"{unit.qualname}: {traceback.format_exc()}")
        return Analysis(tuple(entries), tuple(crashes), dead)


def _explored(prepared: Prepared, unit: Unit, budget: Budget, calls: str) -> Explored:
    collector = _Collector()
    goals = {g.id for g in unit.goals}
    inside = {unit.id}
    for other in prepared.project.modules[NAME].units:
        if other.parent in inside:
            inside.add(other.id)
            goals.update(g.id for g in other.goals)
    request = Request(unit.id, frozenset(goals), BOUNDS, budget, SOLVER_STEPS, calls=calls)
    assert isinstance(prepared.machine, CheckedMachine)
    prepared.machine.follow(NAME)
    result: Exploration = explore_unit(prepared, request, collector)  # type: ignore[arg-type]
    faults = prepared.machine.found()
    entry = Entry.of(prepared, unit, "annotated")
    owner = entry.owner_name
    return Explored(
        unit.id,
        unit.qualname,
        unit.binding,
        owner,
        entry.parameters,
        tuple(collector.found),
        result.known,
        result.runs,
        faults,
        result.doomed,
    )
