"""Through the front door: the goals that a function's own arguments did not reach become those of its callers.

A helper that is given a match, a token or the state of a parser is called by code that has them, from arguments that
can be made:

    def _to_date(match: re.Match[str]) -> date: ...

    def parse_value(text: str, at: int) -> object:
        if match := DATE.match(text, at):
            return _to_date(match)

Here `parse_value` is called, and the search goes on for the goals of `_to_date`: the test is a call of the caller.  The
nearest ones come first, those of the same module before others; who calls whom is told by names.  Such runs only ever
cover, as arguments that no caller of the project gives are inputs, too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from clew.analysis.calls import called_names
from clew.concolic.entry import Entry
from clew.concolic.searches import Searches
from clew.frontend.module import Module, Unit
from clew.records import dataclass
from clew.search.request import Exploration, Found
from clew.verdict.evidence import proof
from clew.verdict.reasons import Reason

MOST_CALLERS: Final = 3
FARTHEST: Final = 3  # calls between the function that a test calls and the one whose goals are wanted
SHARE: Final = 4  # parts of the work on a function; a search through a caller gets one
COMMON: Final = frozenset(name for kind in (str, bytes, list, dict, set, int) for name in dir(kind))
"""Names of methods that builtin types have as well, so that who names one says little."""


@dataclass(frozen=True, slots=True)
class Door:
    """A function of the project that may come to call another one."""

    module: Module
    unit: Unit


def through_callers(
    task: Searches,
    result: Exploration,
    reached: set[str],
    native: Mapping[str, Reason],
    again: frozenset[str] = frozenset(),
) -> None:
    """Search for what is left through the callers.

    reached: goals hit before; native: those inside what is not followed, which no run is seen to reach; again: goals
    that are wanted through a caller though they are known to be reached.
    """
    for door in doors(task.prepared.project.modules, task.module, task.entry.unit):
        if task.request.strays and door.module.name != task.module.name:
            continue  # what refutes a claim is a test of the module of the claim
        left = again.union(g for g, known in result.known.items() if _is_open(known) and g not in native)
        if not left or task.left() <= 0:
            break
        again -= _through(task, door, left, reached, result)


def _is_open(known: Any) -> bool:
    shown = proof(known)
    return shown is None or bool(shown.scope)


def _through(
    task: Searches, door: Door, left: frozenset[str], reached: set[str], result: Exploration
) -> frozenset[str]:
    """The goals that were reached."""
    prepared = replace(task.prepared, module=sys.modules[door.module.name])
    prepared.state = task.prepared.state
    try:
        entry = Entry.of(prepared, door.unit, task.request.types)
    except (AttributeError, KeyError, StopIteration):
        return frozenset()  # it is not found under its name
    budget = task.chance(SHARE, task.doors)
    inner = Searches(prepared, replace(task.request, goals=left, budget=budget, dump=""), task.emit, door.module, entry)
    runner = inner.runner(entry, inner.bounds)
    foreign = door.module.name != task.module.name

    def found(one: Found) -> None:
        task.emit(_of_caller(one, door.unit) if foreign else one)

    again = inner.explorer(runner, left, budget, runner.seeds(door.unit), found=found)
    others = (goal.id for module in prepared.project.modules.values() for goal in module.goals)
    again.session.reached |= reached.union(others) - left
    again.doubts.unprovable = Reason("bound", "other calls than those of the project are possible, too")
    task.doors.append(again.account)
    again.explore()
    found_now = left & again.session.reached
    for goal in found_now:
        result.known.pop(goal, None)
    result.runs += again.account.runs
    result.solves += again.account.solves
    task.chains += inner.chains
    return found_now


def _of_caller(found: Found, unit: Unit) -> Found:
    """A caller in another module is not known where tests are written, so the names of its parameters go along."""
    names = tuple(p.name for p in unit.function.parameters if p.kind in ("positional", "positional-only"))
    skipped = 0 if unit.binding in ("function", "static") else 1
    return replace(found, case=replace(found.case, parameters=names[skipped:]), path=())


# ---------------------------------------------------------------- who calls it


def doors(modules: Mapping[str, Module], module: Module, unit: Unit) -> Iterator[Door]:
    """The functions that may come to call the unit, nearest first."""
    roots = [Door(each, u) for each in _own_first(modules, module) for u in each.units if u.parent is None]
    named = [(door, called_names(door.unit.function)) for door in roots]
    seen = {(module.name, unit.id)}
    level, given = [Door(module, unit)], 0
    for _ in range(FARTHEST):
        wanted = {name: door.module.name for door in level if (name := _called_as(door.unit)) is not None}
        level = []
        for door, names in named:
            calls = any(name in names and _tells(name, home, door) for name, home in wanted.items())
            if calls and (door.module.name, door.unit.id) not in seen:
                seen.add((door.module.name, door.unit.id))
                level.append(door)
        for door in level:
            yield door
            given += 1
            if given == MOST_CALLERS:
                return


def _own_first(modules: Mapping[str, Module], module: Module) -> list[Module]:
    return [module, *(each for each in modules.values() if each.name != module.name)]


def _called_as(unit: Unit) -> str | None:
    """The name that a call of it shows; None for special methods, which operators call."""
    name = unit.qualname.rpartition(".")[2]
    if name in ("__init__", "__new__", "__post_init__") and unit.class_path is not None:
        return unit.class_path.rpartition(".")[2]
    if name.startswith("__") and unit.class_path is not None:
        private = unit.class_path.rpartition(".")[2].lstrip("_")
        return None if name.endswith("__") else f"_{private}{name}"
    return name


def _tells(name: str, home: str, door: Door) -> bool:
    return name not in COMMON or door.module.name == home
