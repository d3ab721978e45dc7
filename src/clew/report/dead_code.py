"""Verdicts → findings about dead code: CLEW101 unreachable, CLEW102 doomed, CLEW103 and CLEW104 conditions with one
outcome, CLEW105 values that are stored and never read (`dead_stores`).

One defect, one finding.  Code that a contradictory condition guards is reported as unreachable code, with the condition
in the explanation; the condition itself is reported only where it makes no statement unreachable.  What follows a
doomed statement is part of the doom.

More is proved than is worth saying.  A finding needs a *basis* in the function: its shape, a contradiction between
conditions on the inputs, or a condition computed from constants of the function alone.  What is dead because of the
surroundings (the platform, a configuration, a module that could be imported) is alive elsewhere, and no finding.  Nor
is what careful people write on purpose: an endless loop, an assertion that always holds, a loop that leaves in its
first round, an exhaustive `match`. Where code guards against what the annotations rule out, or can only raise, the
finding is a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Final

from clew.analysis.regions import Block, Regions, regions_of
from clew.frontend.module import Unit
from clew.frontend.stores import Store
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.records import dataclass
from clew.regexes import regex
from clew.report.dead_stores import dead_stores
from clew.report.finding import NOTE, WARNING, Finding
from clew.report.record import GoalReport, UnitReport
from clew.report.surroundings import BUILTINS, leans_on_surroundings, of_surroundings, parameters_among
from clew.report.wording import alternatives, quote, scope_words
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.scopes import within_all
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Raising

MOST_DEFINITIONS = 4
TYPE_QUESTIONS = frozenset({"isinstance", "issubclass", "callable", "hasattr", "type"})
TYPE_ERRORS = frozenset({"TypeError", "AttributeError"})
MEANT = frozenset({"NotImplementedError", "SystemExit", "KeyboardInterrupt", "GeneratorExit", "StopIteration"})
_VARIABLE: Final = regex(r"([A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)")


def find_dead_code(unit: Unit, report: UnitReport, lines: Sequence[str], stores: Iterable[Store] = ()) -> list[Finding]:
    """The findings of one function, in source order.  stores: those of it that may be dead."""
    reader = _Reader(unit, report, lines, regions_of(unit.function))
    if not any(isinstance(g.verdict, Covered) for g in report.goals):
        return []  # nothing is known of it
    found = [*reader.doomed(), *reader.unreachable()]
    explained = {span for finding in found for span in finding.because}
    found += [*reader.conditions(explained), *dead_stores(stores, report, reader.regions, lines)]
    return sorted(map(_within, found), key=lambda f: (f.span, f.rule))


def _within(finding: Finding) -> Finding:
    """What holds only within bounds says so in every format."""
    return replace(finding, text=f"{scope_words(finding.scope)}, {finding.text}") if finding.scope else finding


@dataclass(slots=True)
class _Reader:
    unit: Unit
    report: UnitReport
    lines: Sequence[str]
    regions: Regions
    goals: dict[Place, GoalReport] = field(init=False)
    doom: set[Span] = field(default_factory=set)  # statements that are part of a doom already reported

    def __post_init__(self) -> None:
        self.goals = {g.place: g for g in self.report.goals}

    def statement(self, span: Span) -> GoalReport | None:
        return self.goals.get(Place(span, "statement", None))

    def proof(self, place: Place) -> Infeasible | NoneWithin | None:
        goal = self.goals.get(place)
        return goal.verdict if goal is not None and isinstance(goal.verdict, Infeasible | NoneWithin) else None

    def covered(self, place: Place) -> bool:
        goal = self.goals.get(place)
        return goal is not None and isinstance(goal.verdict, Covered)

    def quote(self, span: Span) -> str:
        return quote(span, self.lines) or "this"

    # ------------------------------------------------------------ doomed

    def doomed(self) -> Iterator[Finding]:
        for block in self.regions.blocks:
            if block.parent is not None and block.parent[1] in self.doom:
                self.doom.update(block.statements)
                continue
            run = [s for s in block.statements if (g := self.statement(s)) is not None and g.doomed]
            if run:
                after = block.statements.index(run[0])
                self.doom.update(block.statements[after:])
                yield from self._doom(block, run)

    def _doom(self, block: Block, run: list[Span]) -> Iterator[Finding]:
        goals = [g for s in run if (g := self.statement(s)) is not None]
        dooms = [g.doom for g in goals if g.doom is not None]
        raises = tuple(dict.fromkeys(r for doom in dooms for r in doom.raisings))
        assumptions = tuple(dict.fromkeys(a for doom in dooms for a in doom.assumptions))
        names = list(dict.fromkeys(r.name for r in raises))
        if any(a.kind == "guessed-types" for a in assumptions) and not TYPE_ERRORS.isdisjoint(names):
            return  # with other types it may well succeed
        why = self._meant(raises, assumptions)
        whole = block.guard is None and block.parent is None and run[0] == block.statements[0]
        name = self.unit.qualname.rpartition(".")[2]
        what = f"every call of `{name}` fails" if whole else f"every execution through {self.quote(run[0])} fails"
        yield Finding(
            rule="CLEW102",
            level=NOTE if why else WARNING,
            file=self.report.file,
            span=_over(run),
            text=f"{what}, with {alternatives(names)}" if names else what,
            because=tuple(sorted({r.place for r in raises if r.place is not None and self._own(r)} - {None})),
            unit=self.report.id,
            goals=tuple(g.id for g in goals),
            scope=within_all(doom.scope for doom in dooms),
            assumptions=assumptions,
            raises=raises,
            why_note=why,
        )

    def _own(self, raising: Raising) -> bool:
        return f"{raising.module}::{raising.function}" == self.unit.id.partition("~")[0]

    def _module_state(self, assumptions: Iterable[Assumption]) -> bool:
        """Does the function read variables of its module?"""
        if any(a.kind in ("module-state", "process-state", "this-python") for a in assumptions):
            return True
        read = {v.name for values in self.regions.values.values() for v, _ in values if isinstance(v, ir.Global)}
        return any(match[1] in read for line in self.lines if (match := _VARIABLE.match(line)))

    def _meant(self, raises: Sequence[Raising], assumptions: Sequence[Assumption]) -> str:
        if all(r.name in MEANT for r in raises):
            return "what it raises ends a program, or says that something is left to be written"
        if self._module_state(assumptions):
            return "it leans on what the module holds after its import, which other code may change"
        lacks = self.unit.class_path is not None and any(a.kind == "construction" for a in assumptions)
        if lacks and all(r.name in TYPE_ERRORS and not r.missing for r in raises):
            return "a subclass, or code outside the class, may give the object what it lacks"
        if all(r.explicit and (self._own(r) or r.always) for r in raises):
            return "a `raise` statement that is there for it says so"
        return ""

    # ------------------------------------------------------------ unreachable

    def unreachable(self) -> Iterator[Finding]:
        for block in self.regions.blocks:
            if block.parent is not None and self.proof(Place(block.parent[1], "statement", None)) is not None:
                continue  # said of the statement around it
            for run in self._runs(block):
                if run[0] in self.doom:
                    continue
                finding = self._unreachable(block, run)
                if finding is not None:
                    yield finding

    def _runs(self, block: Block) -> Iterator[list[Span]]:
        """The longest runs of statements of the block that are not reached."""
        run: list[Span] = []
        for span in block.statements:
            if self.proof(Place(span, "statement", None)) is not None:
                run.append(span)
            elif run:
                yield run
                run = []
        if run:
            yield run

    def _unreachable(self, block: Block, run: list[Span]) -> Finding | None:
        verdict = self.proof(Place(run[0], "statement", None))
        assert verdict is not None
        first = run[0] == block.statements[0] and block.guard is not None
        if first and block.guard is not None and self._constant(block.guard[0]):
            return None
        guarded = first and block.guard is not None and self.proof(block.guard) is not None
        reason, why = "", ""
        if verdict.method == "structure":
            because: tuple[Span, ...] | None = verdict.because
            if because and because[0].line:
                reason = f"nothing gets past {self.quote(because[-1])}"
            if guarded:
                return self._finding(run, verdict.because, reason, why)
        elif guarded and block.guard is not None:
            span, _, outcome = block.guard
            because = self.basis(block.guard)
            if span in self.regions.handlers:
                if leans_on_surroundings(self.regions):
                    return None
                because, why = (), "a clause that catches what was not seen to be raised is often a precaution"
                reason = "nothing in the `try` raises what it catches"
            else:
                reason = {
                    "true": f"{self.quote(span)} is always false",
                    "false": f"{self.quote(span)} is always true",
                    "entered": f"{self.quote(span)} is always empty",
                    "taken": "the cases above it take everything",
                }.get(outcome or "", "")
                why = "it guards against what the annotations rule out" if _asks_type(self.regions, span) else ""
        else:
            because, reason = self._excluded_by_what_precedes(block, run[0], verdict)
            if because is not None and any(_asks_type(self.regions, span) for span in because):
                why = "it guards against what the annotations rule out"
        if because is None or self.quote(run[0]) == "`return NotImplemented`":  # that is for what annotations leave out
            return None
        if self._ends_raising(block, run):
            why = why or "code that ends in an exception is often a precaution"
        elif all(s in block.yields for s in run):
            why = why or "a `yield` that is never reached makes a generator"
        return self._finding(run, because, reason, why)

    def _excluded_by_what_precedes(
        self, block: Block, span: Span, verdict: Infeasible | NoneWithin
    ) -> tuple[tuple[Span, ...] | None, str]:
        """Nothing gets past the statements before: some test in the last has one outcome, and its arm leaves."""
        before = [s for s in block.statements if s < span]
        start = before[-1] if before else (block.parent[1] if block.parent is not None else span)
        places: list[Place] = []
        for test in sorted(t for t in self.regions.tests if start <= t < span):
            for outcome in ("true", "false", "entered"):
                if self.proof(place := Place(test, "branch", outcome)) is not None:
                    places.append(place)
        for place in reversed(places):
            because = self.basis(place)
            if because is not None:
                words = {"true": "always false", "false": "always true", "entered": "always empty"}
                return because, f"{self.quote(place[0])} is {words[place[2] or '']}"
        others = tuple(s for s in verdict.because if s != span)
        if places or not others or of_surroundings(self.regions, others):
            return None, ""
        return others, ""

    def _finding(self, run: list[Span], because: Iterable[Span], reason: str, why: str) -> Finding:
        goals = [g for s in run if (g := self.statement(s)) is not None]
        verdicts = [g.verdict for g in goals if isinstance(g.verdict, Infeasible | NoneWithin)]
        return Finding(
            rule="CLEW101",
            level=NOTE if why else WARNING,
            file=self.report.file,
            span=_over(run),
            text=f"{self.quote(run[0])} is never reached" + (f": {reason}" if reason else ""),
            because=tuple(sorted(set(because))),
            unit=self.report.id,
            goals=tuple(g.id for g in goals),
            scope=within_all(v.scope for v in verdicts),
            assumptions=tuple(dict.fromkeys(a for v in verdicts for a in v.assumptions)),
            why_note=why,
        )

    def _ends_raising(self, block: Block, run: list[Span]) -> bool:
        last = self.quote(run[-1]).strip("`")
        return run[-1] in block.raises or last.split("(")[0].rpartition(".")[2] in ("assert_never", "exit", "fail")

    def _constant(self, test: Span) -> bool:
        """Is the test a constant as written (`if False:`)?"""
        return isinstance(self.regions.tests.get(test), ir.Const)

    # ------------------------------------------------------------ conditions

    def conditions(self, explained: set[Span]) -> Iterator[Finding]:
        guards = {block.guard for block in self.regions.blocks if self._dead_at_start(block)}
        said: list[Span] = []
        for goal in sorted(self.report.goals, key=lambda g: (g.kind != "branch", g.span)):
            if goal.outcome not in ("true", "false") or goal.kind not in ("branch", "condition"):
                continue
            span = goal.span
            place = goal.place
            other = "false" if goal.outcome == "true" else "true"
            verdict = self.proof(place)
            if verdict is None or not self.covered(place._replace(outcome=other)) or place in guards:
                continue
            if span in explained or span in self.regions.asserts or self._constant(span):
                continue
            if any(s[:2] <= span[:2] and span[2:] <= s[2:] for s in [*said, *self.regions.asserts]):
                continue
            because = self.basis(place)
            if because is None:
                continue
            said.append(span)
            why = "it guards against what the annotations rule out" if _asks_type(self.regions, span) else ""
            yield Finding(
                rule="CLEW103" if other == "true" else "CLEW104",
                level=NOTE if why else WARNING,
                file=self.report.file,
                span=span,
                text=f"{self.quote(span)} is always {other}" + (" here" if goal.kind == "condition" else ""),
                because=because,
                unit=self.report.id,
                goals=(goal.id,),
                scope=verdict.scope,
                assumptions=verdict.assumptions,
                why_note=why,
            )

    def _dead_at_start(self, block: Block) -> bool:
        return self.proof(Place(block.statements[0], "statement", None)) is not None

    # ------------------------------------------------------------ what a proof rests on

    def basis(self, place: Place) -> tuple[Span, ...] | None:
        """The places that exclude an outcome of a test, with the definitions of what is tested; None where they are not
        here.
        """
        verdict = self.proof(place)
        assert verdict is not None
        span = place.span
        opposite = {"true": "false", "false": "true", "entered": "empty", "taken": "missed"}.get(place.outcome or "")
        other = place._replace(outcome=opposite)
        if other in self.goals and not self.covered(other):
            return None
        inner = [g for g in self.report.goals if g.kind == "condition" and g.span.inside(span)]
        because = set(verdict.because)
        if not because:
            for goal in inner:
                if isinstance(goal.verdict, Infeasible | NoneWithin):
                    because.update(goal.verdict.because)
        if because and place[2] == "taken":
            # A case is excluded by those before it.
            others = of_surroundings(self.regions, because) or min(because) < self._match_of(place)
            return None if others else tuple(because)
        if because:
            asked = {span, *because, *(g.span for g in inner)}
            if not any(s.line == span.line for s in because) or of_surroundings(self.regions, asked):
                return None
            return tuple(sorted(because | set(self._definitions(span))))
        sources = [source for test in (span, *(g.span for g in inner)) for source in self.regions.sources(test)]
        if span not in self.regions.tests or any(not _local(value) for value, _ in sources):
            return None
        if parameters_among(self.regions, sources):
            return None
        return tuple(sorted({span, *self._definitions(span)}))

    def _match_of(self, case: Place) -> Span:
        return next((b.parent[1] for b in self.regions.blocks if b.guard == case and b.parent is not None), case[0])

    def _definitions(self, test: Span) -> list[Span]:
        """The statements that give the variables of the test their values, where they are few."""
        heads = [s for block in self.regions.blocks for s in block.statements]
        found = set()
        for value, span in self.regions.sources(test):
            if isinstance(value, ir.Closure):
                continue
            around = [h for h in heads if span.inside(h)]
            if around and not test.inside(around[-1]):
                found.add(max(around))
        reached = [s for s in found if s < test and self.covered(Place(s, "statement", None))]
        return sorted(reached) if len(reached) <= MOST_DEFINITIONS else []


def _asks_type(regions: Regions, test: Span) -> bool:
    condition = regions.tests.get(test)
    values = [v for v, _ in regions.values.get(condition.name, ())] if isinstance(condition, ir.Var) else []
    for value in list(values):
        if isinstance(value, ir.Unary) and isinstance(value.value, ir.Var):
            values += [v for v, _ in regions.values.get(value.value.name, ())]
    for value in values:
        match value:
            case ir.Binary("is" | "is-not" | "==" | "!=", _, ir.Const(None)):
                return True
            case ir.Call(ir.Var(name), _):
                called = [v for v, _ in regions.values.get(name, ())]
                if any(isinstance(v, ir.Global) and v.name in TYPE_QUESTIONS for v in called):
                    return True
            case _:
                pass
    return False


def _local(value: ir.Value) -> bool:
    """Is the value computed from its operands, the same everywhere?"""
    match value:
        case ir.Global(name):
            return name in BUILTINS
        case (
            ir.Var()
            | ir.Const()
            | ir.Builtin()
            | ir.Unary()
            | ir.Binary()
            | ir.Item()
            | ir.Slice()
            | ir.Display()
            | ir.DictDisplay()
        ):
            return True
        case ir.Format() | ir.Join() | ir.Call() | ir.MethodCall():
            return True
        case _:
            return False


def _over(run: Sequence[Span]) -> Span:
    return Span(run[0].line, run[0].column, run[-1].end_line, run[-1].end_column)
