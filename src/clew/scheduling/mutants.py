"""The search for what tells mutants apart: after the tests of a function are known, in processes of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from clew.inputs.recipes import Case
from clew.records import dataclass
from clew.scheduling.twins import TwinSearch
from clew.search.request import Exploration, Found
from clew.settling.confirmation import Candidate
from clew.settling.left_alone import saying_what_is_kept
from clew.settling.mutants import (
    ALIVE,
    ask_where_infected,
    case_of,
    instead_of,
    known_by_infection,
    known_of,
    may_be_told,
    of_twins,
    settled_of,
    where_infected,
    with_kills,
)
from clew.settling.work import ModuleWork, MutantWork, UnitWork
from clew.source.settings import Settings
from clew.verdict.evidence import proof
from clew.verdict.reasons import Reason
from clew.workers.host_protocol import Died

PART: Final = 20  # of the work on a function, for one mutant that its tests do not kill
TOGETHER: Final = 24  # mutants in one module; what is asked of a whole module grows with it
FRUITLESS: Final = {"quick": 2, "normal": 6, "thorough": 0}  # searches in a function, after which no more are made
LEFT: Final = Reason("budget", "searches for other mutants of the function had found nothing", "--effort thorough")


def reaching(entry: UnitWork) -> list[Case]:
    """The calls that reach all that is asked of it."""
    return [found.case for found in entry.cases if entry.goals.issubset(found.goals)]


@dataclass(slots=True)
class MutantSearch(TwinSearch):
    """What is shown are mutants that tests kill.  fruitless: searches, by the id of the function."""

    fruitless: Counter[str] = field(default_factory=Counter)

    def run(self) -> None:
        """Fill in what is known of each mutant."""
        self.candidates = self.take(self.candidates)
        settings = replace(self.settings, work=max(self.settings.work // PART, 1), criterion=("statement",))
        for entry in self.work.entries:
            alive = [m for m in entry.mutants if m.goal.id not in self.shown and may_be_told(m)]
            for first in range(0, len(alive), TOGETHER):
                if not self.is_given_up(entry):
                    self.search(entry, alive[first : first + TOGETHER], settings)
            if self.is_given_up(entry):
                for mutant in alive:
                    mutant.known = LEFT if mutant.known is ALIVE else mutant.known

    def is_given_up(self, entry: UnitWork) -> bool:
        return 0 < FRUITLESS[self.settings.effort] <= self.fruitless[entry.unit.id]

    def search(self, entry: UnitWork, alive: Sequence[MutantWork], settings: Settings) -> None:
        """What tells mutants of a function apart."""
        ask_where_infected(self.work, alive)
        both = of_twins(self.work, alive, drivers=True)
        if both is None:
            return
        infected = where_infected(both, alive)
        with self.backend.explorer(both) as explorer:
            if isinstance(explorer.ready, Died):
                return
            for mutant, driver in zip(alive, both.entries, strict=True):
                if mutant.goal.id in self.shown or self.is_given_up(entry):
                    continue
                place = infected.get(mutant.goal.id)
                if place is not None:
                    self.explore(explorer, place, settings)
                    if (shown := known_by_infection(mutant, place)) is not None and not shown.scope:
                        mutant.known = shown
                        continue
                    self.add(entry, reaching(place), watch=True)
                    if mutant.goal.id in self.shown:
                        continue
                self.explore(explorer, driver, settings)
                if driver.exploration is None:  # the run is ending
                    mutant.known = known_of(mutant, driver)
                    continue
                told = reaching(driver)
                self.add(entry, told, watch=True)
                if mutant.goal.id not in self.shown:
                    self.add_saying_more(entry, told, mutant)
                mutant.known = settled_of(mutant, driver, place)
                self.fruitless[entry.unit.id] += mutant.goal.id not in self.shown and proof(mutant.known) is None
        self.attack(entry, alive, both, infected, settings)

    def add_saying_more(self, entry: UnitWork, told: Sequence[Case], mutant: MutantWork) -> None:
        """What the changed function changes, and the function does not, a test has to say."""
        if mutant.twin is not None and told:
            found = [Found(case_of(case, entry.unit), ()) for case in told if case.via is None]
            instead, module = instead_of(mutant.twin), self.work.module
            self.candidates += self.take(saying_what_is_kept(module, found, instead, self.replayer, self.shower))

    def attack(
        self,
        entry: UnitWork,
        alive: Sequence[MutantWork],
        both: ModuleWork,
        infected: Mapping[str, UnitWork],
        settings: Settings,
    ) -> None:
        """Plain runs against each proof: of what tells the two apart, and of what says where that may begin."""
        attacked: dict[str, tuple[MutantWork, UnitWork]] = {}
        proved = [each for each in zip(alive, both.entries, strict=True) if proof(each[0].known) is not None]
        for mutant, driver in proved:
            place = infected.get(mutant.goal.id)
            if place is not None and known_by_infection(mutant, place) is not None:
                attacked[place.unit.qualname] = mutant, place
                if driver.exploration is None and not mutant.uncompared:
                    driver.exploration = Exploration.unknown(driver.goals, ALIVE)
            if driver.exploration is not None:
                attacked[driver.unit.qualname] = mutant, driver
        if not attacked:
            return
        hits = self.struck(replace(both, entries=[each for _, each in attacked.values()]), settings)
        for mutant, driver in proved:
            mutant.known = settled_of(mutant, driver, infected.get(mutant.goal.id))
        for hit in hits:
            mutant, reached = attacked[hit.found.case.qualname]
            if reached.goals.issubset(hit.hits):
                self.add(entry, [hit.found.case], watch=True)
                self.refuted(mutant, entry.mutants)

    def with_goals(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        return with_kills(self.work, candidates, self.shower)
