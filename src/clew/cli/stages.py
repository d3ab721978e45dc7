"""The stages `clew dump` can show.  A stage that is added to the analysis is added here with its text form.

Python functions and the procedures of `.ivl` programs have stages of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from clew.passes.pipelines import LOGIC, LOOP_FREE
from clew.records import dataclass

if TYPE_CHECKING:
    from clew.frontend.module import Module, Unit
    from clew.ir.blocks import Procedure, Program
    from clew.passes.flatten.function import Flat
    from clew.vc.preparation import Bounds
    from clew.vc.task import Task


@dataclass(frozen=True, slots=True)
class Stage:
    """show: the text of a unit after the stage; empty where the stage has nothing for it."""

    help: str
    show: Callable[[Module, Unit], str]


def _lower(module: Module, unit: Unit) -> str:
    from clew.ir.tree_text import show

    return "" if unit.parent is not None else show(unit.function)


def _instrumented(module: Module, unit: Unit) -> str:
    from clew.concolic.codegen import instrument
    from clew.goals.goal import ids_by_place
    from clew.search.sites import Sites

    if unit.parent is not None:
        return ""
    goals = ids_by_place(module.goals)
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


def _flat(module: Module, unit: Unit) -> Flat | str:
    """The block form, or why there is none."""
    from clew.passes.flatten.function import flatten
    from clew.passes.flatten.graph import NotInSubset
    from clew.passes.flatten.module_globals import annotated_kinds, globals_in

    try:
        return flatten(unit.function, unit.function.name, annotated_kinds(unit), globals_in(module))
    except NotInSubset as stop:
        return f"no block form: {stop.reason} {stop.span}"


def _blocks(module: Module, unit: Unit) -> str:
    from clew.ir.blocks_text import show_program

    flat = _flat(module, unit)
    if isinstance(flat, str):
        return flat
    places = []
    for (procedure, label), found in flat.places.items():
        goals = [" ".join(filter(None, (kind, outcome, str(span)))) for span, kind, outcome in found]
        if procedure == flat.procedure.name:
            places.append(f"// {label}: {'; '.join(goals)}")
    return "\n".join([show_program(flat.program), *places])


def _of_unit(show: Callable[[Procedure, Task], str]) -> Callable[[Module, Unit], str]:
    """What is shown of the acyclic form, and of what the covering algorithms are given."""

    def shown(module: Module, unit: Unit) -> str:
        from clew.passes.inline import TooLarge
        from clew.passes.split_nodes import TooIrreducible
        from clew.source.settings import Settings
        from clew.vc.preparation import Bounds
        from clew.vc.units import acyclic_task, unwound

        flat = _flat(module, unit)
        if isinstance(flat, str):
            return flat
        settings = Settings()
        try:
            cut = unwound(flat, Bounds(settings.loop, settings.depth))
        except (TooLarge, TooIrreducible) as error:
            return f"no acyclic form: {error}"
        return show(cut.procedure, acyclic_task(flat, cut, [goal.place for goal in unit.goals]))

    return shown


def _text(procedure: Procedure) -> str:
    from clew.ir.blocks_text import show_procedure

    return show_procedure(procedure)


STAGES: Final = MappingProxyType(
    {
        "lower": Stage("the tree form of the IR", _lower),
        "goals": Stage("its coverage goals", _goals),
        "natives": Stage("what was not lowered", _natives),
        "instrumented": Stage("the Python text that the executor runs", _instrumented),
        "blocks": Stage("the block form, for functions over ints, bools and lists", _blocks),
        "acyclic": Stage("the block form, calls inlined and loops unwound", _of_unit(lambda cut, _: _text(cut))),
        "straight": Stage("the acyclic form, what matters of it", _of_unit(lambda _, task: _text(task.procedure))),
        "ssa": Stage("the straight form, every variable assigned once", _of_unit(lambda _, task: _text(task.ssa))),
        "passive": Stage("the straight form, assumptions only", _of_unit(lambda _, task: _text(task.passive))),
        "reachability": Stage("its reachability condition", _of_unit(lambda _, task: _condition(task.passive))),
    }
)


@dataclass(frozen=True, slots=True)
class BlockStage:
    """show: the text of a procedure after the stage; raises CannotPrepare where a pass on the way cannot take it."""

    help: str
    show: Callable[[Program, Procedure, Bounds], str]


def _after(name: str) -> Callable[[Program, Procedure, Bounds], str]:
    """The text after the named pass and all before it."""

    def show(program: Program, procedure: Procedure, bounds: Bounds) -> str:
        from clew.vc.preparation import stages

        return _text(next(after for stage, after in stages(program, procedure, bounds) if stage == name))

    return show


def _assertions(program: Program, procedure: Procedure, bounds: Bounds) -> str:
    from clew.passes.assertions import assertions_as_choice

    return _text(assertions_as_choice(procedure))


def _reachability(program: Program, procedure: Procedure, bounds: Bounds) -> str:
    from clew.vc.preparation import stages

    return _condition(dict(stages(program, procedure, bounds))["passive"])


def _condition(passive: Procedure) -> str:
    from clew.logic.smtlib import show
    from clew.vc.reachability import reachability_condition

    return "\n".join(show(definition) for definition in reachability_condition(passive).definitions)


def _summary(program: Program, procedure: Procedure, bounds: Bounds) -> str:
    from clew.ir.blocks_text import show_procedure
    from clew.settling.programs import summaries_of
    from clew.source.settings import Settings
    from clew.vc.summaries import procedure_of

    settings = Settings(calls="summarise", loop=bounds.loop, depth=bounds.depth)
    summary = summaries_of(program, settings).summary(procedure.name)
    if summary is None:
        return f"// `{procedure.name}` has no summary: its calls or loops are too many\n"
    kind = "all its paths" if summary.exact else "some of its executions"
    scope = ", ".join(f"{name} {bound}" for name, bound in summary.scope)
    head = f"// {kind}{' within ' + scope if scope else ''}\n"
    return head + show_procedure(procedure_of(summary, program))


BLOCK_STAGES: Final = MappingProxyType(
    {
        "blocks": BlockStage("the block form as it was read", lambda program, procedure, bounds: _text(procedure)),
        "summary": BlockStage("the procedure by a summary of its executions, as callers may use it", _summary),
        "assertions": BlockStage("assertions as choices, one of which fails", _assertions),
        **{step.name: BlockStage(step.help, _after(step.name)) for step in (*LOOP_FREE, *LOGIC)},
        "reachability": BlockStage("the reachability condition", _reachability),
    }
)
