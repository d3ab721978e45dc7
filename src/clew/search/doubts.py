"""Why runs prove nothing: they do not agree with CPython, or values were tried whose types are guesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from clew.records import dataclass
from clew.search.trace import Run
from clew.source.spans import Span
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Raising

MISFITS = ("TypeError", "AttributeError")  # how a value of the wrong type fails


@dataclass(slots=True)
class Doubts:
    """guessing: were there values whose types nothing states, or only as an abstract class?  span: the place of a site.

    divergence: the model is wrong here; unprovable: known before the search; failures: runs that say nothing, by text;
    type_tests: the answers there were to questions for a type, by site and question; asked: those that were asked of a
    guess; misfit: the most likely types made a run fail as wrong types do, in a function that can do something else;
    fitting: the sites of runs that they did not.
    """

    guessing: Callable[[], bool]
    span: Callable[[int], Span]
    divergence: Reason | None = None
    unprovable: Reason | None = None
    failures: dict[str, Reason] = field(default_factory=dict)
    type_tests: dict[tuple[int, str], set[str]] = field(default_factory=dict)
    asked: set[tuple[int, str]] = field(default_factory=set)
    misfit: bool = False
    fitting: set[int] = field(default_factory=set)

    def diverged(self, reason: Reason) -> None:
        self.divergence = self.divergence or reason

    def saw(self, run: Run, off_guess: bool) -> None:
        """off_guess: arguments without annotation had other types than the most likely ones."""
        failed = run.raised is not None and run.raised.name in MISFITS
        if failed and run.guessed and not (run.raised and run.raised.always) and not off_guess:
            self.misfit = True
        elif not (failed or off_guess):
            self.fitting.update(run.visits)
        for test in run.type_tests:
            self.type_tests.setdefault((test.site, test.question), set()).add(test.answer)
            if test.guessed:
                self.asked.add((test.site, test.question))

    @property
    def all_types(self) -> bool:
        """Code that asks for types, or fails for the likely ones, is meant for more than these."""
        return bool(self.asked) or self.misfit

    def certain(self) -> bool:
        """May anything be called infeasible, whatever the types?"""
        return self.divergence is None and not self.failures and self.unprovable is None

    def reason(self, fits: bool = False) -> Reason | None:
        """Why nothing may be proved by the runs made so far.

        fits: what it is asked about is an operation which runs with the most likely types came to, so that it is no
        guess whether these are meant for it.
        """
        if self.divergence is not None:
            return self.divergence
        if self.failures:
            return next(iter(self.failures.values()))
        types = None if fits else self.of_types()
        return types or self.unprovable  # other types find tests, whatever stands in the way of proofs

    def of_types(self) -> Reason | None:
        """Why the types that were tried may not be the ones that are meant, where nothing states them."""
        if self.misfit:
            text = "arguments of the types tried made it fail with a TypeError or AttributeError"
            return Reason("types", text, "an annotation")
        if self.guessing():
            for site, question in sorted(self.asked):
                if len(self.type_tests[site, question]) == 1:
                    text = "a question for a type here had one answer for all types tried"
                    return Reason("types", text, "an annotation", self.span(site))
        return None

    def guessed_wrong(self, raisings: Iterable[Raising]) -> bool:
        """Do they say that the types tried were not the right ones, where nothing states the types?"""
        return self.guessing() and any(r.name in MISFITS and not r.explicit for r in raisings)
