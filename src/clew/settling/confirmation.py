"""Cases become tests: replayed on CPython, joined by what plain runs hit, confirmed in further processes, chosen and
written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeAlias

from clew.attack.campaign import attacked
from clew.attack.orders import Order, Prey
from clew.checking.replay import Replayer
from clew.checking.script import NotReplayed, Replay, Replayed, Script
from clew.effects.bodies import constants_of
from clew.frontend.module import Module, Unit
from clew.goals.goal import OUTCOMES
from clew.inputs.recipes import Case, Outcome, Shared
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.report.record import (
    PathStep,
    TestFile,
    TestOutcome,
    TestReport,
)
from clew.report.wording import count as words
from clew.report.wording import quote
from clew.search.request import Found
from clew.settling.joint import are_all_listed, needs_of, shown_by
from clew.settling.work import ModuleWork, UnitWork
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings
from clew.testgen.minimise import PATIENT, Cover, minimise, plainest
from clew.testgen.render import RenderedCase, render_case, script_of
from clew.testgen.suite import SuiteCase, write_suite
from clew.testgen.suite import TestFile as WrittenFile
from clew.verdict.assumptions import Assumption
from clew.verdict.evidence import proof
from clew.verdict.reasons import Reason

Write: TypeAlias = Callable[[Module, Sequence[SuiteCase], str], WrittenFile]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A case, as it would be written, and what CPython made of it.

    kills: goals of mutants that end otherwise than the test asserts, as long as it asserts that: asserted.  along:
    goals of paths that its call takes.  tells: small changes of the function that end otherwise, of which nothing is
    reported.
    """

    found: Found
    rendered: RenderedCase
    replay: Replay
    kills: frozenset[str] = frozenset()
    asserted: Outcome | None = None
    along: frozenset[str] = frozenset()
    tells: frozenset[str] = frozenset()

    @property
    def hits(self) -> frozenset[str]:
        if isinstance(self.replay, NotReplayed):
            return frozenset()
        kills = self.kills if self.replay.outcome == self.asserted else frozenset[str]()
        return self.replay.hits | kills | self.along if kills or self.along else self.replay.hits

    @property
    def script(self) -> Script:
        """As it is written: with what its replay showed it to need."""
        return script_of(self.rendered, pins=self.replay.pins if isinstance(self.replay, Replayed) else ())


@dataclass(frozen=True, slots=True)
class WrittenSuite:
    """chosen: what is written; no fewer than `least` of the tests known would do.  file: None where there is nothing.

    covering: goal → the ids of the tests that show it together.  tests: by qualified name of the unit called.
    """

    chosen: tuple[Candidate, ...]
    file: TestFile | None
    covering: Mapping[str, tuple[str, ...]]
    tests: Mapping[str, tuple[TestReport, ...]]
    refused: Mapping[str, Reason]  # by qualified name: why a case of the unit was not confirmed
    passed: frozenset[str] = frozenset()  # goals of cases that, replayed, ended normally
    reached: frozenset[str] = frozenset()  # goals of cases that were replayed, written or not
    sharing: frozenset[str] = frozenset()  # of these, those that only cases reach in which one object is at two places
    otherwise: Mapping[str, Reason] = field(
        default_factory=dict
    )  # by qualified name: a case ended otherwise than its run
    least: int = 0
    went_on: frozenset[str] = frozenset()  # goals that cases were to reach, which ended normally


def replayed(module: Module, cases: Sequence[Found], replayer: Replayer, watch: bool = False) -> list[Candidate]:
    """Run every case; one that returns nothing is run again with an eye on what it changed.  watch: so are others."""
    rendered = [render_case(f.case, names_of(module, f)) for f in cases]
    replays = replayer.replay([script_of(r, frozenset(f.goals)) for r, f in zip(rendered, cases, strict=True)])
    found = [Candidate(f, r, p) for f, r, p in zip(cases, rendered, replays, strict=True)]
    return watched(module, found, replayer, every=watch)


def watched(module: Module, candidates: Sequence[Candidate], replayer: Replayer, every: bool = True) -> list[Candidate]:
    """Those that return run again with an eye on what they changed; every: not only those that return nothing."""
    found = list(candidates)
    again: list[tuple[int, RenderedCase]] = []
    for i, candidate in enumerate(found):
        replay = candidate.replay
        if candidate.rendered.observe or not isinstance(replay, Replayed):
            continue
        if replay.outcome.text == "None" or (every and replay.outcome.kind == "returns"):
            rendered = render_case(candidate.found.case, names_of(module, candidate.found), watch=True)
            again += [(i, rendered)] * bool(rendered.observe)
    if not again:
        return found
    scripts = [script_of(rendered, frozenset(found[i].found.goals)) for i, rendered in again]
    for (i, rendered), replay in zip(again, replayer.replay(scripts), strict=True):
        if isinstance(replay, Replayed) and (replay.after or replay.outcome.text == "None"):
            found[i] = replace(found[i], rendered=rendered, replay=replay)
    return found


def names_of(module: Module, found: Found) -> tuple[str, ...]:
    """Of the positional parameters of what is called."""
    if found.case.parameters:
        return found.case.parameters
    name = found.case.name_in(module.name)
    return next((_positional(unit) for unit in reversed(module.units) if unit.qualname == name), ())


def attacked_by_runs(
    work: ModuleWork, candidates: Sequence[Candidate], replayer: Replayer, settings: Settings
) -> list[Candidate]:
    """Plain runs against every verdict that is no test yet; what they reach is a further candidate.

    A proof that was hit falls, unless it leans on a state that earlier calls may have left and a fresh process does not
    show the hit.
    """
    hit = frozenset(g for c in candidates for g in c.hits)
    preys = [prey for entry in work.entries if (prey := prey_of(entry, hit)) is not None]
    if not preys or not settings.attack or replayer.failure is not None:
        return []
    order = Order(work.module.name, tuple(preys), settings.attack, settings.seed, work.drawn)
    campaign = attacked(replayer.probed, order)
    found = replayed(work.module, [Found(h.case, h.goals) for h in campaign.hits], replayer)
    confirmed = frozenset(g for c in found for g in c.hits)
    entries = {entry.unit.id: entry for entry in work.entries}
    for struck in campaign.hits:
        exploration = entries[struck.unit].exploration
        assert exploration is not None
        for goal in struck.goals:
            shown, doomed = proof(exploration.known.get(goal)), exploration.doomed.get(goal)
            if shown is not None and goal not in confirmed and not _broken(shown.assumptions, struck.case):
                exploration.known[goal] = shown.missing(BEYOND if shown.scope else CONTRADICTED)
            if doomed is not None and not _broken(doomed.assumptions, struck.case):
                exploration.doomed[goal] = doomed.missing(CONTRADICTED)
    return [c for c in found if isinstance(c.replay, Replayed)]


BEYOND = Reason(
    "not-replayed", "a plain run reached it, beyond the bounds of the search, in a way that no test repeats"
)
CONTRADICTED = Reason(
    "contradicted", "a plain run reached what a proof had excluded, in a way that no test repeats; please report this"
)


def _broken(assumptions: Iterable[Assumption], case: Case) -> bool:
    """May the case break what a proof supposes?"""
    shares = shares_inside(case)
    return any(a.kind in ("module-state", "process-state") or (shares and a.id == "no-sharing") for a in assumptions)


def shares_inside(case: Case) -> bool:
    """Is one object at two places, other than as two whole arguments?  Proofs that suppose `no-sharing` say nothing of
    such calls.
    """
    whole = [case.receiver, *case.args, *(value for _, value in case.kwargs)]
    names = Counter(node.name for recipe in whole for node in nodes(recipe) if isinstance(node, Shared))
    names.subtract(recipe.name for recipe in whole if isinstance(recipe, Shared))
    alone = {recipe.name for recipe in whole if isinstance(recipe, Shared)}
    return any(inside > (name not in alone) for name, inside in names.items())


def prey_of(entry: UnitWork, hit: frozenset[str]) -> Prey | None:
    """What of a function is to be attacked, if anything: all that no test reaches, and what is called doomed."""
    unit, exploration = entry.unit, entry.exploration
    if exploration is None:
        return None
    goals = entry.goals - hit
    doomed = frozenset(goal for goal, shown in exploration.doomed.items() if shown.doubt is None)
    cases = tuple(found.case for found in entry.cases if not found.case.parameters)
    constants = constants_of(unit.function)
    prey = Prey(unit.id, unit.qualname, unit.class_path, unit.binding, constants, goals, doomed, cases)
    return prey if goals or doomed else None


def ended_otherwise(candidate: Candidate) -> Reason | None:
    """The model of a function is not to be trusted where one of its runs did not end as CPython does."""
    ended, replay = candidate.found.ended, candidate.replay
    if ended is None or not isinstance(replay, Replayed):
        return None
    exception = replay.outcome.exception
    seen = exception[1].rpartition(".")[2] if exception is not None else ""
    if seen == ended:
        return None
    text = f"a run of the model ended with {ended or 'a result'}, and CPython with {seen or 'one'}"
    return Reason("model-diverged", text)


def _listed_with(work: ModuleWork) -> Callable[[SuiteCase], str]:
    """The function that a test is listed with: what it calls, or, where that is not reported, the first it reaches."""
    asked = frozenset(goal for entry in work.entries for goal in entry.goals)
    own = {entry.unit.id for entry in work.entries}
    units = [u for u in work.module.units if u.id in own or any(g.id in asked for g in u.goals)]
    names = {unit.qualname for unit in units}
    home = {goal.id: unit.qualname for unit in units for goal in unit.goals}

    def listed_with(case: SuiteCase) -> str:
        if case.qualname in names:
            return case.qualname
        return next((home[goal] for goal in sorted(case.covers) if goal in home), case.qualname)

    return listed_with


def _positional(unit: Unit) -> tuple[str, ...]:
    names = [p.name for p in unit.function.parameters if p.kind in ("positional", "positional-only")]
    return tuple(names[0 if unit.binding in ("function", "static") else 1 :])


def distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """One for each text: the search finds calls that are the same test once they are written."""
    found: dict[Hashable, Candidate] = {}
    for place, candidate in enumerate(candidates):
        same = isinstance(candidate.replay, Replayed)
        key = replace(candidate.script, goals=frozenset()) if same else place
        found[key] = _merged(found[key], candidate) if key in found else candidate
    return list(found.values())


def _merged(one: Candidate, other: Candidate) -> Candidate:
    """Of two candidates with one text.  What only one of its runs reached is not for the text to say, but where that
    was tried alone, since among others it did not.
    """
    first, second = one.replay, other.replay
    assert isinstance(first, Replayed)
    assert isinstance(second, Replayed)
    replay = next((each for each in (first, second) if each.fresh_only), replace(first, hits=first.hits & second.hits))
    return replace(
        one,
        replay=replay,
        kills=one.kills | other.kills,
        asserted=one.asserted or other.asserted,
        along=one.along | other.along,
        tells=one.tells | other.tells,
    )


def steady(work: ModuleWork, candidates: list[Candidate], replayer: Replayer) -> list[Candidate]:
    """Where tests would depend on what ran before them, only such are kept as do the same among the others."""
    found = distinct(candidates)
    reason = Reason("nondeterministic", "what its test does depends on the tests that ran before it")
    for kept in (1, 0, 0):
        if not any(map(_depends_on_others, found)):
            break
        chosen = smallest(work, found).cases
        replays = [found[i].replay for i in chosen]
        if not any(_depends_on_others(found[i]) for i in chosen):
            break
        answers = replayer.together([found[i].script for i in chosen])
        failing: list[int] = []
        for i, replay, answer in zip(chosen, replays, answers, strict=True):
            if not isinstance(replay, Replayed) or not replay.fresh_only:
                continue
            if isinstance(answer, Replayed):
                found[i] = replace(found[i], replay=replace(answer, hits=replay.hits, fresh_only=True))
            else:
                failing.append(i)
        if not failing:
            break
        for i in failing[kept:]:
            found[i] = replace(found[i], replay=NotReplayed(reason))
    return found


def _depends_on_others(candidate: Candidate) -> bool:
    return isinstance(candidate.replay, Replayed) and candidate.replay.fresh_only


CONFIRMATIONS = 4  # how often other tests may take over


def confirmed(work: ModuleWork, candidates: list[Candidate], replayer: Replayer) -> list[Candidate]:
    """Only tests that do the same in further processes and orders are written; others of the same goals take over."""
    found = list(candidates)
    sure: frozenset[int] = frozenset()
    for _ in range(CONFIRMATIONS):
        chosen = smallest(work, found).cases
        if sure.issuperset(chosen):
            return found
        replays = [replay for i in chosen if isinstance(replay := found[i].replay, Replayed)]
        answers = replayer.confirm([found[i].script for i in chosen], replays)
        hits = [found[i].hits for i in chosen]
        for i, answer in zip(chosen, answers, strict=True):
            found[i] = replace(found[i], replay=answer)
        if all(isinstance(answer, Replayed) for answer in answers) and hits == [found[i].hits for i in chosen]:
            return found  # the same would be chosen
        good = {i for i, answer in zip(chosen, answers, strict=True) if isinstance(answer, Replayed)}
        sure = (sure - set(chosen)) | good
    unsure = NotReplayed(Reason("nondeterministic", "other tests of the same goals did not do the same each time"))
    return [
        candidate if i in sure or isinstance(candidate.replay, NotReplayed) else replace(candidate, replay=unsure)
        for i, candidate in enumerate(found)
    ]


def smallest(work: ModuleWork, candidates: Sequence[Candidate]) -> Cover:
    """The places of the candidates of the smallest set that keeps the coverage, or of the plainest."""
    shown = work.shown - work.elsewhere
    found: dict[str, list[frozenset[int]]] = {g: [] for e in work.entries for g in sorted(e.asked) if g in shown}
    hits = [c.hits for c in candidates]
    for i, hit in enumerate(hits):
        alone = frozenset({i})
        for goal in hit:
            if goal in found:
                found[goal].append(alone)
    costs = [len(c.rendered.call) + sum(map(len, c.rendered.setup)) for c in candidates]
    needs: dict[Hashable, tuple[frozenset[int], ...]] = {goal: tuple(ways) for goal, ways in found.items()}
    needs.update(_told_apart(candidates))
    together: dict[Hashable, tuple[frozenset[int], ...]] = dict(needs)
    together.update(_together(work, hits, costs))
    if work.effort is None:
        return plainest(together, costs)
    cover = minimise(together, costs, work.effort)
    if work.effort is PATIENT and not are_all_listed(work.joint, hits):
        cover = replace(cover, least=minimise(needs, costs, PATIENT).least)  # pairs that were left out might do
    return cover


def _together(
    work: ModuleWork, hits: Sequence[frozenset[str]], costs: Sequence[int]
) -> dict[Hashable, tuple[frozenset[int], ...]]:
    """What would show goals of several places; what other tests reach of them is there already."""
    asked = [each for each in work.joint if each.goal.id not in work.elsewhere]
    needs, others = needs_of(asked, [*hits, work.elsewhere], [*costs, 0]), frozenset({len(hits)})
    return {goal: tuple(own for way in ways if (own := way - others)) for goal, ways in needs.items()}


def how_minimal(work: ModuleWork, suite: WrittenSuite, candidates: Sequence[Candidate]) -> Diagnostic:
    """Whether fewer of the tests known would keep as much."""
    known = sum(isinstance(c.replay, Replayed) for c in candidates)
    count = len(suite.chosen)
    tests = words(count, "test")
    if suite.least == count:
        text = f"{tests}: of the {known:,} known no fewer keep every settled goal"
    else:
        text = f"{tests} of the {known:,} known keep every settled goal; no fewer than {suite.least:,} would"
    return Diagnostic("suite", text, work.target.file, severity="note")


def _told_apart(candidates: Sequence[Candidate]) -> dict[Hashable, tuple[frozenset[int], ...]]:
    """By each small change, the places of the candidates that tell it apart."""
    found: dict[Hashable, list[frozenset[int]]] = {}
    for i, candidate in enumerate(candidates):
        if isinstance(candidate.replay, Replayed):
            for change in sorted(candidate.tells):
                found.setdefault(change, []).append(frozenset({i}))
    return {change: tuple(ways) for change, ways in found.items()}


def suite_of(work: ModuleWork, candidates: Sequence[Candidate], write: Write = write_suite) -> WrittenSuite:
    """The smallest set of cases that keeps the coverage, as a file."""
    wanted = frozenset(g for entry in work.entries for g in entry.asked)
    cover = smallest(work, candidates)
    chosen = [candidates[i] for i in cover.cases]
    refused: dict[str, Reason] = {}
    for candidate in candidates:
        if isinstance(candidate.replay, NotReplayed):
            refused.setdefault(candidate.found.case.name_in(work.module.name), candidate.replay.reason)
    passed = frozenset(
        g for c in candidates if isinstance(c.replay, Replayed) and c.replay.outcome.kind == "returns" for g in c.hits
    )
    reached = frozenset(g for c in candidates for g in c.hits)
    apart = frozenset(g for c in candidates if not shares_inside(c.found.case) for g in c.hits)
    otherwise = {
        c.found.case.name_in(work.module.name): reason for c in candidates if (reason := ended_otherwise(c)) is not None
    }
    went_on = frozenset(
        g
        for c in candidates
        if isinstance(c.replay, Replayed) and c.replay.outcome.kind == "returns"
        for g in c.found.goals
    )
    if not chosen:
        return WrittenSuite((), None, {}, {}, refused, passed, reached, reached - apart, otherwise, went_on=went_on)
    cases = []
    for c in chosen:
        assert isinstance(c.replay, Replayed)
        cases.append(SuiteCase(c.found.case.name_in(work.module.name), c.rendered, c.replay, c.hits & wanted))
    written = write(work.module, cases, work.part)
    covering: dict[str, tuple[str, ...]] = {}
    tests: dict[str, list[TestReport]] = {}
    listed_with = _listed_with(work)
    lines = work.module.text.splitlines()
    shown, together = work.shown, shown_by(work.joint, [*(case.covers for case in cases), work.elsewhere])
    for i, (case, found, test) in enumerate(zip(cases, (c.found for c in chosen), written.ids, strict=True)):
        outcome = case.replayed.outcome
        text = outcome.exception[1] if outcome.exception is not None else outcome.text or f"<{outcome.type_name}>"
        report = TestReport(
            id=test,
            call=case.rendered.in_one_line,
            outcome=TestOutcome(outcome.kind, text),
            covers=tuple(sorted((case.covers & shown).union(g for g, way in together.items() if i in way))),
            file=written.name,
            path=tuple(
                PathStep(span, quote(span, lines), OUTCOMES[outcome]) for span, outcome in dict.fromkeys(found.path)
            ),
        )
        if test:
            tests.setdefault(listed_with(case), []).append(report)
        for goal in case.covers:
            covering.setdefault(goal, (test,))
    names = {goal: tuple([written.ids[i] for i in way if i < len(cases)]) for goal, way in together.items()}
    covering |= {goal: own for goal, own in names.items() if own}
    by_name = {name: tuple(reports) for name, reports in tests.items()}
    return WrittenSuite(
        tuple(chosen),
        TestFile(written.name, written.text) if any(written.ids) else None,
        covering,
        by_name,
        refused,
        passed,
        reached,
        reached - apart,
        otherwise,
        cover.least,
        went_on,
    )
