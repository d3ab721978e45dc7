"""A module with claims in place of coverage goals.

A claim says that an exception of one class never begins at one place of a function and leaves it: that no `assert`
fails, and that no operation fails that nothing announces (`announced.py`).  It is a goal, (span, `claim`, class), whose
place is where it fails: reached and replayed, it is refuted; unreachable, it is proved.

So is that a postcondition holds wherever a function returns, `ensure`, and, where a function with preconditions is
called by its name, that they hold there, `require`: clauses, and the assertions it starts with.  Behind both is a place
of its own: where nothing reaches it, they contradict each other, and nothing else that is shown of the function counts.

An exception that begins in a function of the project is a claim of that function, never of its callers.  One that
begins in code that is not the project's, such as the library, belongs to the call: it may escape from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from clew.contracts.announced import BROAD, announced_by, handled_at, handled_by_callers, is_announced, listed_by
from clew.contracts.guards import Guarded, guarded
from clew.frontend.declared import with_imported
from clew.frontend.desugar import promised
from clew.frontend.goals import goal_ids
from clew.frontend.leading import names_of
from clew.frontend.module import Module, Unit
from clew.frontend.module_facts import ModuleFacts, facts_of
from clew.goals.goal import Goal, Place
from clew.ir import tree as ir
from clew.ir.contract import INVARIANT, MET, RETURNS
from clew.ir.guards import CLAIM
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span

Meant: TypeAlias = Callable[[Unit, Span, Iterable[str]], bool]
"""Is an exception meant that begins at a place of a function?  By the names of its class and those above it."""


def with_all_claims(modules: Iterable[Module]) -> list[tuple[Module, Meant]]:
    """Modules that are looked at together, with claims for goals, each with what is meant in it."""
    modules = list(modules)
    by_callers = handled_by_callers(modules)
    asking = _asking(unit for module in modules for unit in module.units)
    facts = [facts_of(module.text) for module in modules]
    declared = with_imported([each.declared for each in facts])
    return [
        _with_claims(module, replace(each, declared=said), by_callers, asking)
        for module, each, said in zip(modules, facts, declared, strict=True)
    ]


def _asking(units: Iterable[Unit]) -> dict[str, bool]:
    """The names by which functions with preconditions are called, and whether clauses say these, or assertions do."""
    found: dict[str, bool] = {}
    for unit in units:
        by_clause = unit.contract is not None and bool(unit.contract.requires)
        if by_clause or any(map(_asks, unit.function.body)):
            for name in names_of(unit.qualname):
                found[name] = found.get(name, False) or by_clause
    return found


def _asks(statement: ir.Statement) -> bool:
    return isinstance(statement, ir.If) and any(isinstance(s, ir.Raise) and s.asks for s in statement.orelse)


def _behind_assertions(function: ir.Function) -> int:
    """How many statements the assertions take up that its callers have to keep; 0 where there are none."""
    behind = 0
    for at, statement in enumerate(function.body, 1):
        if _asks(statement):
            behind = at
        elif isinstance(statement, ir.If) and any(isinstance(s, ir.Raise) for s in statement.orelse):
            break  # what this one asserts is a claim of the function
    return behind


def _with_claims(
    module: Module, facts: ModuleFacts, by_callers: Mapping[str, Iterable[str]], asking: Mapping[str, bool]
) -> tuple[Module, Meant]:
    """by_callers: for names of functions, the classes that somebody handles where he calls them; asking: as of
    `_asking`.
    """
    lines = module.text.splitlines()
    methods = {unit.span for unit in module.units if unit.class_path is not None}

    def announced(function: ir.Function) -> frozenset[str]:
        return announced_by(function, function.span in methods, lines, by_callers.get(function.name, ()))

    def lists(function: ir.Function) -> bool:
        return listed_by(function, lines) is not None

    def meant(unit: Unit, span: Span, names: Iterable[str]) -> bool:
        """By the function, one around it, or a handler around the place."""
        around = [u.function for u in module.units if unit.span.inside(u.span)]
        said = frozenset(name for function in around for name in announced(function))
        said |= handled_at(unit.function, span)
        return any(is_announced(name, said) for name in names) or not BROAD.isdisjoint(handled_at(unit.function, span))

    found: dict[Span, Guarded] = {}
    problems = [*module.problems]
    for unit in module.units:
        if unit.parent is None:
            try:
                found |= guarded(unit.plain or unit.function, announced, facts, asking, lists)
            except Exception as error:  # a defect of ours costs the claims of this function only
                text = f"no claims of {unit.qualname}: {type(error).__name__}: {error}; this is a defect of clew"
                problems.append(Diagnostic("internal", text, module.file, unit.span))
    units = tuple(_with(unit, found.get(unit.span)) for unit in module.units)
    return replace(module, units=units, problems=tuple(problems)), meant


def _with(unit: Unit, found: Guarded | None) -> Unit:
    if found is None:  # it is inside of what was not lowered
        return replace(unit, goals=())
    function, places = found.function, list(found.places)
    asked = unit.contract is not None and bool(unit.contract.requires)
    if unit.contract is not None:
        function = promised(function, unit.contract)
        places += [Place(clause.span, CLAIM, clause.kind) for clause in unit.contract.ensures]
        places += [Place(clause.span, CLAIM, clause.kind) for clause in unit.contract.loops]
        places += [Place(unit.contract.place, CLAIM, INVARIANT)] if unit.contract.invariants else []
        promises = unit.contract.ensures or unit.contract.invariants
        places += [Place(unit.function.span, CLAIM, RETURNS)] if promises else []
    # What is to be covered drives the search for exceptions where no claim foresees any.
    covered = () if places or asked else unit.goals
    if not asked and (behind := _behind_assertions(function)):
        reach = ir.Reach(function.span, CLAIM, MET)
        function = replace(function, body=(*function.body[:behind], reach, *function.body[behind:]))
        asked = True
    places += [Place(unit.function.span, CLAIM, MET)] if asked else []
    places.sort(key=lambda place: (place.span, place.outcome or ""))
    ids = goal_ids(unit.id, places)
    goals = tuple(Goal(id, p.kind, p.span, p.outcome) for id, p in zip(ids, places, strict=True))
    return replace(unit, function=function, goals=(*covered, *goals))
