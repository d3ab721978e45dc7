"""Functions written to refute what is proved of claims: each claim that can fail says by itself which call makes it.

    return xs[0]  # fails by: first([])
    return xs[9]  # fails by: ninth(x); ninth(y) [supposing module-state]

Two things are checked: that the call ends with an exception that begins at a claim on the line, on plain CPython; and
that `clew check` does not call this claim proved (unless the proof names one of the assumptions after `supposing`).
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from clew.checking.escaped import begun, origin_of, refuted_by
from clew.contracts.claims import with_all_claims
from clew.frontend.module import Module, read_module
from clew.goals.goal import Goal
from clew.ir.contract import REQUIRE
from clew.pipeline import check
from clew.records import dataclass
from clew.regexes import regex
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.claims import ClaimVerdict, Proved, Refuted
from clew.workbench.judging import judged

MARK = regex(r"# fails by: (?P<calls>.+?)(?: \[supposing (?P<supposing>[\w ,-]+)\])?$")


@dataclass(frozen=True, slots=True)
class Failure:
    """A mark.  fails: do its calls end with an exception that began on this line?  goal: the claim that is refuted by
    that, where one foresaw it.
    """

    line: int
    calls: str
    supposing: frozenset[str]
    fails: bool
    goal: Goal | None


def failures(file: Path) -> Iterator[Failure]:
    """The marks of a module, each with what its calls do."""
    text = file.read_text(encoding="utf-8")
    module = read_module(text, str(file), file.stem)
    assert isinstance(module, Module), module
    ((claims, _),) = with_all_claims([module])
    goals = [goal for unit in claims.units for goal in unit.goals]
    for number, line in enumerate(text.splitlines(), 1):
        if (mark := MARK.search(line)) is not None:
            supposing = frozenset((mark["supposing"] or "").replace(",", " ").split())
            error = _raised(file, text, mark["calls"])
            begins, goal = (None, None) if error is None else _begins(error, goals, text, file)
            fails = begins is not None and begins.line == number
            yield Failure(number, mark["calls"], supposing, fails, goal if fails else None)


def _begins(error: Exception, goals: Sequence[Goal], text: str, file: Path) -> tuple[Span | None, Goal | None]:
    """Where, which is at the call if that does not keep what is asserted, and the claim that is refuted."""
    folders = [str(file.parent)]
    refuted = refuted_by(error, goals, text, str(file), folders)
    goal = next((goal for goal in goals if goal.id in refuted), None)
    if goal is not None and goal.outcome == REQUIRE:
        return goal.span, goal
    found = origin_of(begun(error), folders)
    return None if found is None else found[1], goal


def _raised(file: Path, text: str, calls: str) -> Exception | None:
    """What the calls end with, in a module of their own."""
    module = types.ModuleType(file.stem)
    sys.modules[file.stem] = module
    try:
        exec(compile(text, str(file), "exec", dont_inherit=True), vars(module))
        exec(compile(calls, "<calls>", "exec"), vars(module))
    except Exception as error:
        return error
    finally:
        del sys.modules[file.stem]
    return None


def verdicts(file: Path, settings: Settings) -> Mapping[str, ClaimVerdict]:
    target = Target(file.name, str(file), file.stem, str(file.parent))
    claims = check([target], settings, Silent()).report.claims
    return {key: claim.verdict for key, claim in claims.items()}


def wrongly_proved(file: Path, settings: Settings) -> tuple[list[str], int]:
    """The marks that a proof contradicts, or whose calls refute nothing; and how many claims clew itself refuted."""
    said = verdicts(file, settings)
    wrong = []
    for failure in failures(file):
        at = f"{file.name}:{failure.line}: {failure.calls}"
        if not failure.fails:
            wrong.append(f"{at}: does not fail here")
        # Where no claim foresaw it, nothing is proved of it either.
        verdict = said.get(failure.goal.id) if failure.goal is not None else None
        if isinstance(verdict, Proved) and failure.supposing.isdisjoint(a.kind for a in verdict.assumptions):
            wrong.append(f"{at}: proved ({verdict.method})")
    return wrong, sum(isinstance(verdict, Refuted) for verdict in said.values())


if __name__ == "__main__":
    raise SystemExit(judged("clew.workbench.failures", __doc__, wrongly_proved))
