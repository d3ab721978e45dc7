"""What is asked of the functions of files: tests, dead code, claims, paths, or mutants.

What only some of these need is imported where they ask for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from clew.frontend.module import PLAIN
from clew.goals.criteria import DEF_USE, MUTANT, PATH, Criteria, criteria_of
from clew.records import dataclass
from clew.settling.work import Elsewhere, ModuleWork, read_targets
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.frontend.paths.asked import Asked

What: TypeAlias = Literal["tests", "dead", "claims"]


@dataclass(frozen=True, slots=True)
class Question:
    """paths: of one function; mutants: their goals, by the file; elsewhere: by the file, what other tests show."""

    what: What = "tests"
    paths: Asked | None = None
    mutants: Mapping[str, Set[str]] | None = None
    elsewhere: Mapping[str, Elsewhere] | None = None

    @property
    def is_cover(self) -> bool:
        """Are tests wanted for whatever the criteria ask for?"""
        return self.what == "tests" and self.paths is None and self.mutants is None

    def criteria(self, settings: Settings) -> Criteria:
        if self.what == "tests":
            return criteria_of(settings)
        if self.what == "dead" and DEF_USE in settings.criterion:
            return replace(PLAIN, names=(*PLAIN.names, DEF_USE))
        return PLAIN

    def has_usual_places(self, settings: Settings) -> bool:
        """The modules of a package that are imported for another one have the places of the usual goals, or of claims:
        are those asked for?
        """
        return self.criteria(settings) == PLAIN and self.paths is None

    def works(self, targets: Sequence[Target], settings: Settings) -> tuple[list[ModuleWork], list[Diagnostic]]:
        """The functions, with the goals that are asked for, and what is wrong with files."""
        criteria = self.criteria(settings)
        works, diagnostics = read_targets(targets, criteria)
        for work in works:
            if self.elsewhere is not None and (others := self.elsewhere.get(work.target.file)) is not None:
                work.elsewhere, work.part = others.goals, others.part
        if self.what == "claims":
            from clew.settling.claims import ask_for_claims

            ask_for_claims(works)
        if MUTANT in criteria.names:
            from clew.settling.mutants import ask_for_mutants

            ask_for_mutants(works, self.mutants)
        if PATH in criteria.names:
            from clew.settling.paths import ask, ask_for_paths

            if self.paths is not None:
                ask(works, self.paths)
            else:
                ask_for_paths(works)
        return works, diagnostics
