"""Reaching definitions over the tree form: which constants a variable may hold at a place, whatever the tests say.

A forward analysis of the control-flow graph, without values: every test can come out both ways, every statement of a
`try` may raise, and every context manager may swallow that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeAlias

from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.records import dataclass

Block: TypeAlias = tuple[ir.Statement, ...]
State: TypeAlias = Mapping[str, frozenset[object]] | None
"""What each variable may hold where control is; None: nothing comes here."""


def reaching_definitions(body: Block, variable_at: Callable[[ir.Reach], str | None]) -> dict[Place, frozenset[object]]:
    """At each place that is about a variable, the constants it may hold.

    variable_at: of a place, the variable it is about.  Only assignments of constants to these variables count.
    """
    walk = _Walk(variable_at)
    walk.block(body, {})
    return walk.found


@dataclass(slots=True)
class _Loop:
    """States in which its body is left; finals: how many `finally` blocks are around it."""

    finals: int
    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)


@dataclass(slots=True)
class _Walk:
    """thrown: by guarded block around, the states in which an exception may leave it; finals: the `finally` blocks
    around, outermost first.
    """

    variable_at: Callable[[ir.Reach], str | None]
    found: dict[Place, frozenset[object]] = field(default_factory=dict)
    loops: list[_Loop] = field(default_factory=list)
    thrown: list[list[State]] = field(default_factory=list)
    finals: list[Block] = field(default_factory=list)

    def block(self, body: Block, state: State) -> State:
        for statement in body:
            if state is None:
                return None
            state = self.statement(statement, state)
        return state

    def statement(self, s: ir.Statement, state: State) -> State:
        assert state is not None
        match s:
            case ir.Reach(span, kind, outcome):
                variable = self.variable_at(s)
                if variable is not None:
                    place = Place(span, kind, outcome)
                    self.found[place] = self.found.get(place, frozenset()) | state.get(variable, frozenset())
            case ir.Assign(ir.Var(name), ir.Const(value)):
                state = {**state, name: frozenset((value,))}
                if self.thrown:
                    self.thrown[-1].append(state)
            case ir.If(_, then, orelse):
                return joined(self.block(then, state), self.block(orelse, state))
            case ir.While():
                return self.while_loop(s, state)
            case ir.For(_, _, body, orelse):
                return self.loop(state, lambda head: (self.block(body, head), head), orelse)
            case ir.Break() | ir.Continue():
                loop = self.loops[-1]
                around = self.finals
                for index in range(len(around) - 1, loop.finals - 1, -1):
                    self.finals = around[:index]  # it may break off itself
                    state = self.block(around[index], state)
                self.finals = around
                (loop.breaks if isinstance(s, ir.Break) else loop.continues).append(state)
                return None
            case ir.Return() | ir.Raise() | ir.Breach():
                return None
            case ir.Try():
                return self.try_statement(s, state)
            case ir.With(_, _, body):
                end, left = self.guarded(lambda: self.block(body, state), state)
                return joined(end, left)
        return state

    def while_loop(self, s: ir.While, state: State) -> State:
        endless = isinstance(s.condition, ir.Const) and bool(s.condition.value)

        def once(head: State) -> tuple[State, State]:
            tested = self.block(s.before, head)
            return self.block(s.body, tested), None if endless else tested

        return self.loop(state, once, s.orelse)

    def loop(self, state: State, once: Callable[[State], tuple[State, State]], orelse: Block) -> State:
        """once: a round, from the state at its head to those at its end and where no further one begins."""
        head = state
        while True:
            self.loops.append(_Loop(len(self.finals)))
            end, left = once(head)
            loop = self.loops.pop()
            more = joined(head, end, *loop.continues)
            if more == head:
                return joined(self.block(orelse, left), *loop.breaks)
            head = more

    def guarded(self, run: Callable[[], State], state: State) -> tuple[State, State]:
        """Its normal end, and where an exception leaves it."""
        self.thrown.append([state])
        end = run()
        left = joined(*self.thrown.pop())
        if self.thrown:
            self.thrown[-1].append(left)
        return end, left

    def try_statement(self, s: ir.Try, state: State) -> State:
        if s.final:
            self.finals.append(s.final)
        ends: list[State] = []

        def all_but_final() -> State:
            end, left = self.guarded(lambda: self.block(s.body, state), state)
            ends.append(self.block(s.orelse, end))
            for handler in s.handlers:
                ends.append(self.block(handler.body, self.block(handler.test, left)))
            return joined(*ends)

        end, left = self.guarded(all_but_final, state)
        if not s.final:
            return end
        self.finals.pop()
        self.block(s.final, left)
        return self.block(s.final, end)


def joined(*states: State) -> State:
    known = [state for state in states if state is not None]
    if not known:
        return None
    names = dict.fromkeys(name for state in known for name in state)
    return {name: frozenset[object]().union(*(state.get(name, ()) for state in known)) for name in names}
