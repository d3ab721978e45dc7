"""What takes from the proofs of a unit beside the searches themselves.

Before a search: why runs of the unit prove nothing.  After it: executions that it may have left out, and facts that it
took for granted, both added to the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from clew.concolic.entry import Entry
from clew.concolic.lifetimes import ends_of_life, half_made
from clew.concolic.prepared import Prepared
from clew.concolic.resources import supposing
from clew.concolic.runner import Runner
from clew.concolic.undecorated import by_name, is_made_from_it, reached_otherwise
from clew.effects.bodies import handlers_of
from clew.effects.environment_effects import RESOURCES
from clew.frontend.module import Unit
from clew.inputs.shapes import AnyShape, IteratorShape, ListShape, parts
from clew.ir import tree as ir
from clew.ir.guards import is_guard, without_guards
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.search.request import Exploration
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.evidence import Evidence, Known, proof, proofs
from clew.verdict.reasons import Reason


@dataclass(frozen=True, slots=True)
class Reservations:
    """units: the one under test, and those inside of it."""

    prepared: Prepared
    entry: Entry
    units: Sequence[Unit]

    def refused(self) -> Reason | None:
        """Why the function runs as it stands."""
        unit = self.entry.unit
        refused = self.prepared.project.refused.get(unit.id)
        return (
            None if refused is None else Reason("unmodelled-operation", f"{unit.qualname}: {refused}", None, unit.span)
        )

    def unread(self) -> list[str]:
        """The parameters whose annotation says nothing."""
        return [p.name for p in self.entry.parameters if p.unread]

    def unprovable(self) -> Reason | None:
        """Why runs prove nothing, whatever they do."""
        unit = self.entry.unit
        if unread := self.unread():
            text = f"the annotation of {', '.join(unread)} could not be evaluated, so its types are guesses"
            return Reason("types", text, "an annotation", unit.span)
        if lasting := _not_put_back(self.prepared, unit):
            text = f"{lasting} keeps what one run leaves in it for the next"
            return Reason("nondeterministic", text, None, unit.span)
        if otherwise := reached_otherwise(self.prepared, self.entry):
            text = f"{unit.qualname} may be called past what its decorators made of it: {otherwise}"
            return Reason("unmodelled-call", text, None, unit.span)
        if ending := ends_of_life(self.prepared, unit):
            text = f"when objects end, and {ending} with them, was not followed"
            return Reason("unmodelled-operation", text, None, unit.span)
        if half_made(self.prepared, unit, self.entry.owner):
            text = "`__del__` of objects whose constructor failed was not followed"
            return Reason("unmodelled-operation", text, None, unit.span)
        return None

    def of_runs(self, result: Exploration) -> None:
        """What is shown by runs only may have left out what an argument raises."""
        unit = self.entry.unit
        if _given_iterators(self.entry) and _handles_exceptions(self.prepared, unit):
            text = "an iterable that is given may raise what is handled here, after any item"
            doubted(result, Reason("bound", text, None, unit.span))

    def of_proofs(self, runner: Runner, result: Exploration) -> None:
        """What any proof rests on that the search could not know."""
        if not (result.known or result.doomed):
            return
        unit = self.entry.unit
        if not runner.caller.entered:
            why = f"no arguments were made with which it is entered: {runner.unmade or 'every way failed'}"
            _never_entered(result, Reason("cannot-build-input", why, None, unit.span))
        if runner.guesses and not any(a.kind == "guessed-types" for a in self.entry.assumptions()):
            _supposing_guesses(result, unit.span)
        _doubting_handlers(result, self.units)
        if is_made_from_it(self.prepared, self.entry):
            _supposing(result, result.known, by_name(unit))
            result.doomed = {goal: shown.supposing(by_name(unit)) for goal, shown in result.doomed.items()}
        for each in self.units:
            _supposing(result, supposing(each, vars(self.prepared.module)), replace(RESOURCES, place=each.span))
        if self.may_call_catching():
            # Runs say for themselves whether they called one.
            others = [g for g, shown in proofs(result.known).items() if shown.method != "exhaustion"]
            _supposing(result, others, replace(RESOURCES, place=unit.span))

    def may_call_catching(self) -> bool:
        """Might it call, by its name, a function that handles what may be raised anywhere?"""
        numbers, functions = self.prepared.machine.catching, self.prepared.sites.functions
        return bool(numbers) and not self.prepared.name_closure.reached(self.entry.unit.function).isdisjoint(
            functions[number].name for number in numbers
        )


def doubted(result: Exploration, reason: Reason) -> None:
    """What was shown by runs may have left out others."""
    result.known |= {g: shown.missing(reason) for g, shown in proofs(result.known).items() if not of_blocks(shown)}
    result.doomed = {goal: shown.missing(reason) for goal, shown in result.doomed.items()}


def of_blocks(known: Known) -> bool:
    """Was it shown by the block form, to which a bool is the int it equals and which asks only whether it is either?"""
    return isinstance(known, Evidence) and known.method in ("reachability", "invariants")


def _given_iterators(entry: Entry) -> bool:
    """May code of the caller's run whenever an argument is asked for its next item?"""
    shapes = [s for p in entry.parameters for s in parts(p.shape)]
    return any(
        isinstance(s, IteratorShape)
        or (isinstance(s, AnyShape) and s.stated and any(isinstance(c, ListShape) for c in s.candidates))
        for s in shapes
    )


def _handles_exceptions(prepared: Prepared, unit: Unit) -> bool:
    """Does the unit, or what it may call, do anything where an exception comes by?  Guards of claims do not."""
    names = prepared.name_closure.reached(unit.function)
    called = [f for f in prepared.catalogue.functions.values() if f.name in names]
    return any(
        isinstance(node, ir.With) or (isinstance(node, ir.Try) and not is_guard(node))
        for f in (unit.function, *called)
        for node in nodes(f.body, nested=True)
    )


def _not_put_back(prepared: Prepared, unit: Unit) -> str | None:
    """Something the unit may use that cannot be put back between two runs: a generator, an open file."""
    reached = prepared.name_closure.reached(unit.function)
    for entry in prepared.snapshot.unrestorable:
        if not reached.isdisjoint(re.findall(r"\w+", entry.partition(":")[0])):
            return entry
    return None


def _never_entered(result: Exploration, reason: Reason) -> None:
    """That no arguments were found says nothing of those that exist."""
    shown = proofs(result.known).items()
    result.known |= {goal: each.missing(reason) for goal, each in shown if each.method != "types"}


def _doubting_handlers(result: Exploration, units: Iterable[Unit]) -> None:
    """What no argument of the likely types raises, one of another class may: `except` clauses are there for those."""
    for unit in units:
        spans = handlers_of(replace(unit.function, body=without_guards(unit.function.body)))
        for goal in unit.goals if spans else ():
            shown = proof(result.known.get(goal.id))
            if shown is None or not any(a.kind == "guessed-types" for a in shown.assumptions):
                continue
            if any(goal.span.inside(span) for span in spans):
                text = "arguments of other classes than those tried may raise what is caught here"
                result.known[goal.id] = shown.missing(Reason("types", text, "an annotation", goal.span))


def _supposing(result: Exploration, goals: Iterable[str], assumption: Assumption) -> None:
    """Proofs for these goals suppose that, too."""
    for goal in goals:
        if (shown := proof(result.known.get(goal))) is not None:
            result.known[goal] = shown.supposing(assumption)


def _supposing_guesses(result: Exploration, span: Span) -> None:
    """What was given to constructors and methods on the way had types that nothing states."""
    text = "what constructors and methods are given, where nothing states its class, has the most likely one"
    guess = Assumption("guessed-types", text, span)
    result.known |= {goal: shown.supposing(guess) for goal, shown in proofs(result.known).items()}
    result.doomed = {goal: shown.supposing(guess) for goal, shown in result.doomed.items()}
