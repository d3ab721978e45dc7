"""The stages `clew dump` can show.  A stage that is added to the analysis is added here with its text form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from clew.frontend.module import Module, Unit


@dataclass(frozen=True, slots=True)
class Stage:
    """show: the text of a unit after the stage; empty where the stage has nothing for it."""

    help: str
    show: Callable[[Module, Unit], str]


def _lower(module: Module, unit: Unit) -> str:
    from clew.ir.tree_text import show

    return "" if unit.parent is not None else show(unit.function)


def _instrumented(module: Module, unit: Unit) -> str:
    from clew.execution.codegen import Sites, instrument

    if unit.parent is not None:
        return ""
    goals = {(goal.kind, goal.span, goal.outcome): goal.id for u in module.units for goal in u.goals}
    lines, _ = instrument(unit.function, goals, Sites(), module.name, frozenset())
    return "\n".join(lines)


def _goals(module: Module, unit: Unit) -> str:
    from clew.report.wording import quote

    lines = module.text.splitlines()
    width = max((len(goal.id) for goal in unit.goals), default=0)
    return "\n".join(f"{goal.id:<{width}}  {goal.span}  {quote(goal.span, lines)}" for goal in unit.goals)


def _natives(module: Module, unit: Unit) -> str:
    head = f"lowered {unit.lowered} of {unit.parts} parts"
    return "\n".join([head, *(f"native {native.span}  {native.reason}" for native in unit.natives)])


STAGES: Final = MappingProxyType(
    {
        "lower": Stage("the tree form of the IR", _lower),
        "goals": Stage("its coverage goals", _goals),
        "natives": Stage("what was not lowered", _natives),
        "instrumented": Stage("the Python text that the executor runs", _instrumented),
    }
)
