"""`clew check` on the way from cases to verdicts: which exceptions refute which claims, and what is said of each claim.

A case refutes a claim where its exception, replayed on plain CPython, began at the claim's place and left the call, or
where a clause of a contract, evaluated there, did not hold: then what happens after that says nothing more.
What left at a place that no claim foresaw becomes a claim there, and is refuted.  Neither counts where the types of the
inputs are guesses and the exception is about types, or the inputs are stand-ins, or the function is private, or where
objects were changed past their methods: a caller who does what the function is made for may never see it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from clew.checking.claim_places import claim_at
from clew.checking.script import Broken, Escaped, NotReplayed, Replayed
from clew.contracts.claims import with_all_claims
from clew.frontend.defaults import classes_of_defaults
from clew.frontend.module import Module, Unit, private_names
from clew.goals.goal import Goal
from clew.inputs.recipes import Case, Function, Literal, Made, Name, Step
from clew.ir.contract import LOOP, MET, REQUIRE, RETURNS
from clew.ir.guards import CLAIM
from clew.ir.walk import nodes
from clew.report.claims import ClaimReport, findings_of_claims
from clew.report.finding import Finding
from clew.report.record import GoalReport, UnitReport
from clew.report.wording import quote
from clew.settling.confirmation import Candidate, WrittenSuite
from clew.settling.guesses import TYPE_ERRORS, given_by, goes_past_defaults, hands_on_builtins, is_about_form
from clew.settling.promises import asked_in_order
from clew.settling.verdicts import silenced
from clew.settling.work import ModuleWork, UnitWork, entries_of
from clew.source.spans import Span
from clew.verdict.claims import Failure
from clew.verdict.conclude import conclude_claim
from clew.verdict.evidence import Evidence
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Covered, NoneWithin, Unknown

SURROUNDINGS = frozenset({"OSError", "ImportError", "MemoryError", "EOFError"})
"""What these say is about the machine, and no input."""
GUESSES = "only arguments whose types are guesses make it fail"
STAND_INS = "only arguments of which nothing is known but what is asked of them make it fail"
PRIVATE = "only calls of a private function, with arguments whose types are guesses, make it fail"
UNREAD = "a precondition was not understood, so that no call is known to be meant"
DIGITS = "Exceeds the limit ("
"""How Python refuses to turn very long ints into text and back: a limit of the process."""
SET_FROM_OUTSIDE = "only objects with attributes that were changed from outside make it fail"
STAND_IN = Name("types", "SimpleNamespace")


def ask_for_claims(works: Iterable[ModuleWork]) -> None:
    """Claims take the place of coverage goals."""
    works = list(works)
    for work, (module, meant) in zip(works, with_all_claims([work.module for work in works]), strict=True):
        wanted = {entry.unit.id for entry in work.entries}
        work.diagnostics += module.problems[len(work.module.problems) :]
        work.module, work.meant = module, meant
        work.entries = [entry for entry in entries_of(module) if entry.unit.id in wanted]


# ---------------------------------------------------------------- what a case refutes


def judged(work: ModuleWork, candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates, each with the claim it refutes, if any, as its only hit; claims that nothing foresaw are added to
    the module.
    """
    entries = {entry.unit.qualname: entry for entry in work.entries}
    found = []
    for candidate in candidates:
        entry, replay = entries.get(candidate.found.case.qualname), candidate.replay
        if entry is not None and isinstance(replay, Replayed):
            hits = _refuted(work, entry, candidate.found.case, replay)
            candidate = replace(candidate, replay=replace(replay, hits=hits))
        found.append(candidate)
    return _by_public_calls(found)


def _by_public_calls(candidates: list[Candidate]) -> list[Candidate]:
    """What a call of a public function refutes, no call of a private one needs to refute, too.

    Several may be found for different functions and yet be the same call, which refutes the same whatever it is for.
    """
    calls: dict[Hashable, list[Candidate]] = {}
    for candidate in candidates:
        calls.setdefault(_call(candidate), []).append(candidate)
    refuted = {call: frozenset[str]().union(*(c.hits for c in same)) for call, same in calls.items()}
    private = {call for call, same in calls.items() if all(private_names(c.found.case.qualname) for c in same)}
    shown = frozenset[str]().union(*(hits for call, hits in refuted.items() if call not in private))
    found = []
    for candidate in candidates:
        if isinstance(candidate.replay, Replayed):
            hits = refuted[_call(candidate)] - (shown if _call(candidate) in private else frozenset())
            candidate = replace(candidate, replay=replace(candidate.replay, hits=hits))
        found.append(candidate)
    return found


def _call(candidate: Candidate) -> Hashable:
    """What is called, and what came of it; None where nothing did."""
    replay = candidate.replay
    if not isinstance(replay, Replayed):
        return None
    return replace(candidate.script, goals=frozenset()), replay.escaped, replay.broken


def known_to_end(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Without those that end in an exception of a library: they are no tests of what the function does."""
    found = []
    for candidate in candidates:
        broken = candidate.replay.broken if isinstance(candidate.replay, Replayed) else None
        if broken is not None and broken.library:
            text = f"{broken.said}, and then a library raises an exception"
            candidate = replace(candidate, replay=NotReplayed(Reason("contract", text)))
        found.append(candidate)
    return found


def _refuted(work: ModuleWork, entry: UnitWork, case: Case, replay: Replayed) -> frozenset[str]:
    broken = replay.broken
    if broken is None:
        return _escaping(work, entry, case, replay)
    loops = (_breaking(work, entry, case, each) for each in broken.earlier)
    found = _breaking(work, entry, case, broken).union(*loops)
    # After the invariant of a loop the function goes on.
    return found | _escaping(work, entry, case, replay) if broken.kind == LOOP else found


def _escaping(work: ModuleWork, entry: UnitWork, case: Case, replay: Replayed) -> frozenset[str]:
    """The claim that the exception refutes with which a case ends."""
    escaped = replay.escaped
    if escaped is None or not escaped.here:
        return frozenset()
    unit = _unit_at(work.module, escaped.span)
    claims = (g for u in work.module.units for g in u.goals if g.kind == CLAIM)
    goal = next((g for g in claims if g.id in replay.hits and g.outcome != LOOP), None)
    if escaped.given and unit is not None and goal is None:  # a `raise` is meant, but for what a contract lists
        goal = claim_at(escaped.span, escaped.names, unit.goals)
        if goal is None:
            return frozenset()
    if unit is None or (goal is None and not _counts(work, unit, escaped)):
        return frozenset()
    if replay.outcome.message.startswith(DIGITS):
        return frozenset()
    unfair = unfairness(entry, unit, work.module, case, escaped, replay.outcome.message)
    if unfair is not None:
        if goal is not None:
            _leave_open(entry, goal, unfair)
        return frozenset()
    return frozenset(((goal or _added(work, unit, escaped.span, escaped.names[0])).id,))


def _breaking(work: ModuleWork, entry: UnitWork, case: Case, broken: Broken) -> frozenset[str]:
    """The claim about a contract that a case refutes: about a promise of a function, or about a call in one."""
    unit = _unit_at(work.module, broken.span)
    if broken.kind != REQUIRE:
        unit = next((u for u in work.module.units if u.qualname == broken.function), None)
    if unit is None or not broken.here:
        return frozenset()
    goals = [g for g in unit.goals if g.kind == CLAIM]
    if broken.kind != REQUIRE:
        goal = next((g for g in goals if g.span == broken.span and g.outcome == broken.kind), None)
    else:
        goal = claim_at(broken.span, (broken.kind,), goals) or _added(work, unit, broken.span, broken.kind)
    if goal is None:
        return frozenset()
    unfair = _past_guesses(entry, case, broken.raises in TYPE_ERRORS)
    if unfair is not None:
        _leave_open(entry, goal, unfair)
        return frozenset()
    return frozenset((goal.id,))


def _leave_open(entry: UnitWork, goal: Goal, unfair: Reason) -> None:
    if entry.exploration is not None:
        reason, known = replace(unfair, place=goal.span), entry.exploration.known.get(goal.id)
        entry.exploration.known[goal.id] = known.missing(reason) if isinstance(known, Evidence) else reason


def _unit_at(module: Module, span: Span) -> Unit | None:
    """The innermost function around a place."""
    around = [unit for unit in module.units if span.inside(unit.span)]
    return max(around, key=lambda unit: unit.span[:2], default=None)


def _counts(work: ModuleWork, unit: Unit, escaped: Escaped) -> bool:
    """Is it nothing that anybody announces, or that says something about the machine?"""
    names = escaped.names
    if "Exception" not in names or "AssertionError" in names or not SURROUNDINGS.isdisjoint(names):
        return False
    return work.meant is None or not work.meant(unit, escaped.span, names)


def _added(work: ModuleWork, unit: Unit, at: Span, name: str) -> Goal:
    """A claim that nothing foresaw."""
    place = f"{at.line}.{at.column}-{at.end_line}.{at.end_column}"
    goal = Goal(f"{unit.id}:{place}:{CLAIM}:{name}", CLAIM, at, name)
    if goal not in unit.goals:
        changed = replace(unit, goals=(*unit.goals, goal))
        work.module = replace(work.module, units=tuple(changed if u is unit else u for u in work.module.units))
        for entry in work.entries:
            if unit.span.inside(entry.unit.span):
                entry.goals |= {goal.id}
                entry.unit = changed if entry.unit is unit else entry.unit
    return goal


def unfairness(
    entry: UnitWork, unit: Unit, module: Module, case: Case, escaped: Escaped, message: str
) -> Reason | None:
    """Why a call says nothing: nobody may ever make one like it.  unit: in which it fails, in the module."""
    about_form = is_about_form(unit.function, escaped, message, given_by(case))
    about_form = about_form and (not escaped.about_none or _gives_none(case))
    return _past_guesses(entry, case, about_form or _is_of_another_kind(entry, module, case))


def _is_of_another_kind(entry: UnitWork, module: Module, case: Case) -> bool:
    """Is something given that says by itself that it is not meant: by a default, or by what calls the method?"""
    called = entry.unit
    if called.function.name == "__setstate__":
        return True
    calls: list[tuple[Unit, Case | Made]] = []
    if case.via is None or called.function.name == "__init__":  # by the class
        calls.append((called, case))
    made_by = {unit.qualname: unit for unit in module.units if unit.function.name == "__init__"}
    for node in nodes(given_by(case)):
        if isinstance(node, Made) and isinstance(node.callee, Name) and f"{node.callee.path}.__init__" in made_by:
            calls.append((made_by[f"{node.callee.path}.__init__"], node))
    bound = ("method", "property", "setter", "deleter", "class")
    defaults = classes_of_defaults(module.text)
    return any(
        goes_past_defaults(unit.function, int(unit.binding in bound), call, defaults.get(unit.function.span.line, {}))
        for unit, call in calls
    )


def _past_guesses(entry: UnitWork, case: Case, about_form: bool) -> Reason | None:
    contract = entry.unit.contract
    if contract is not None and contract.unread_requires:
        return Reason("contract", UNREAD)
    if any(isinstance(node, Step) and _is_outside(node) for node in nodes(given_by(case))):
        return Reason("cannot-build-input", SET_FROM_OUTSIDE)
    if not _guesses(entry):
        return None
    if about_form:
        return Reason("types", GUESSES, "an annotation")
    if any(isinstance(node, Function) or node == STAND_IN for node in nodes(given_by(case))):
        return Reason("types", STAND_INS, "an annotation")
    if hands_on_builtins(given_by(case)):
        return Reason("types", STAND_INS, "an annotation")
    if private_names(entry.unit.qualname) and (entry.exploration is None or entry.exploration.unstated):
        return Reason("types", PRIVATE, "an annotation")
    return None


def _is_outside(step: Step) -> bool:
    """Is an attribute of an object, or what it holds, changed past its methods?"""
    return step.how in ("set", "delete") or "." in step.name


def _guesses(entry: UnitWork) -> bool:
    return entry.exploration is None or entry.exploration.guessed


def _gives_none(case: Case) -> bool:
    return any(isinstance(node, Literal) and node.value is None for node in nodes(given_by(case)))


# ---------------------------------------------------------------- what is said


def settle_claims(
    work: ModuleWork, entry: UnitWork, reports: Iterable[UnitReport], suite: WrittenSuite
) -> Iterable[UnitReport]:
    """The reports of a unit and of those nested in it, with claims in place of goals."""
    lines = work.module.text.splitlines()
    refuting = {goal: c for c in reversed(suite.chosen) for goal in c.hits if goal in suite.covering}
    for report in reports:
        claims = tuple(
            ClaimReport(
                g.id,
                g.outcome or "",
                g.span,
                quote(g.span, lines),
                conclude_claim(g.verdict, _failure(g, refuting.get(g.id), entry)),
            )
            for g in report.goals
            if g.kind == CLAIM and g.outcome not in (MET, RETURNS)
        )
        unit = next((u for u in work.module.units if u.id == report.id), None)
        yield replace(report, goals=(), claims=asked_in_order(unit, claims))


def _broken_at(goal: GoalReport, replay: Replayed) -> Broken | None:
    """What a call breaks that refutes the claim; None where an exception does."""
    if replay.broken is None:
        return None
    every = (*replay.broken.earlier, replay.broken)
    loop = next((each for each in every if (each.kind, each.clause) == (goal.outcome, goal.span)), None)
    return loop or (replay.broken if replay.broken.kind != LOOP else None)


def _failure(goal: GoalReport, refuting: Candidate | None, entry: UnitWork) -> Failure | None:
    """How the call that refutes the claim ended; None where none does."""
    if not isinstance(goal.verdict, Covered):
        return None
    assert refuting is not None and isinstance(refuting.replay, Replayed)
    outcome, escaped = refuting.replay.outcome, refuting.replay.escaped
    call, certain = refuting.rendered.in_one_line, not _guesses(entry)
    if (broken := _broken_at(goal, refuting.replay)) is not None:
        in_test = broken.kind != LOOP  # what fails there is something else
        return Failure(call, broken.raises, broken.said, broken.parts, certain, in_test)
    assert escaped is not None
    said = escaped.unmet or outcome.message
    left = escaped.names[0] if outcome.exception is None else outcome.exception[1].rpartition(".")[2]
    return Failure(call, left, said, escaped.parts, certain)


def refuted_in(work: ModuleWork) -> list[Finding]:
    """The findings of a module, with what is wrong with the comments that silence some."""
    found = [f for report in work.reports for f in findings_of_claims(report.id, report.file, report.claims)]
    unsettled = (r for r in work.reports if any(isinstance(c.verdict, NoneWithin | Unknown) for c in r.claims))
    return silenced(work, found, unsettled, "CLEW2")
