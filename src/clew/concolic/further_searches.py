"""Searches after the first, each for goals that it left: with arguments of more classes, with objects that are linked
or were used before, after other calls.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from clew.concolic.object_states import DEEPEST
from clew.concolic.reservations import doubted, of_blocks
from clew.concolic.runner import Runner
from clew.concolic.searches import LINKED_RUNS, Searches
from clew.concolic.shared_state import OTHERS
from clew.inputs.inhabitants import Widening, told_from_the_start
from clew.inputs.linking import MOST_LINKS
from clew.inputs.shape_facts import has_objects
from clew.inputs.signatures import ParameterShape
from clew.inputs.sized import calls_to_try
from clew.inputs.stand_ins import admitted_classes
from clew.inputs.widening import shapes_asked_for, widened
from clew.records import dataclass
from clew.search.explorer import Explorer
from clew.search.request import Budget, Exploration
from clew.search.trace import Told
from clew.search.tree import Model
from clew.verdict.assumptions import of_changed
from clew.verdict.evidence import Evidence, Known, doubt, proof, proofs
from clew.verdict.reasons import Reason

MOST_SIDES = 400  # of the tree, from whose inputs arguments are taken
STATE_RUNS = 600  # plain runs that look for states of an object
MOST_WIDENINGS = 3  # searches with ever more classes of values


@dataclass(frozen=True, slots=True)
class Wide:
    """parameters: with the other inhabitants; inside: what widens those of constructors, where that matters; open: why
    these are not all."""

    parameters: tuple[ParameterShape, ...]
    inside: Widening | None
    open: str


@dataclass(frozen=True, slots=True)
class Further:
    """task: what all searches share; first: the search that was made before these."""

    task: Searches
    first: Explorer

    def wide(self, told: set[Told]) -> Wide | None:
        """The entry with what was told; None where there is nothing to add."""
        classes, parameters = admitted_classes(self.task.prepared.catalogue), self.task.entry.parameters
        start = (one for p in parameters for one in told_from_the_start(p.name, p.shape, classes))
        widening = Widening(classes, frozenset({*told, *start}))
        wider = tuple(replace(p, shape=widening.parameter(p.name, p.shape)) for p in parameters)
        own = {p.name: p.shape for p in parameters}
        inside = any(one.root not in own or has_objects(own[one.root]) for one in widening.told)
        why = widening.open(p.shape for p in parameters)
        if not (inside or why or wider != parameters):
            return None
        return Wide(wider, widening if inside else None, why)

    def try_other_types(self, result: Exploration) -> None:
        """Search again, with the classes the code asked for among those of the arguments."""
        entry = self.task.entry
        asked = shapes_asked_for(self.first.session.asked, self.task.prepared.catalogue.classes())
        wider = tuple(replace(p, shape=widened(p.shape, asked)) for p in entry.parameters)
        left = _of_types(result)
        if not asked or not left or wider == entry.parameters:
            return
        if self.task.reserved.refused() is not None or self.task.reserved.unread():
            return
        runner = self.task.runner(replace(entry, parameters=wider), self.task.bounds)
        budget = self.task.rest(2)
        again = self.task.explorer(runner, left, budget, runner.seeds(entry.unit))
        again.session.reached |= self.first.session.reached
        again.doubts.unprovable = self.first.doubts.unprovable
        found = again.explore()
        for goal in left:
            if goal in again.session.reached:
                del result.known[goal]
            elif (shown := proof(found.known.get(goal))) is not None:
                result.known[goal] = shown

    def look_at_inhabitants(self, goals: frozenset[str]) -> set[str]:
        """The goals that a few runs reach with other values that the annotations admit."""
        wide = self.wide(self.first.session.told)
        if wide is None or self.task.reserved.refused() is not None:
            return set()
        again, _ = self.with_inhabitants(wide, goals, self.first.session.reached, self.task.few(0))
        return again.session.reached & goals

    def try_inhabitants(self, result: Exploration) -> None:
        """Search again, with the other values that the annotations admit, where something asked which ones these are.

        What was shown for the plain values only is then shown for all, or not at all.
        """
        told, before = set(self.first.session.told), None
        for _ in range(MOST_WIDENINGS):
            wide = self.wide(told)
            proved = {g for g, shown in proofs(result.known).items() if not of_blocks(shown)}
            left = frozenset(proved | result.doomed.keys())
            if wide is None or wide == before or not left or self.task.reserved.refused() is not None:
                return
            before = wide
            doom = self.task.request.budget.doom
            budget = self.task.few(doom) if wide.open else replace(self.task.rest(2), doom=doom)
            again, found = self.with_inhabitants(
                wide, left, self.first.session.reached, budget, frozenset(result.doomed)
            )
            for goal in proved:
                del result.known[goal]
                if goal not in again.session.reached:
                    result.known[goal] = found.known[goal]
            for goal in result.doomed.keys() - found.doomed.keys():
                del result.doomed[goal]
            told |= again.session.told
        reason = Reason("types", "arguments of ever more classes would have to be tried", "an annotation")
        doubted(result, reason)

    def with_inhabitants(
        self,
        wide: Wide,
        goals: frozenset[str],
        reached: set[str],
        budget: Budget,
        doomable: frozenset[str] = frozenset(),
    ) -> tuple[Explorer, Exploration]:
        """One search with these shapes."""
        prepared, unit = self.task.prepared, self.task.entry.unit
        if wide.inside is not None:
            prepared = replace(prepared, catalogue=prepared.catalogue.widened(wide.inside))
        entry = replace(self.task.entry, parameters=wide.parameters)
        runner = self.task.runner(entry, self.task.bounds, prepared)
        again = self.task.explorer(runner, goals - doomable, budget, runner.seeds(unit), doomable)
        again.session.reached |= reached
        if wide.open:
            again.doubts.unprovable = Reason("types", wide.open, None, unit.span)
        return again, again.explore()

    def try_links(self, result: Exploration, bases: list[Model]) -> None:
        """Search again, with assignments to attributes, calls of internal methods, and other consumers of what waits.

        These runs only ever cover.  bases: inputs with which it waits.
        """
        left = frozenset(result.known)
        if not left:
            return
        runner = self.task.runner(self.task.entry, replace(self.task.bounds, links=MOST_LINKS))
        runner.bases = bases
        why = "what is done to the inside of objects here only finds tests"
        self.only_cover(result, runner, left, runner.linked_seeds(), why)

    def try_calls(self, result: Exploration) -> None:
        """Search again, with objects on which one method was called as often as the code counts; these runs only ever
        cover.
        """
        left = frozenset(g for g, each in result.known.items() if (shown := proof(each)) is None or shown.scope)
        counts = calls_to_try(self.task.sizes, self.task.bounds)
        if not left or not counts:
            return
        runner = self.task.runner(self.task.entry, replace(self.task.bounds, method_calls=max(counts)))
        seeds = list(runner.called_seeds(counts))
        if not seeds:
            return
        self.only_cover(result, runner, left, seeds, "so many calls here only find tests", len(seeds))

    def try_states(self, result: Exploration, first: Runner) -> None:
        """Search again, with objects in states that more calls lead to than are tried otherwise; these runs only ever
        cover.
        """
        left = frozenset(g for g, each in result.known.items() if (shown := proof(each)) is None or shown.scope)
        if not left:
            return
        bound = self.task.bounds.method_calls
        runner = self.task.runner(self.task.entry, replace(self.task.bounds, method_calls=DEEPEST))
        tree = self.first.session.tree
        known = [each.assignment for each in first.fuzzer.corpus] if first.fuzzer is not None else []
        known += [side.node.model for side in itertools.islice(tree.all_sides(), MOST_SIDES) if side.node.model]
        states = runner.object_states(known, STATE_RUNS, bound)
        if states is None:
            return
        seeds = [*states.inputs_for(left), *states.leading]
        if seeds:
            self.only_cover(result, runner, left, seeds, "so many calls here only find tests", 2 * len(seeds))

    def try_earlier_calls(self, result: Exploration) -> None:
        """Search again, after calls of the functions that change what this one reads; these runs only ever cover."""
        left = frozenset(goal for goal, each in result.known.items() if _is_of_others(each))
        if not left:
            return
        runner = self.task.runner(self.task.entry, replace(self.task.bounds, earlier=True))
        self.only_cover(result, runner, left, runner.earlier_seeds(), "earlier calls here only find tests")

    def try_the_world(self, result: Exploration, first: Runner) -> None:
        """Search again, where something was asked of the world, with that for inputs; these runs only ever cover.

        What only such runs reached is searched for once more, since a replay may find the world otherwise.
        """
        if not first.around.worldly:
            return
        unsure = self.task.request.goals & first.around.unsure()
        left = unsure.union(g for g, each in result.known.items() if (shown := proof(each)) is None or shown.scope)
        runner = self.task.runner(self.task.entry, replace(self.task.bounds, world=True))
        why = "what is found around a call here only finds tests"
        self.only_cover(result, runner, left, runner.world_seeds(), why, part=2, anew=unsure)

    def only_cover(
        self,
        result: Exploration,
        runner: Runner,
        left: frozenset[str],
        seeds: Iterable[Model],
        why: str,
        paths: int | None = None,
        part: int = 6,
        anew: frozenset[str] = frozenset(),
    ) -> None:
        """One more search, for these goals, whose runs prove nothing.  paths: how many, if not as usual; part: of the
        work, one of so many parts; anew: goals that the first search reached, and that are searched for all the same.
        """
        budget = self.task.chance(part, self.task.chances)
        paths = min(budget.paths, LINKED_RUNS) if paths is None else paths
        budget = replace(budget, paths=paths, solves=min(budget.solves, LINKED_RUNS))
        again = self.task.explorer(runner, left, budget, seeds)
        again.session.reached |= self.first.session.reached - anew
        again.doubts.unprovable = Reason("bound", why)
        self.task.chances.append(again.account)
        again.explore()
        for goal in left & again.session.reached:
            result.known.pop(goal, None)


def _is_of_others(known: Known) -> bool:
    """Is the goal open because other calls may have left something behind?"""
    if (why := doubt(known)) is not None:
        return OTHERS in why.text
    return isinstance(known, Evidence) and of_changed(known.assumptions) is not None


def _of_types(result: Exploration) -> frozenset[str]:
    """The goals that only arguments of types not tried could reach."""
    return frozenset(g for g, each in result.known.items() if (why := doubt(each)) is not None and why.code == "types")
