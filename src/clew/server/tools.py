"""What agents may ask: the commands as functions from places to text, one at a time."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterable
from dataclasses import field
from inspect import signature
from typing import Any, cast

from clew import api
from clew.cli.explain import print_explanations
from clew.records import dataclass
from clew.report.claim_list import show_concise as show_claims
from clew.report.concise import show_concise as show_goals
from clew.report.difference_list import show_concise as show_differences
from clew.report.finding_list import show_concise as show_findings
from clew.report.finding_list import shown
from clew.report.record import CoverResult, Report
from clew.report.wording import ARGUMENT, alternatives
from clew.source.diagnostics import ClewError, Diagnostic
from clew.source.settings import Settings, options
from clew.source.suggestions import suggestion


@dataclass(slots=True)
class Tools:
    """The docstrings of the methods are what agents read.  last: the report that `explain` is about."""

    cwd: str
    last: Report | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def all(self) -> tuple[Callable[..., str], ...]:
        return self.cover, self.check, self.dead, self.diff, self.explain

    def refused(self, tool: str, given: Iterable[str]) -> str | None:
        """What is wrong with arguments of these names; None where nothing is."""
        known = [name for each in self.all if each.__name__ == tool for name in signature(each).parameters]
        for name in given if known else ():
            if name not in known:
                hint = suggestion(name, known)
                if name.replace("_", "-") in {option.key for option in options()} and "settings" in known:
                    hint = f'; it is one of the settings: {{"settings": {{"{name}": …}}}}'
                names = alternatives([f"`{each}`" for each in known]).replace(" or ", " and ")
                return f"`{tool}` has no argument `{name}`{hint.removesuffix('?')}; it takes {names}"
        return None

    def cover(self, place: str, settings: dict[str, Any] | None = None, tests: bool = True) -> str:
        """Settle every statement, branch and condition of Python functions: a test, a proof, or the reason.

        place: a file, a folder, a dotted module, file.py::function or file.py::Class.method.  A function at a time is
        fast.  settings: options of `clew cover` by name, such as {"effort": "quick"}.  tests: show pytest files that
        reach all that can be reached; each test was run on plain CPython, and asserts what was observed.  One line for
        each goal without a test: infeasible (proved, with what the proof takes for granted) or unknown (why).
        """
        given = self._given("cover", settings)[0]
        with self._lock:
            result = api.cover(place, cwd=self.cwd, remember=True, **given)
            self.last = result.report
        return show_goals(result.report, ARGUMENT) + (_files(result) if tests else "")

    def check(self, place: str, settings: dict[str, Any] | None = None, tests: bool = True) -> str:
        """Prove or refute that no assertion fails and no exception escapes unannounced.

        place, settings: as of `cover`.  What is refuted comes with a call that was run on plain CPython; tests: show
        pytest files with these calls, which fail.
        """
        given = self._given("check", settings)[0]
        with self._lock:
            result = api.check(place, cwd=self.cwd, remember=True, **given)
            self.last = result.report
        return show_claims(result.report, given_in=ARGUMENT) + (_files(result) if tests else "")

    def dead(self, place: str, settings: dict[str, Any] | None = None) -> str:
        """Find code that no normally ending execution passes through, proved.

        place, settings: as of `cover`.
        """
        given = self._given("dead", settings)[0]
        with self._lock:
            report = api.dead(place, cwd=self.cwd, remember=True, **given)
            self.last = report = shown(report, strict=False, bounded=False, silenced=False)
        return show_findings(report)

    def diff(self, revision: str, place: str = ".", settings: dict[str, Any] | None = None) -> str:
        """Say of every function that changed since a revision in git whether it does the same.

        Same for all inputs (proved), differs (with the smallest call found, before and after), or unknown (why).
        revision: such as HEAD or main; place, settings: as of `cover`.
        """
        given, used = self._given("diff", settings)
        with self._lock:
            found = api.diff(revision, place, cwd=self.cwd, **given)
        return show_differences(found, used, ARGUMENT)

    def explain(self, goal: str) -> str:
        """How a verdict of the last cover, check or dead came about: path condition, contradicting lines, or limit.

        goal: file.py:LINE, or the id of a goal.
        """
        with self._lock:
            if self.last is None:
                raise ClewError([Diagnostic("missing", "nothing was settled yet: call cover, check or dead first")])
            text = io.StringIO()
            print_explanations(text, self.last, goal, self.cwd, ARGUMENT)
        return text.getvalue()

    def _given(self, function: str, settings: dict[str, Any] | None) -> tuple[api.Given, Settings]:
        """With all that are then in force; what is no setting is no more than a mistake of the agent."""
        given = cast("api.Given", settings or {})
        try:
            return given, api.settings_given(function, self.cwd, None, False, given)
        except TypeError as error:
            raise ClewError([Diagnostic("settings", str(error))]) from None


def _files(result: CoverResult) -> str:
    return "".join(f"\n{file.path}:\n\n{file.text}" for file in result.tests)
