"""Goals that no execution reaches because of the structure of the function alone.

Code after a statement that never ends normally (`return`, `raise`, `break`, `continue`, an endless loop), arms that a
constant test excludes, the end of a loop whose body always leaves it.  Only constants written as the whole test count;
names such as `TYPE_CHECKING` are values of a run.  Handlers and the code after a `with` are taken as reachable whenever
the statement is, so the answer errs only by naming too few goals.  A place that stands in the function several times,
as that of a postcondition does, is unreachable where each of them is.
"""

from __future__ import annotations

from typing import TypeAlias

from clew.goals.goal import DECISION, LOOP, Place
from clew.ir import tree as ir
from clew.source.spans import Span

Because: TypeAlias = tuple[Span, ...]


def structurally_dead(function: ir.Function) -> dict[Place, Because]:
    """The unreachable goals, as (span, kind, outcome), each with the places that exclude it."""
    structure = _Structure()
    structure.block(function.body, None)
    return {place: why for place, why in structure.dead.items() if place not in structure.alive}


class _Structure:
    """Blocks are walked with why they are dead (None: they are not), and answer why they never end normally (None:
    they may).
    """

    def __init__(self) -> None:
        self.dead: dict[Place, Because] = {}
        self.alive: set[Place] = set()
        self.loops: list[_Loop] = []

    def exclude(self, why: Because | None, span: Span, kind: str, *outcomes: str | None) -> None:
        for outcome in outcomes:
            if why is None:
                self.alive.add(Place(span, kind, outcome))
            else:
                self.dead.setdefault(Place(span, kind, outcome), why)

    def block(self, statements: tuple[ir.Statement, ...], why: Because | None) -> Because | None:
        """The first reason found is kept: it is the one nearest to the start."""
        for statement in statements:
            end = self.statement(statement, why)
            if why is None:
                why = end
        return why

    def statement(self, s: ir.Statement, why: Because | None) -> Because | None:
        match s:
            case ir.Mark(span):
                self.exclude(why, span, "statement", None)
            case ir.Reach(span, kind, outcome):
                self.exclude(why, span, kind, outcome)
            case ir.Assign(value=ir.Closure(function=inner)) if inner.name.startswith("<"):
                outer, self.loops = self.loops, []
                self.block(inner.body, why)
                self.loops = outer
            case ir.If():
                return self.branch(s, why)
            case ir.While():
                return self.while_loop(s, why)
            case ir.For():
                return self.for_loop(s, why)
            case ir.Break(span) | ir.Continue(span):
                if why is None:
                    loop = self.loops[-1]
                    loop.breaks = loop.breaks or isinstance(s, ir.Break)
                    loop.continues = loop.continues or isinstance(s, ir.Continue)
                return (span,)
            case ir.Return(span=span) | ir.Raise(span=span) | ir.Breach(span=span):
                return (span,)
            case ir.Try(body, handlers, orelse, final):
                end = self.block(body, why)
                ends = [self.block(orelse, why if why is not None else end)]
                for handler in handlers:
                    self.exclude(why, handler.span, "branch", "entered")
                    self.block(handler.test, why)
                    ends.append(self.block(handler.body, why))
                last = self.block(final, why)
                return last if last is not None else _all(ends)
            case ir.With(body=body):
                self.block(body, why)
        return None

    def branch(self, s: ir.If, why: Because | None) -> Because | None:
        sides: list[Because | None] = [why, why]
        if why is None and isinstance(s.condition, ir.Const):
            sides[1 if s.condition.value else 0] = (s.span,)
        if s.decision is not None:
            for outcome, side in zip(DECISION, sides, strict=True):
                self.exclude(side, s.span, s.decision, outcome)
        return _all([self.block(s.then, sides[0]), self.block(s.orelse, sides[1])])

    def while_loop(self, s: ir.While, why: Because | None) -> Because | None:
        before = self.block(s.before, why)
        reason = why if why is not None else before
        sides: list[Because | None] = [reason, reason]
        if reason is None and isinstance(s.condition, ir.Const):
            sides[1 if s.condition.value else 0] = (s.span,)
        for outcome, side in zip(DECISION, sides, strict=True):
            self.exclude(side, s.span, "branch", outcome)
        loop = _Loop()
        self.loops.append(loop)
        self.block(s.body, sides[0])
        self.loops.pop()
        end = self.block(s.orelse, sides[1])
        return None if loop.breaks else end

    def for_loop(self, s: ir.For, why: Because | None) -> Because | None:
        loop = _Loop()
        self.loops.append(loop)
        end = self.block(s.body, why)
        self.loops.pop()
        if s.decision:
            rest = why if why is not None or loop.continues else end
            for outcome in LOOP:
                self.exclude(rest if outcome == "exhausted" else why, s.span, "branch", outcome)
        after = self.block(s.orelse, why)
        return None if loop.breaks else after


class _Loop:
    """What was seen in the body of a loop, in code that is not dead."""

    def __init__(self) -> None:
        self.breaks = False
        self.continues = False


def _all(ends: list[Because | None]) -> Because | None:
    """No way out ends normally: all their reasons together."""
    places: set[Span] = set()
    for end in ends:
        if end is None:
            return None
        places.update(end)
    return tuple(sorted(places))
