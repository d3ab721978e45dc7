"""The report of a run as data, and its JSON both ways: `read_report(show_report(r)) == r`.

The JSON is an interface: `report/schema.json` describes it, `SCHEMA` names its version, a field may be added under the
same version but none changed.  Spans are `[line, column, end line, end column]`, lines from 1, columns from 0.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, Final

from clew import __version__
from clew.goals.goal import Place
from clew.records import dataclass
from clew.report.claims import ClaimReport, assumptions_of, claim_from_json, claim_to_json, counts_of
from clew.report.finding import (
    Finding,
    assumption_to_json,
    finding_from_json,
    finding_to_json,
    raising_from_json,
    raising_to_json,
)
from clew.report.json_parts import read_reason, read_scope, read_span, reason_to_json, scope_to_json
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings, settings_from_json
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption, read_assumption
from clew.verdict.scopes import Scope, within_all
from clew.verdict.verdicts import Covered, Doomed, Infeasible, NoneWithin, Unknown, Verdict

SCHEMA: Final = "clew-report/1"
PASSES: Final = "passes"
KINDS: Final[Mapping[type, str]] = {
    Covered: "covered",
    Infeasible: "infeasible",
    NoneWithin: "none-within-bounds",
    Unknown: "unknown",
}
"""What verdicts are called in the JSON."""


@dataclass(frozen=True, slots=True)
class GoalReport:
    """id, kind, span, outcome: as in `Goal`.

    doom: set where it is reached, but no execution ends normally from here.
    """

    id: str
    kind: str
    span: Span
    outcome: str | None
    verdict: Verdict
    doom: Doomed | None = None

    @property
    def place(self) -> Place:
        return Place(self.span, self.kind, self.outcome)

    @property
    def doomed(self) -> bool:
        return self.doom is not None


@dataclass(frozen=True, slots=True)
class PathStep:
    """One decision of a run: the place of the test, its text, and how it went."""

    span: Span
    text: str
    outcome: str


@dataclass(frozen=True, slots=True)
class TestOutcome:
    """kind: `returns`, `raises`, or, of an `.ivl` program, `passes`; text: the value as an expression (or its type,
    `<Cart>`), the exception, or the blocks.
    """

    __test__ = False

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class TestReport:
    """A test: its pytest id, the call it makes, what that did, the ids of the goals it reaches, its path condition."""

    __test__ = False

    id: str
    call: str
    outcome: TestOutcome
    covers: tuple[str, ...]
    file: str = ""
    path: tuple[PathStep, ...] = ()


@dataclass(frozen=True, slots=True)
class NativeReport:
    """A part that was run but not modelled, and why."""

    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class UnitReport:
    """A function.  lowered, parts: how many of its expressions and statements were modelled, of how many.

    seconds: by the clock, cpu_seconds: of a processor, which depend less on what else it does; both of its search.
    memory: the most bytes its worker used, or None where it is not known; runs, queries, solver_seconds: the work done.
    reached_after: seconds from the start of the run until the last of the covered goals was reached; None where none is
    covered, or where that is known from an earlier run.  claims: where these were asked for, in place of goals.
    """

    id: str
    file: str
    span: Span
    seconds: float
    goals: tuple[GoalReport, ...]
    tests: tuple[TestReport, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    lowered: int = 0
    parts: int = 0
    natives: tuple[NativeReport, ...] = ()
    memory: int | None = None
    runs: int = 0
    queries: int = 0
    solver_seconds: float = 0.0
    cpu_seconds: float = 0.0
    reached_after: float | None = None
    claims: tuple[ClaimReport, ...] = ()

    @property
    def scope(self) -> Scope:
        """The bounds within which all proofs of this unit hold."""
        return within_all(g.verdict.scope for g in self.goals if isinstance(g.verdict, Infeasible | NoneWithin))


@dataclass(frozen=True, slots=True)
class Totals:
    """none_within: goals that nothing within the bounds reaches, though larger inputs or longer loops may.

    claims: how many are proved, refuted, unknown.
    """

    goals: int
    covered: int
    infeasible: int
    none_within: int
    unknown: int
    tests: int
    reasons: tuple[tuple[str, int], ...]
    lowered: int
    parts: int
    claims: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Report:
    """What one run found.

    diagnostics: those that belong to no unit (a file that does not parse); guard: the layers that guarded the workers;
    interrupted: Ctrl-C ended the run early; findings: None where none were looked for.
    """

    settings: Settings
    seconds: float
    units: tuple[UnitReport, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    guard: tuple[str, ...] = ()
    interrupted: bool = False
    version: str = __version__
    findings: tuple[Finding, ...] | None = None

    @property
    def totals(self) -> Totals:
        return totals(self.units)

    @property
    def command(self) -> str:
        """Of which it is one: `cover`, `dead`, `check`."""
        if self.findings is None:
            return "cover"
        return "dead" if any(unit.goals for unit in self.units) else "check"

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, those of units included."""
        return (*self.diagnostics, *(d for unit in self.units for d in unit.diagnostics))

    @property
    def claims(self) -> dict[str, ClaimReport]:
        """By id."""
        return {claim.id: claim for unit in self.units for claim in unit.claims}


@dataclass(frozen=True, slots=True)
class TestFile:
    """A file to write.  path: relative to the output folder, with `/`."""

    __test__ = False

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class CoverResult:
    report: Report
    tests: tuple[TestFile, ...] = field(default=())


def totals(units: Iterable[UnitReport]) -> Totals:
    """Count the goals of some units by verdict, and the unknown ones by reason, the most frequent first."""
    units = tuple(units)
    verdicts = [goal.verdict for unit in units for goal in unit.goals]
    reasons = Counter(v.reason.code for v in verdicts if isinstance(v, Unknown))
    return Totals(
        goals=len(verdicts),
        covered=sum(isinstance(v, Covered) for v in verdicts),
        infeasible=sum(isinstance(v, Infeasible) for v in verdicts),
        none_within=sum(isinstance(v, NoneWithin) for v in verdicts),
        unknown=sum(isinstance(v, Unknown) for v in verdicts),
        tests=sum(len(u.tests) for u in units),
        reasons=tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        lowered=sum(u.lowered for u in units),
        parts=sum(u.parts for u in units),
        claims=counts_of(claim for u in units for claim in u.claims),
    )


def show_report(report: Report, *, compact: bool = False) -> str:
    """The report as JSON text.  compact: on one line, two thirds of the size, for what only programs read."""
    indent, separators = (None, (",", ":")) if compact else (1, None)
    return json.dumps(to_json(report), indent=indent, separators=separators, ensure_ascii=False) + "\n"


def read_report(text: str) -> Report:
    """Inverse of `show_report`; raises ValueError for anything else."""
    data = json.loads(text)
    if not isinstance(data, dict) or "schema" not in data:
        raise ValueError("not a report of clew")
    return from_json(data)


# ---------------------------------------------------------------- to JSON


def to_json(report: Report) -> dict[str, Any]:
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "tool": {"name": "clew", "version": report.version},
        "settings": report.settings.to_json(),
        "seconds": round(report.seconds, 3),
        "units": [_unit(u) for u in report.units],
        "diagnostics": [_diagnostic(d) for d in report.diagnostics],
        "guard": list(report.guard),
        "totals": _totals(report.totals),
    }
    if report.findings is not None:
        data["findings"] = [finding_to_json(f) for f in report.findings]
    if report.interrupted:
        data["interrupted"] = True
    return data


def _unit(unit: UnitReport) -> dict[str, Any]:
    assumptions = _keys(
        [a for g in unit.goals for a in _leans_on(g)] + [a for c in unit.claims for a in assumptions_of(c)]
    )
    data = {
        "id": unit.id,
        "file": unit.file,
        "span": list(unit.span),
        "seconds": round(unit.seconds, 3),
        "goals": [_goal(g, assumptions) for g in unit.goals],
        "tests": [_test(t) for t in unit.tests],
        "assumptions": {key: assumption_to_json(a) for a, key in assumptions.items()},
        "diagnostics": [_diagnostic(d) for d in unit.diagnostics],
        "lowered": unit.lowered,
        "parts": unit.parts,
        "natives": [{"reason": n.reason, "span": list(n.span)} for n in unit.natives],
        "scope": scope_to_json(unit.scope),
        "memory": unit.memory,
        "runs": unit.runs,
        "queries": unit.queries,
        "solver_seconds": round(unit.solver_seconds, 3),
        "cpu_seconds": round(unit.cpu_seconds, 3),
        "reached_after": None if unit.reached_after is None else round(unit.reached_after, 3),
    }
    if unit.claims:
        data["claims"] = [claim_to_json(c, assumptions) for c in unit.claims]
    return data


def _leans_on(goal: GoalReport) -> tuple[Assumption, ...]:
    used = goal.verdict.assumptions if isinstance(goal.verdict, Infeasible | NoneWithin) else ()
    return used if goal.doom is None else (*used, *goal.doom.assumptions)


def _keys(assumptions: Iterable[Assumption]) -> dict[Assumption, str]:
    """A key for every assumption of a unit: its id, numbered where one id stands for several facts."""
    keys: dict[Assumption, str] = {}
    count: Counter[str] = Counter()
    for assumption in assumptions:
        if assumption not in keys:
            count[assumption.id] += 1
            n = count[assumption.id]
            keys[assumption] = assumption.id if n == 1 else f"{assumption.id}#{n}"
    return keys


def _goal(goal: GoalReport, assumptions: Mapping[Assumption, str]) -> dict[str, Any]:
    data: dict[str, Any] = {"id": goal.id, "kind": goal.kind, "span": list(goal.span)}
    if goal.outcome is not None:
        data["outcome"] = goal.outcome
    data["verdict"] = KINDS[type(goal.verdict)]
    match goal.verdict:
        case Covered(test, others):
            data["test"] = test
            if others:
                data["tests"] = [test, *others]
        case Infeasible(scope, used, because, method, summaries) | NoneWithin(scope, used, because, method, summaries):
            data |= {"scope": scope_to_json(scope), "assumptions": [assumptions[a] for a in used]}
            data |= {"because": [list(span) for span in because], "method": method}
            if summaries:
                data["summaries"] = list(summaries)
        case Unknown(reason):
            data["reason"] = reason_to_json(reason)
    if goal.doom is not None:
        data["doomed"] = {
            "raises": [raising_to_json(r) for r in goal.doom.raisings],
            "scope": scope_to_json(goal.doom.scope),
            "assumptions": [assumptions[a] for a in goal.doom.assumptions],
        }
    return data


def _test(test: TestReport) -> dict[str, Any]:
    data: dict[str, Any] = {"id": test.id, "call": test.call, "outcome": {test.outcome.kind: test.outcome.text}}
    data["covers"] = list(test.covers)
    if test.file:
        data["file"] = test.file
    if test.path:
        data["path"] = [{"span": list(s.span), "text": s.text, "outcome": s.outcome} for s in test.path]
    return data


def _diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    data: dict[str, Any] = {"code": diagnostic.code, "severity": diagnostic.severity, "text": diagnostic.text}
    if diagnostic.file:
        data["file"] = diagnostic.file
    if diagnostic.span is not None:
        data["span"] = list(diagnostic.span)
    if diagnostic.detail:
        data["detail"] = list(diagnostic.detail)
    return data


def _totals(counts: Totals) -> dict[str, Any]:
    claims = dict(zip(("proved", "refuted", "unknown"), counts.claims, strict=True)) if any(counts.claims) else None
    return {
        "goals": counts.goals,
        "covered": counts.covered,
        "infeasible": counts.infeasible,
        "none_within_bounds": counts.none_within,
        "unknown": counts.unknown,
        "tests": counts.tests,
        "reasons": dict(counts.reasons),
        "lowered": counts.lowered,
        "parts": counts.parts,
        **({} if claims is None else {"claims": claims}),
    }


# ---------------------------------------------------------------- from JSON


def from_json(data: Mapping[str, Any]) -> Report:
    """Inverse of `to_json`; totals and scopes of units are counted again.  Raises ValueError for another schema."""
    if data.get("schema") != SCHEMA:
        raise ValueError(f"the report has schema {data.get('schema')!r}; this version reads {SCHEMA!r}")
    try:
        return Report(
            settings=settings_from_json(data["settings"]),
            seconds=data["seconds"],
            units=tuple(_read_unit(u) for u in data["units"]),
            diagnostics=tuple(_read_diagnostic(d) for d in data["diagnostics"]),
            guard=tuple(data.get("guard", ())),
            interrupted=data.get("interrupted", False),
            version=data["tool"]["version"],
            findings=tuple(finding_from_json(f) for f in data["findings"]) if "findings" in data else None,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a report of clew: {type(error).__name__} {error}") from None


def _read_unit(data: Mapping[str, Any]) -> UnitReport:
    assumptions = {
        key: read_assumption(a["id"], a["text"], read_span(a["span"]) if "span" in a else None)
        for key, a in data.get("assumptions", {}).items()
    }
    return UnitReport(
        id=data["id"],
        file=data["file"],
        span=read_span(data["span"]),
        seconds=data["seconds"],
        goals=tuple(_read_goal(g, assumptions) for g in data["goals"]),
        tests=tuple(_read_test(t) for t in data["tests"]),
        diagnostics=tuple(_read_diagnostic(d) for d in data["diagnostics"]),
        lowered=data.get("lowered", 0),
        parts=data.get("parts", 0),
        natives=tuple(NativeReport(n["reason"], read_span(n["span"])) for n in data.get("natives", ())),
        memory=data.get("memory"),
        runs=data.get("runs", 0),
        queries=data.get("queries", 0),
        solver_seconds=data.get("solver_seconds", 0.0),
        cpu_seconds=data.get("cpu_seconds", 0.0),
        reached_after=data.get("reached_after"),
        claims=tuple(claim_from_json(c, assumptions) for c in data.get("claims", ())),
    )


def _read_goal(data: Mapping[str, Any], assumptions: Mapping[str, Assumption]) -> GoalReport:
    verdict: Verdict
    match data["verdict"]:
        case "covered":
            verdict = Covered(data["test"], tuple(data.get("tests", ())[1:]))
        case "infeasible" | "none-within-bounds" as kind:
            scope = read_scope(data["scope"])
            used = tuple(assumptions[key] for key in data["assumptions"])
            because = tuple(read_span(s) for s in data["because"])
            made = Infeasible if kind == KINDS[Infeasible] else NoneWithin
            verdict = made(scope, used, because, data.get("method", ""), tuple(data.get("summaries", ())))
        case "unknown":
            verdict = Unknown(read_reason(data["reason"]))
        case other:
            raise ValueError(f"not a verdict: {other!r}")
    doom = _read_doomed(data["doomed"], assumptions) if "doomed" in data else None
    return GoalReport(data["id"], data["kind"], read_span(data["span"]), data.get("outcome"), verdict, doom)


def _read_doomed(data: Mapping[str, Any], assumptions: Mapping[str, Assumption]) -> Doomed:
    raisings = tuple(raising_from_json(r) for r in data["raises"])
    return Doomed(raisings, read_scope(data["scope"]), tuple(assumptions[key] for key in data["assumptions"]))


def _read_test(data: Mapping[str, Any]) -> TestReport:
    ((kind, text),) = data["outcome"].items()
    path = tuple(PathStep(read_span(s["span"]), s["text"], s["outcome"]) for s in data.get("path", ()))
    return TestReport(
        data["id"], data["call"], TestOutcome(kind, text), tuple(data["covers"]), data.get("file", ""), path
    )


def _read_diagnostic(data: Mapping[str, Any]) -> Diagnostic:
    return Diagnostic(
        code=data["code"],
        text=data["text"],
        file=data.get("file", ""),
        span=read_span(data["span"]) if "span" in data else None,
        severity=data["severity"],
        detail=tuple(data.get("detail", ())),
    )
