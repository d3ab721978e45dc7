"""What searches for calls that show something of a function have in common, after its tests are known.

Twins of the function are settled in processes of their own.  A call that reaches a goal of a twin is replayed as a call
of the function, and counts where a further replay, with what shows it in the function's place, says so.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field

from clew.checking.replay import Replayer
from clew.inputs.recipes import Case
from clew.records import dataclass
from clew.scheduling.backend import Backend
from clew.search.request import Found
from clew.settling.confirmation import BEYOND, Candidate, attacked_by_runs, replayed
from clew.settling.mutants import case_of
from clew.settling.verdicts import is_refutable, withdraw
from clew.settling.work import ModuleWork, MutantWork, PathWork, UnitWork
from clew.source.settings import Settings
from clew.verdict.evidence import proof
from clew.workers.task_host import TaskHost


@dataclass(slots=True)
class TwinSearch:
    """In one module.  replayer: has it as it is, shower: with what shows goals; explore: settles the goals of an entry.

    candidates: tests; those that are found come to them.  shown: goals that some of them show.
    """

    work: ModuleWork
    settings: Settings
    backend: Backend
    explore: Callable[[TaskHost, UnitWork, Settings], object]
    replayer: Replayer
    shower: Replayer
    candidates: list[Candidate]
    shown: set[str] = field(default_factory=set)

    @abstractmethod
    def with_goals(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates, with the goals that they show among what they hit."""

    def take(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        found = self.with_goals(candidates)
        self.shown.update(goal for c in found for goal in c.hits)
        return found

    def add(self, entry: UnitWork, cases: Iterable[Case], watch: bool = False) -> None:
        """Calls of twins, as tests of the function.  watch: for what they change."""
        found = [Found(case_of(case, entry.unit), ()) for case in cases if case.via is None]
        self.candidates += self.take(replayed(self.work.module, found, self.replayer, watch)) if found else []

    def struck(self, both: ModuleWork, settings: Settings) -> list[Candidate]:
        """What plain runs of the twins reach, against all that is proved of them."""
        with self.backend.replayer(both) as replayer:
            return attacked_by_runs(both, [], replayer, settings)

    def refuted(self, asked: MutantWork | PathWork, others: Iterable[MutantWork | PathWork]) -> None:
        """A call shows it: one that its proof leaves out, or else none of the function counts."""
        shown = proof(asked.known)
        if is_refutable(asked.known):
            withdraw(others)
        elif shown is not None and shown.scope:
            asked.known = shown.missing(BEYOND)
