"""Which goals may still be reached from each branch of each decision of a function (tree form).

A backward walk over the structured body, as for liveness: what may be reached from a statement is its own goals and
those of what follows it; `return` leads to the enclosing `finally`, `raise` and any statement inside a `try` also to
its handlers, `break` and `continue` to where they go.  An over-approximation: a goal not among them is truly out of
reach *within this activation*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Final, TypeAlias

from clew.goals.goal import LOOP, Place
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.regexes import regex
from clew.source.spans import Span

Goals: TypeAlias = frozenset[str]
Bits: TypeAlias = int
"""Goals, a bit for each: thousands are joined as fast as few."""
NONE: Bits = 0
END: Bits = 1
"""A normal end, where that is asked for."""
Ids: TypeAlias = Mapping[Place, str]


@dataclass(frozen=True, slots=True)
class Branch:
    """inside: goals of the branch itself; reachable: those and all that may follow."""

    inside: Goals
    reachable: Goals


@dataclass(slots=True)
class _Walk:
    """numbers: of the goals, from 1; branches: what is inside of each, and what is reachable."""

    ids: Ids
    numbers: Mapping[str, int]
    branches: dict[tuple[Span, bool], tuple[Bits, Bits]] = field(default_factory=dict)
    inner: dict[int, Bits] = field(default_factory=dict)
    points: dict[Span, Bits] = field(default_factory=dict)
    failing: dict[Span, Bits] = field(default_factory=dict)
    raising: set[Span] = field(default_factory=set)  # `raise` statements
    thrown: Bits = NONE  # what may follow where an exception is thrown into the function while it is suspended
    delegated: Bits = NONE  # and where what it waits for was thrown one, or sent something, which goes on with that

    @staticmethod
    def of(ids: Ids) -> _Walk:
        return _Walk(ids, {goal: number for number, goal in enumerate(dict.fromkeys(ids.values()), 1)})

    def goals(self, bits: Bits) -> Goals:
        names, found = (*self.numbers,), []
        while bits > END:
            number = bits.bit_length() - 1
            found.append(names[number - 1])
            bits ^= 1 << number
        return frozenset(found)

    # exits: what may follow when control leaves by return, by an exception, by break, by continue
    def body(self, body: tuple[ir.Statement, ...], after: Bits, exits: _Exits) -> Bits:
        reachable = after
        for statement in reversed(body):
            reachable = self.statement(statement, reachable, exits)
        return reachable

    def goal(self, kind: str | None, span: Span, outcome: str | None) -> Bits:
        found = self.ids.get(Place(span, kind, outcome)) if kind is not None else None
        return NONE if found is None else 1 << self.numbers[found]

    def alone(self, body: tuple[ir.Statement, ...]) -> Bits:
        """The goals in it; found once, since tests in tests are asked for each of those around them."""
        if id(body) not in self.inner:
            self.inner[id(body)] = self.body(body, NONE, _Exits(NONE, NONE, NONE, NONE))
        return self.inner[id(body)]

    def branch(self, span: Span, side: bool, own: Bits, body: tuple[ir.Statement, ...], reachable: Bits) -> None:
        inside = own | self.alone(body)
        before = self.branches.get((span, side))
        if before is not None:  # `finally` bodies are walked more than once
            inside, reachable = inside | before[0], reachable | before[1]
        self.branches[span, side] = inside, reachable | inside

    def statement(self, statement: ir.Statement, after: Bits, exits: _Exits) -> Bits:
        match statement:
            case ir.Mark(span):
                reachable = after | exits.exception | self.goal("statement", span, None)
                self.points[span] = reachable | self.points.get(span, NONE)
                self.failing[span] = exits.exception | self.failing.get(span, NONE)
                return reachable
            case ir.Reach(span, kind, outcome):
                return after | self.goal(kind, span, outcome)
            case ir.Return():
                return exits.leave
            case ir.Raise(assertion=assertion, span=span):
                if not assertion:
                    self.raising.add(span)
                return exits.exception
            case ir.Breach():
                return NONE
            case ir.Break():
                return exits.stop
            case ir.Continue():
                return exits.again
            case ir.If(_, then, orelse, decision, span):
                result = exits.exception
                for side, body in ((True, then), (False, orelse)):
                    own = self.goal(decision, span, "true" if side else "false")
                    reachable = own | self.body(body, after, exits)
                    self.branch(span, side, own, body, reachable)
                    result |= reachable
                return result
            case ir.While(before, _, body, orelse, span):
                entered, left = self.goal("branch", span, "true"), self.goal("branch", span, "false")
                quiet = _Exits(NONE, NONE, NONE, NONE)
                whole = entered | left | self.body(before, NONE, quiet) | self.body(body, NONE, quiet)
                out = left | self.body(orelse, after, exits)
                around = whole | out | after | exits.exception
                inner = _Exits(exits.leave, exits.exception, after, around)
                reachable = self.body(before, self.body(body, around, inner) | entered | out, inner)
                self.branch(span, True, entered, body, around | reachable)
                self.branch(span, False, left, orelse, out)
                return reachable
            case ir.For(_, _, body, orelse, _, span):
                entered, empty, exhausted = (self.goal("branch", span, o) for o in LOOP)
                quiet = _Exits(NONE, NONE, NONE, NONE)
                done = self.body(orelse, after, exits)
                # Inside the loop its first step lies behind: neither `entered` nor `empty` is reachable.
                around = exhausted | self.body(body, NONE, quiet) | done | after | exits.exception
                inner = _Exits(exits.leave, exits.exception, after, around)
                reachable = self.body(body, around, inner) | around
                self.branch(span, True, entered, body, reachable)
                self.branch(span, False, empty | exhausted, orelse, done | exits.exception)
                return reachable | entered | empty | done
            case ir.Try(body, handlers, orelse, final, _):
                return self.try_statement(body, handlers, orelse, final, after, exits)
            case ir.With(_, _, body, _):
                # __exit__ may swallow the exception.
                inner = _Exits(exits.leave, exits.exception | after, exits.stop, exits.again)
                return self.body(body, after, inner) | exits.exception
            case ir.Assign(_, ir.Yield()):
                self.thrown |= exits.exception
                return after | exits.exception
            case ir.Assign(_, ir.YieldFrom() | ir.Await()):
                self.thrown |= exits.exception
                self.delegated |= after | exits.exception
                return after | exits.exception
            case ir.Assign(_, ir.Native(text)) | ir.NativeStatement(text) if _SUSPENDS.search(text):
                self.delegated |= after | exits.exception
                return after | exits.exception
            case _:
                return after | exits.exception

    def try_statement(
        self,
        body: tuple[ir.Statement, ...],
        handlers: tuple[ir.Handler, ...],
        orelse: tuple[ir.Statement, ...],
        final: tuple[ir.Statement, ...],
        after: Bits,
        exits: _Exits,
    ) -> Bits:
        if final:
            through = {
                id(k): self.body(final, k, exits)
                for k in (after, exits.leave, exits.exception, exits.stop, exits.again)
            }
            after, exits = (
                through[id(after)],
                _Exits(
                    through[id(exits.leave)],
                    through[id(exits.exception)],
                    through[id(exits.stop)],
                    through[id(exits.again)],
                ),
            )
        caught = exits.exception
        for handler in reversed(handlers):
            entered = self.goal("branch", handler.span, "entered")
            reachable = entered | self.body(handler.body, after, exits)
            self.branch(handler.span, True, entered, handler.body, reachable)
            self.branch(handler.span, False, NONE, (), caught)
            caught |= reachable | self.body(handler.test, NONE, exits)
        last = self.body(orelse, after, exits)
        guarded = _Exits(exits.leave, caught, exits.stop, exits.again)
        return self.body(body, last, guarded) | caught


@dataclass(frozen=True, slots=True)
class _Exits:
    leave: Bits
    exception: Bits
    stop: Bits
    again: Bits


class ReachableGoals:
    """What is asked for is spelt out when it is; with thousands of goals, most places are never asked about."""

    def __init__(self, walk: _Walk) -> None:
        self._walk = walk
        self._goals = cache(walk.goals)  # many places have the same ahead

    def branch(self, span: Span, side: bool) -> Branch | None:
        """Of a test and the side taken (for a loop over an iterable, True is one more item).

        A test may also be whether an `except` clause takes an exception.
        """
        bits = self._walk.branches.get((span, side))
        return None if bits is None else Branch(*map(self._goals, bits))

    def point(self, span: Span, raises: bool = False) -> Goals | None:
        """What may follow when a statement starts, or when it raises."""
        bits = (self._walk.failing if raises else self._walk.points).get(span)
        return None if bits is None else self._goals(bits)


def reachable_goals(function: ir.Function, ids: Ids) -> ReachableGoals:
    return ReachableGoals(_walked(function, ids))


def _walked(function: ir.Function, ids: Ids) -> _Walk:
    """What generator expressions and lambdas inside reach may follow everywhere: whoever holds one may run it at any
    time, after the function has returned as well.
    """
    walk = _Walk.of(ids)
    inside = _inside(function, walk)
    walk.body(function.body, inside, _Exits(inside, inside, inside, inside))
    return walk


def _inside(function: ir.Function, outer: _Walk) -> Bits:
    """The goals of functions made in this one, at any depth."""
    found = NONE
    for node in nodes(function.body):
        if isinstance(node, ir.Closure):
            walk = _Walk(outer.ids, outer.numbers)
            found |= walk.body(node.function.body, NONE, _Exits(NONE, NONE, NONE, NONE))
            for reachable in (*walk.points.values(), *(reachable for _, reachable in walk.branches.values())):
                found |= reachable
    return found


@dataclass(frozen=True, slots=True)
class Waiting:
    """What may be reached while a function waits at a `yield` or `await`.

    thrown: once an exception is thrown into it; delegated: once what it waits for is thrown one, or is sent something,
    and goes on with that.
    """

    thrown: Goals
    delegated: Goals


def reachable_when_waiting(function: ir.Function, ids: Ids) -> Waiting:
    walk = _walked(function, ids)
    return Waiting(walk.goals(walk.thrown), walk.goals(walk.delegated))


_SUSPENDS: Final = regex(r"\b(await|async|yield)\b")


def may_return(function: ir.Function) -> frozenset[Span]:
    """The statements from which the function may still end normally, as far as its shape says; its own span, if it may
    at all.

    A `raise` is never among them, though the context manager around it might swallow the exception: it is meant to
    fail.
    """
    walk = _Walk({}, {})
    whole = walk.body(function.body, END, _Exits(END, NONE, NONE, NONE))
    ends = {span for span, reachable in walk.points.items() if reachable & END} - walk.raising
    return frozenset(ends | {function.span} if whole & END else ends)
