"""The walk that forward analyses of the tree form share.

What is known where control is, and what an assignment or a test says of it, is theirs.  The walk is an abstract
interpretation (Cousot and Cousot 1977) by structural recursion: arms are joined, `break` and `continue` go to their
loop through the `finally` blocks on the way, and what a guarded block assigns is forgotten in its handlers.  A goal
that no state comes to is dead, because of the test around it that alone excludes it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

from clew.analysis.assigned import assigned
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.guards import failures, is_guard
from clew.source.spans import Span

Facts = TypeVar("Facts")  # what is known where control is; None in its place: nothing comes here


class Rounds(NamedTuple, Generic[Facts]):
    """How a `for` loop goes round.

    item: from the state before a round to that in which its body begins.  least: there are so many at the least.
    times: there are so many, unless the loop is left before, and each is walked.
    """

    item: Callable[[Facts | None], Facts | None]
    least: float = 0
    times: int | None = None


class Loop(Generic[Facts]):
    """The states in which the body was left.  finals: what `finally` blocks on the way assign."""

    def __init__(self) -> None:
        self.breaks: list[Facts | None] = []
        self.continues: list[Facts | None] = []
        self.finals: list[list[str]] = []


class Flow(ABC, Generic[Facts]):
    def __init__(self) -> None:
        self.alive: set[Place] = set()
        self.found: dict[Place, tuple[Span, ...]] = {}
        self.cuts: list[Span] = []  # the decided tests around the dead code being walked
        self.loops: list[Loop[Facts]] = []
        self.silent = 0  # goals are not noted while a loop is still being widened

    def dead(self) -> dict[Place, tuple[Span, ...]]:
        """Goals that nothing came to, as (span, kind, outcome), each with the test that excludes it."""
        return {goal: spans for goal, spans in self.found.items() if goal not in self.alive}

    # ------------------------------------------------------------ what an analysis knows

    @abstractmethod
    def assign(self, name: str, value: ir.Value, state: Facts) -> Facts | None:
        """`name = value`"""

    def split(self, condition: ir.Atom, state: Facts | None) -> tuple[Facts | None, Facts | None]:
        """The states in which the condition is true, and false."""
        if state is None:
            return None, None
        if isinstance(condition, ir.Const):
            return (state, None) if condition.value else (None, state)
        return self.split_by(condition, state)

    @abstractmethod
    def split_by(self, condition: ir.Var, state: Facts) -> tuple[Facts | None, Facts | None]:
        """The states in which the variable is true, and false."""

    @abstractmethod
    def forget(self, state: Facts | None, names: Iterable[str]) -> Facts | None:
        """Nothing is known of these variables any more, nor what the others say of them."""

    @abstractmethod
    def join(self, states: Iterable[Facts | None]) -> Facts | None:
        """What holds in all of them."""

    def may_fail(self, operation: ir.Statement, cls: str, state: Facts) -> bool:
        """May the operation raise an exception of this class by itself?"""
        return True

    def interrupted(self, state: Facts | None) -> Facts | None:
        """What is still known when some of the statements that follow have run, and what these call."""
        return state

    def unpack(self, statement: ir.Unpack, state: Facts | None) -> Facts | None:
        return self.forget(state, [t.name for t in statement.targets])

    def head(self, state: Facts | None, names: list[str], once: Callable[[Facts | None], Facts | None]) -> Facts | None:
        """A state that holds whenever the loop is about to go round; once: a round, which assigns these names."""
        return self.forget(state, names)

    def rounds(self, statement: ir.For, state: Facts | None) -> Rounds[Facts]:
        return Rounds(lambda head: self.forget(head, [statement.target.name]))

    def exhausted(self, statement: ir.For, least: float, head: Facts | None) -> Facts | None:
        """The state after the last round, if the body has not left the loop."""
        return head

    # ------------------------------------------------------------ statements

    def goal(self, span: Span, kind: str | None, outcome: str | None, state: Facts | None) -> None:
        if kind is None or self.silent:
            return
        if state is None:
            self.found.setdefault(Place(span, kind, outcome), tuple(self.cuts[-1:]) or (span,))
        else:
            self.alive.add(Place(span, kind, outcome))

    def block(self, body: tuple[ir.Statement, ...], state: Facts | None) -> Facts | None:
        for statement in body:
            state = self.statement(statement, state)
        return state

    def statement(self, statement: ir.Statement, state: Facts | None) -> Facts | None:
        match statement:
            case ir.Mark(span):
                self.goal(span, "statement", None, state)
                return state
            case ir.Reach(span, kind, outcome):
                self.goal(span, kind, outcome, state)
                return state
            case ir.Assign(target, value, _):
                return None if state is None else self.assign(target.name, value, state)
            case ir.Unpack():
                return self.unpack(statement, state)
            case ir.DelVar(target):
                return self.forget(state, [target.name])
            case ir.If(condition, then, orelse, decision, span):
                yes, no = self.split(condition, state)
                self.goal(span, decision, "true", yes)
                self.goal(span, decision, "false", no)
                return self.join([self.within(span, yes, state, then), self.within(span, no, state, orelse)])
            case ir.While():
                return self.while_loop(statement, state)
            case ir.For():
                return self.for_loop(statement, state)
            case ir.Break() | ir.Continue():
                loop = self.loops[-1]
                left = self.forget(state, [name for names in loop.finals for name in names])
                left = self.interrupted(left) if loop.finals else left
                (loop.breaks if isinstance(statement, ir.Break) else loop.continues).append(left)
                return None
            case ir.Return() | ir.Raise() | ir.Breach():
                return None
            case ir.Try(body=body) if is_guard(statement):
                for reach in failures(statement):
                    raised = state if state is not None and self.may_fail(body[-1], reach.outcome, state) else None
                    self.goal(reach.span, reach.kind, reach.outcome, raised)
                return self.block(body, state)
            case ir.Try():
                return self.try_block(statement, state)
            case ir.With(_, target, body, _):
                inner = self.interrupted(self.forget(state, [target.name] if target is not None else []))
                self.finally_assigned([])
                self.block(body, inner)
                self.finally_done()
                return self.interrupted(self.forget(inner, assigned(body)))  # it may have swallowed an exception
            case ir.NativeStatement(writes=writes):
                return self.forget(state, writes)
            case _:
                return state

    def within(
        self, span: Span, inner: Facts | None, outer: Facts | None, body: tuple[ir.Statement, ...]
    ) -> Facts | None:
        """Walk an arm; where this test alone makes it dead, the test is the reason for what is in it."""
        if inner is None and outer is not None:
            self.cuts.append(span)
            result = self.block(body, None)
            self.cuts.pop()
            return result
        return self.block(body, inner)

    def try_block(self, s: ir.Try, state: Facts | None) -> Facts | None:
        self.finally_assigned(assigned(s.final))
        thrown = self.interrupted(self.forget(state, assigned(s.body)))
        ends = [self.block(s.orelse, self.block(s.body, state))]
        for handler in s.handlers:
            self.goal(handler.span, "branch", "entered", thrown)
            caught = self.forget(self.block(handler.test, thrown), [handler.name.name] if handler.name else [])
            ends.append(self.forget(self.block(handler.body, caught), [handler.name.name] if handler.name else []))
        self.finally_done()
        if not s.final:
            return self.join(ends)
        everything = (*s.body, *s.orelse, *(x for h in s.handlers for x in (*h.test, *h.body)))
        names = [*assigned(everything), *(h.name.name for h in s.handlers if h.name)]
        after = self.block(s.final, self.interrupted(self.forget(state, names)))
        return None if after is None or self.join(ends) is None else after

    def finally_assigned(self, names: list[str]) -> None:
        """From here on, who leaves the loop assigns these on the way."""
        if self.loops:
            self.loops[-1].finals.append(names)

    def finally_done(self) -> None:
        if self.loops:
            self.loops[-1].finals.pop()

    # ------------------------------------------------------------ loops

    def while_loop(self, s: ir.While, state: Facts | None) -> Facts | None:
        def once(head: Facts | None) -> Facts | None:
            tested = self.block(s.before, head)
            return self.block(s.body, self.split(s.condition, tested)[0])

        head = self.head(state, assigned((*s.before, *s.body)), once)
        tested = self.block(s.before, head)
        entered, left = self.split(s.condition, tested)
        self.goal(s.span, "branch", "true", entered)
        self.goal(s.span, "branch", "false", left)
        self.loops.append(Loop())
        self.within(s.span, entered, tested, s.body)
        loop = self.loops.pop()
        return self.join([self.within(s.span, left, tested, s.orelse), *loop.breaks])

    def for_loop(self, s: ir.For, state: Facts | None) -> Facts | None:
        rounds = self.rounds(s, state)
        if rounds.times is not None:
            return self.unroll(s, state, rounds.times, rounds.item)
        names = [s.target.name, *assigned(s.body)]
        head = self.head(state, names, lambda head: self.block(s.body, rounds.item(head)))
        inner = rounds.item(head)
        end, loop = self.round(s.body, inner)
        if s.decision:
            self.goal(s.span, "branch", "entered", inner)
            self.goal(s.span, "branch", "empty", None if rounds.least > 0 else state)
            self.goal(s.span, "branch", "exhausted", self.join([end, *loop.continues]))
        return self.join([self.block(s.orelse, self.exhausted(s, rounds.least, head)), *loop.breaks])

    def unroll(
        self, s: ir.For, state: Facts | None, times: int, item: Callable[[Facts | None], Facts | None]
    ) -> Facts | None:
        current = state
        breaks: list[Facts | None] = []
        for _ in range(times):
            end, loop = self.round(s.body, item(current))
            breaks += loop.breaks
            current = self.join([end, *loop.continues])
        if s.decision:
            self.goal(s.span, "branch", "entered", state)
            self.goal(s.span, "branch", "empty", None)
            self.goal(s.span, "branch", "exhausted", current)
        return self.join([self.block(s.orelse, current), *breaks])

    def round(self, body: tuple[ir.Statement, ...], state: Facts | None) -> tuple[Facts | None, Loop[Facts]]:
        """Walk the body of a loop once."""
        self.loops.append(Loop())
        end = self.block(body, state)
        return end, self.loops.pop()
