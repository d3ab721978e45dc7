"""How often loops go round: their goals, and where in the tree form these are reached.

Of each `for` and `while` statement three goals of the kind `loop` (Beizer, Software Testing Techniques, 1990: none, one
and many): that control goes on behind it after no round at all (`zero`), after exactly one (`once`), and that a second
round begins (`many`).  A variable that depends on no input counts as far as two:

    for x in xs:                   rounds'0 := 0
        …                          for x in xs:
                                       if rounds'0 > 0: rounds'0 := 2; reach (loop, many)
                                       else: rounds'0 := 1
                                       …
                                   if rounds'0 == 0: reach (loop, zero)
                                   elif rounds'0 == 1: reach (loop, once)
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from typing import Final, TypeAlias

from clew.frontend.automata import Around, Hooks, Notes, Noting, OfOrder, Probing
from clew.frontend.label_comments import ReadLabels
from clew.frontend.numbers_of_frames import number_of
from clew.frontend.places import FunctionNode, span_of
from clew.frontend.scopes import Scopes
from clew.goals.criteria import ROUNDS
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.walk import with_blocks
from clew.records import dataclass
from clew.source.spans import Span

OUTCOMES: Final = ("zero", "once", "many")
NATIVE: Final = "the loop is in a statement that is kept as it is"

Loop: TypeAlias = ast.For | ast.AsyncFor | ast.While


def head_of(loop: Loop) -> Span:
    """Where its goals are: the iterable, or the test."""
    return span_of(loop.test if isinstance(loop, ast.While) else loop.iter)


def loops_of(node: FunctionNode) -> tuple[Span, ...]:
    """The loops of the function itself, in source order."""
    found: list[Span] = []
    stack: list[ast.AST] = [*reversed(node.body)]
    while stack:
        part = stack.pop()
        if isinstance(part, ast.For | ast.AsyncFor | ast.While):
            found.append(head_of(part))
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            stack.extend(reversed(list(ast.iter_child_nodes(part))))
    return tuple(found)


def loops_in(tree: ast.Module) -> frozenset[Span]:
    """All loops of the module."""
    return frozenset(head_of(n) for n in ast.walk(tree) if isinstance(n, ast.For | ast.AsyncFor | ast.While))


def _notes(tree: ast.Module, scopes: Scopes, labels: ReadLabels) -> Notes:
    every = loops_in(tree)

    def notes(function: ir.Function, node: FunctionNode) -> Noting:
        """Of functions inside, too, since these are run as part of it; but their goals are their own."""
        own, marking = loops_of(node), _Marking(every)
        body = marking.block(function.body)
        places = tuple(Place(span, ROUNDS, outcome) for span in own if span in marking.placed for outcome in OUTCOMES)
        unasked = {Place(span, ROUNDS, None): NATIVE for span in own if span not in marking.placed}
        return Noting(replace(function, body=body), places, unasked)

    return notes


@dataclass(slots=True)
class _Marking:
    loops: frozenset[Span]
    placed: list[Span] = field(default_factory=list)

    def block(self, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        return tuple([made for each in body for made in self.statement(each)])

    def statement(self, s: ir.Statement) -> Iterator[ir.Statement]:
        if isinstance(s, ir.Assign) and isinstance(s.value, ir.Closure) and not s.value.function.name.startswith("<"):
            inner = s.value.function
            yield replace(s, value=replace(s.value, function=replace(inner, body=self.block(inner.body))))
            return
        if not isinstance(s, ir.For | ir.While) or s.span not in self.loops or s.span in self.placed:
            yield with_blocks(s, self.block)
            return
        rounds = ir.Var(f"rounds'{len(self.placed)}")
        self.placed.append(s.span)
        left = tuple(_left(rounds, s.span))
        body = (*_begun(rounds, s.span), *self.block(s.body))
        orelse = (*left, *self.block(s.orelse)) if s.orelse else ()
        yield ir.Assign(rounds, ir.Const(0), s.span)
        if isinstance(s, ir.While):
            yield replace(s, before=self.block(s.before), body=body, orelse=orelse)
        else:
            yield replace(s, body=body, orelse=orelse)
        yield from left


def _begun(rounds: ir.Var, span: Span) -> Iterator[ir.Statement]:
    again = ir.Var(f"{rounds.name}'again")
    yield ir.Assign(again, ir.Binary(">", rounds, ir.Const(0)), span)
    many = (ir.Assign(rounds, ir.Const(2), span), ir.Reach(span, ROUNDS, "many"))
    yield ir.If(again, many, (ir.Assign(rounds, ir.Const(1), span),), None, span)


def _left(rounds: ir.Var, span: Span) -> Iterator[ir.Statement]:
    for count, outcome in enumerate(OUTCOMES[:2]):
        same = ir.Var(f"{rounds.name}'{outcome}")
        yield ir.Assign(same, ir.Binary("==", rounds, ir.Const(count)), span)
        yield ir.If(same, (ir.Reach(span, ROUNDS, outcome),), (), None, span)


# ---------------------------------------------------------------- what runs


def _around(probing: Probing, loop: ast.stmt) -> Around | None:
    """The same goals in the syntax tree."""
    if not isinstance(loop, ast.For | ast.AsyncFor | ast.While):
        return None
    head = head_of(loop)
    zero, once, many = numbers = [probing.number(head, ROUNDS, outcome) for outcome in OUTCOMES]
    if max(numbers) < 0:
        return None

    def call(name: str, *goals: int) -> ast.stmt:
        return ast.copy_location(ast.Expr(probing.call(name, loop, max(numbers), *goals)), loop)

    def around(made: list[ast.stmt]) -> list[ast.stmt]:
        loop.body = [call("_clew_round", many), *loop.body]
        left = call("_clew_loop_left", zero, once)
        loop.orelse = [left, *loop.orelse] if loop.orelse else []
        return [call("_clew_loop_begins"), *made, left]

    return around


def _hooks(hit: Callable[[int], object]) -> Hooks:
    turns: dict[tuple[int, int], int] = {}  # by frame and loop: rounds so far

    def begins(loop: int) -> None:
        turns[number_of(sys._getframe(1)), loop] = 0

    def turn(loop: int, many: int) -> None:
        key = (number_of(sys._getframe(1)), loop)
        if turns[key]:
            hit(many)
        turns[key] += 1

    def left(loop: int, *goals: int) -> None:
        count = turns[number_of(sys._getframe(1)), loop]
        if count < len(goals):
            hit(goals[count])

    return {"_clew_loop_begins": begins, "_clew_round": turn, "_clew_loop_left": left}


def _words(outcome: str | None, text: str) -> tuple[str, str]:
    return f"the loop over {text}" if text else "this loop", _WORDS[outcome]


_WORDS: Final = {
    None: "counted in rounds",
    "zero": "left after no round",
    "once": "left after exactly one round",
    "many": "gone round again",
}
ROUNDS_OF_LOOPS: Final = OfOrder(ROUNDS, _notes, _around, _hooks, _words)
