"""What runs inside a host process: import the project instrumented once, then settle one unit per fork."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from clew.analysis.assigned import assigned, assigned_inside
from clew.analysis.structure import structurally_dead
from clew.analysis.type_flow import dead_goals
from clew.analysis.value_flow import dead_by_values
from clew.concolic.assumed_state import is_stored_in_plainly, of_named
from clew.concolic.block_form import Blocks
from clew.concolic.entry import Entry, guesses_types
from clew.concolic.front_door import through_callers
from clew.concolic.further_searches import Further
from clew.concolic.lifetimes import ends_of_life
from clew.concolic.prepared import Prepared
from clew.concolic.reachability import doomable_statements
from clew.concolic.reservations import Reservations, of_blocks
from clew.concolic.runner import Runner
from clew.concolic.searches import Searches
from clew.effects.kept_state import BY_MODULE, NAMESPACES
from clew.frontend.module import ANY_NAME, Unit, native_parts, private_names
from clew.inputs.declared import declared_elements, declared_types, globals_of
from clew.inputs.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    DictShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    RecordShape,
    SetShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
    parts,
    union_of,
)
from clew.inputs.signatures import ParameterShape
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.search.at_once import send_maximal, settle_at_once
from clew.search.explorer import Explorer
from clew.search.request import Dumped, Exploration, Request, Settled
from clew.verdict.assumptions import Assumption, of_changed
from clew.verdict.evidence import Evidence, Known, proof, proofs
from clew.verdict.reasons import Reason
from clew.workers.host_process import Emit

HOLDING = (DictShape, ListShape, RecordShape, SetShape, TupleShape, VariadicTupleShape)
PLAIN = (BoolShape, BytesShape, FloatShape, IntShape, LiteralShape, NoneShape, StrShape, UnionShape, *HOLDING)


def explore_unit(prepared: Prepared, request: Request, emit: Emit) -> Exploration:
    """Search the paths of one unit and settle the goals asked for.  emit: takes what is found on the way."""
    module = prepared.project.modules[prepared.module.__name__]
    unit = next(u for u in module.units if u.id == request.unit)
    try:
        entry = Entry.of(prepared, unit, request.types)
    except (AttributeError, KeyError) as error:
        reason = Reason("cannot-build-input", f"{unit.qualname} is not found in its module: {error}", None, unit.span)
        return Exploration.unknown(request.goals, reason)
    return _settled(Searches(prepared, request, emit, module, entry))


def _settled(task: Searches) -> Exploration:
    """By structure and types, by the first search, by further ones for what it left."""
    request, entry, unit = task.request, task.entry, task.entry.unit
    annotated = request.types == "annotated"
    dead = set(structurally_dead(unit.function))
    dropped = {g.id for g in unit.goals if g.place in dead}
    native = _not_followed(task.prepared, unit, request.goals - dropped)
    runner = task.runner(entry, task.bounds)
    if request.dump == "shapes":
        task.emit(Dumped(_shapes(entry, runner.receiver())))
        return Exploration()
    targets = request.goals - dropped - native.keys()
    doomable = doomable_statements(task.module.units, request.goals)
    blocks = None
    if entry.own_types:  # else the function is given what its decorators pass on
        blocks = Blocks(task.prepared, entry, task.module, request, task.left, task.watch, task.keep)
    explorer = task.explorer(runner, targets, request.budget, runner.seeds(unit), doomable, blocks)
    further = Further(task, explorer)
    explorer.others = further.look_at_inhabitants
    reserved = task.reserved
    explorer.doubts.divergence, explorer.doubts.unprovable = reserved.refused(), reserved.unprovable()
    explorer.session.log = [] if request.dump == "runs" else None
    explorer.session.strays = set() if request.strays else None
    settle_at_once(explorer)
    by_types = dict[str, Evidence]()
    told = annotated and entry.own_types  # the shapes are those of the function, not of what was made of it
    if told and request.goals - explorer.session.reached - explorer.result.known.keys():
        by_types = _settled_by_types(task.prepared, entry, task.state, task.units())
        explorer.open_goals -= by_types.keys()
        native = {goal: reason for goal, reason in native.items() if goal not in by_types}

    def complete(result: Exploration) -> Exploration:
        """With what no search was needed for, and without what its proofs must not be believed in."""
        reserved.of_runs(result)
        result.known |= native
        result.known |= {goal: shown for goal, shown in by_types.items() if goal in request.goals}
        reserved.of_proofs(runner, result)
        return result

    def settled(known: Mapping[str, Known], final: bool = False) -> None:
        # What was shown for the plain values only is not yet shown for the others that the annotations admit.
        plain_only = known and not final and further.wide(explorer.session.told) is not None
        shown = {goal: each for goal, each in known.items() if not plain_only or of_blocks(each)}
        task.emit(Settled(proofs(complete(Exploration(shown)).known), _guessed(runner, reserved, entry)))

    settled({})
    explorer.herald.settled = settled
    result = explorer.explore()
    if request.dump:
        task.emit(Dumped(_dump(explorer, request)))
    strayed = request.claimed or bool(explorer.session.strays)
    further.try_other_types(result)
    if request.claimed:
        further.try_inhabitants(result)
        settled(result.known, final=True)
    if strayed:
        further.try_the_world(result, runner)
        if runner.linkable:
            further.try_links(result, runner.bases)
        further.try_calls(result)
        further.try_states(result, runner)
        further.try_earlier_calls(result)
    complete(result)
    if annotated and request.claimed:
        _suppose_guesses(task, explorer, result)
    result.guessed = _guessed(runner, reserved, entry)
    result.unstated = _guessed(runner, reserved, entry, abstract=False)
    if not request.strays:
        through_callers(task, result, explorer.session.reached, native)
    elif strayed and private_names(unit.qualname):  # a call of a caller says more than one that nobody may ever make
        through_callers(task, result, set(), native, request.goals - result.known.keys())
    if request.maximal and annotated and blocks is not None:
        send_maximal(explorer.session, blocks.maximal(request.goals & explorer.session.reached))
    for statistics in (chain.statistics() for chain in task.chains):
        result.queries += statistics.queries
        result.solver_seconds += statistics.seconds
    return result


def _guessed(runner: Runner, reserved: Reservations, entry: Entry, abstract: bool = True) -> bool:
    """abstract: what is only stated by an abstract class counts."""
    tried = any(abstract or not stated for stated in runner.guesses.values())
    return tried or bool(reserved.unread()) or guesses_types(entry, abstract)


def _suppose_guesses(task: Searches, explorer: Explorer, result: Exploration) -> None:
    """What nothing refuted, and the likeliest classes of the arguments exclude by themselves."""
    entry = task.entry
    defaults = {p.name for p in entry.unit.function.parameters if p.has_default}
    if not entry.own_types:
        return
    anything = {p.name for p in entry.unit.function.parameters if p.annotation == "object"}  # that is no gap to fill
    likely = tuple(p if p.name in anything else _likeliest(p, p.name in defaults) for p in entry.parameters)
    if likely == entry.parameters or task.reserved.unread():
        return
    shown = _settled_by_types(task.prepared, replace(entry, parameters=likely), task.state, [entry.unit])
    guesses = tuple(a for a in entry.assumptions() if a.kind == "guessed-types")
    for goal in result.known.keys() & shown.keys():
        fits = explorer.standing.fits(goal) or explorer.doubts.of_types() is None
        found = proof(result.known[goal])
        if (found is None or found.scope) and fits and goal not in explorer.session.unended:
            result.known[goal] = replace(shown[goal], assumptions=(*shown[goal].assumptions, *guesses))


def _shapes(entry: Entry, receiver: Shape | None) -> str:
    from clew.inputs.shape_text import show

    own = [] if receiver is None else [ParameterShape("self", "positional", receiver)]
    return show([*own, *entry.parameters])


def _dump(explorer: Explorer, request: Request) -> str:
    """The search that was made first, of all that are; imported only where it is asked for."""
    from clew.search.run_text import show_runs
    from clew.search.tree_text import show_tree

    session = explorer.session
    if session.log is not None:
        return show_runs(session.log)
    return show_tree(session.tree, explorer.ways, request.goals, session.implied)


def _settled_by_types(
    prepared: Prepared, entry: Entry, state: tuple[Assumption, ...], units: list[Unit]
) -> dict[str, Evidence]:
    """Goals that the declared classes of the parameters exclude by themselves.

    state: supposed of variables of modules, and said only where one of them was looked at.  units: that of the entry,
    and those inside, of whose parameters nothing is supposed.
    """
    unit = entry.unit
    replaced = prepared.state.texts.replaced.keys()
    written = (prepared.state.changed() - prepared.state.lasting(prepared.module)) | replaced
    declared = declared_types(entry.parameters, prepared.catalogue)
    looked_at: set[str] = set()
    by_computed_name = not (NAMESPACES - BY_MODULE).isdisjoint(prepared.name_closure.reached(unit.function))
    by_computed_name |= entry.module in prepared.state.texts.replacing or ANY_NAME in replaced
    global_value = _unknown if by_computed_name else globals_of(prepared.module, written, looked_at)
    plain, nested = all(_plain(p) for p in entry.parameters), any(_nested(p.shape) for p in entry.parameters)
    if entry.needs_receiver:
        plain = False
    calm = not ends_of_life(prepared, unit)
    lasting = prepared.state.is_left_alone
    receiver = "" if entry.owner is None or by_computed_name else _first_parameter(unit)

    def value_of(name: str) -> Any:
        holder, dot, attribute = name.rpartition(".")
        if not dot:
            return global_value(name)
        looked_at.update((holder, f".{attribute}") if holder else (name,))
        if not holder:
            return prepared.state.of_class(entry.owner, attribute)
        return None if by_computed_name else of_named(prepared.state, prepared.module, holder, attribute)

    elements = declared_elements(entry.parameters, prepared.catalogue)
    itself = _own_name(prepared, unit, value_of)
    dead = dead_by_values(unit.function, declared, value_of, plain, nested, calm, lasting, receiver, elements, itself)
    itself_a_dict = entry.owner is not None and is_stored_in_plainly(prepared.state, entry.owner)
    holder = _first_parameter(unit) if itself_a_dict and unit.binding != "class" else ""
    dead |= dead_goals(unit.function, declared, global_value, {holder} if holder else ())
    for inner in units:
        if inner.span != unit.span:
            dead |= dead_by_values(inner.function, {}, global_value, calm=calm, lasting=lasting)
    supposed = tuple(a for a in entry.assumptions() if a.kind in ("types", "construction", "invariants"))
    if looked_at:
        # What code of the project changes was not looked at, so it does not matter what that does to it.
        home, held = prepared.module.__name__, {name: vars(prepared.module).get(name) for name in looked_at}
        changed = prepared.state.opened.module(home) or any(
            prepared.state.is_used_elsewhere(name, value) or prepared.state.opened.variable(home, value)
            for name, value in held.items()
        )
        supposed += tuple(a for a in state if changed or of_changed((a,)) is None)
    goals = [g for u in units for g in u.goals if g.place in dead]
    return {g.id: Evidence("unreached", "types", (), supposed, dead[g.place]) for g in goals}


def _own_name(prepared: Prepared, unit: Unit, value_of: Callable[[str], Any]) -> str:
    """The variable of the module that holds the function, and nothing else; empty where it may hold another."""
    name, units = unit.qualname, prepared.project.modules[prepared.module.__name__].units
    if ir.Global(name) not in nodes(unit.function.body, nested=False):
        return ""
    if unit.function.decorators or unit.binding != "function" or [u.qualname for u in units].count(name) != 1:
        return ""
    held = value_of(name)
    own = isinstance(held, types.FunctionType) and held.__module__ == prepared.module.__name__
    return name if own and held.__code__.co_qualname == name else ""  # a wrapper has the name, but other code


def _first_parameter(unit: Unit) -> str:
    """The variable that holds the object, or the class, on which a method is called, and nothing else later."""
    function = unit.function
    if unit.binding not in ("method", "property", "setter", "deleter", "class") or not function.parameters:
        return ""
    name = function.parameters[0].name
    return "" if name in {*assigned(function.body), *assigned_inside(function.body)} else name


def _unknown(_: str) -> None:
    """What a global names, where code may change any."""


def _likeliest(parameter: ParameterShape, has_default: bool) -> ParameterShape:
    """With the likeliest form where nothing states one, and what it is where it is left out."""
    shape = parameter.shape
    if not isinstance(shape, AnyShape) or shape.stated or (has_default and not parameter.default):
        return parameter
    left_out = (LiteralShape(parameter.default),) if parameter.default else ()
    return replace(parameter, shape=union_of((shape.candidates[0], *left_out)))


def _plain(parameter: ParameterShape) -> bool:
    """Is it always a builtin scalar, or a builtin container of what is plain?"""
    return (
        parameter.kind not in ("*", "**")
        and not parameter.optional
        and not parameter.unread
        and all(isinstance(s, PLAIN) for s in parts(parameter.shape))
    )


def _nested(shape: Shape) -> bool:
    """May it be a container that holds containers, but for tuples, which nothing changes?"""
    holders = [s for s in parts(shape) if isinstance(s, HOLDING)]
    inside = (inner for holder in holders for inner in list(parts(holder))[1:])
    return any(
        isinstance(inner, HOLDING) and not isinstance(inner, TupleShape | VariadicTupleShape) for inner in inside
    )


def _not_followed(prepared: Prepared, unit: Unit, goals: frozenset[str]) -> dict[str, Reason]:
    """The goals that have no place in the instrumented text: those inside what is run as it stands."""
    placed = {goal for site in prepared.sites.places for goal in site.goals.values()}
    parts = [
        part
        for u in prepared.project.modules[prepared.module.__name__].units
        if u.span != unit.span and u.span.inside(unit.span)
        for part in native_parts(u.function)
    ]
    units = prepared.project.modules[prepared.module.__name__].units
    unread = goals.difference(goal.id for u in units for goal in u.goals)  # of a module that the host had to read anew
    text = "nested too deeply for what is asked about it"
    found = {goal: Reason("unmodelled-operation", text, None, unit.span) for goal in unread}
    for u in units:
        for goal in u.goals:
            if goal.id in goals and goal.id not in placed:
                around = [part.reason for part in parts if goal.span != part.span and goal.span.inside(part.span)]
                text = f"{around[0] if around else 'this part'} is run, not followed"
                found[goal.id] = Reason("unmodelled-operation", text, None, unit.span)
    return found
