"""The control-flow graph of a function as a reader sees it: statements that follow each other are a node, a test is
one, and an edge knows the outcomes that take it.

    if x < 0:        entry ─▶ x < 0 ─true─▶ return -x ─▶ end
        return -x              └──false─▶ return x  ─▶ end
    return x

It is for looking at, and no analysis asks it.  Any statement may raise; drawn is what `raise` and `assert` do, and the
way from a `try` to its clauses.  A `finally` block stands once, with the ways out of it that lead into it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import field
from typing import Final

from clew.analysis.cfg import successors
from clew.frontend.module import parse
from clew.frontend.places import (
    FunctionNode,
    case_span,
    docstring_of,
    functions_of,
    handler_span,
    has_goal,
    has_items,
    head_span,
    is_fixed,
    is_irrefutable,
    never_runs,
    span_of,
    strip_not,
)
from clew.goals.goal import DECISION, LOOP, Place
from clew.ir.blocks import Procedure
from clew.records import dataclass
from clew.source.diagnostics import Diagnostic
from clew.source.recursion import deep_recursion
from clew.source.spans import Span

ENTRY, END, FAILS = "entry", "end", "fails"  # the nodes that are no code
BLOCK, TEST, LOOP_HEAD, CASE, HANDLER, RAISED = "block", "test", "loop", "case", "handler", "raised"


@dataclass(slots=True)
class Node:
    """spans: of its statements, their heads only, in order; of a test, a case or a clause also what `places` say.

    places: the goals that are covered when control is here.
    """

    kind: str
    spans: list[Span] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    label: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """From one node to another, by their numbers.  outcomes: the goals of which it takes one, none where it is taken in
    any case; raised: by an exception.
    """

    source: int
    target: int
    outcomes: tuple[Place, ...] = ()
    raised: bool = False


@dataclass(frozen=True, slots=True)
class Flow:
    """The first node is where it begins."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def flows_in(text: str, file: str) -> dict[Span, Flow]:
    """Of each function of a source text, by its span; none where the text does not parse."""
    with deep_recursion():
        tree = parse(text, file)
        if isinstance(tree, Diagnostic):
            return {}
        return {span_of(node): flow_of(node) for node in functions_of(tree)}


def flow_of(function: FunctionNode) -> Flow:
    drawing = _Drawing()
    entry, end, fails = drawing.node(ENTRY), drawing.node(END), drawing.node(FAILS)
    drawing.exits = {_RETURN: end, _THROW: fails}
    docstring = docstring_of(function)
    last = drawing.block([s for s in function.body if s is not docstring], [_End(entry)])
    drawing.join(last, end)
    return _used(drawing.nodes, drawing.edges)


def flow_of_procedure(procedure: Procedure, spans: dict[str, Span]) -> Flow:
    """Of an `.ivl` program.  spans: where the goals of its blocks are; other blocks are drawn without a place."""
    number = {block.label: n for n, block in enumerate(procedure.blocks)}
    nodes = []
    for block in procedure.blocks:
        span = spans.get(block.label)
        places = [] if span is None else [Place(span, "block", block.label)]
        nodes.append(Node(BLOCK, [] if span is None else [span], places, block.label))
    edges = [Edge(number[s], number[t]) for s, targets in successors(procedure).items() for t in targets]
    return Flow(tuple(nodes), tuple(edges))


def _used(nodes: Sequence[Node], edges: Sequence[Edge]) -> Flow:
    """Without the ends that nothing leads to, and each edge once."""
    reached = {edge.target for edge in edges}
    kept = [n for n, node in enumerate(nodes) if node.kind not in (END, FAILS) or n in reached]
    number = {old: new for new, old in enumerate(kept)}
    renamed = (Edge(number[e.source], number[e.target], e.outcomes, e.raised) for e in edges)
    return Flow(tuple(nodes[n] for n in kept), tuple(dict.fromkeys(renamed)))


@dataclass(frozen=True, slots=True)
class _End:
    """Where control leaves a node, to what is not drawn yet."""

    node: int
    outcomes: tuple[Place, ...] = ()
    raised: bool = False


# Where a jump leads.
_RETURN: Final = "return"
_THROW: Final = "throw"
_BREAK: Final = "break"
_CONTINUE: Final = "continue"


@dataclass(slots=True, eq=False)
class _Around:
    """Something around a statement that jumps go to, or through: a loop, the clauses of a `try`, a `finally` block.

    took: the ends of the jumps that it takes, by where they lead.
    """

    takes: frozenset[str]
    took: dict[str, list[_End]] = field(default_factory=dict)


@dataclass(slots=True)
class _Drawing:
    """open: the node that a further statement may join; exits: the nodes of jumps that nothing in between takes."""

    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    around: list[_Around] = field(default_factory=list)
    exits: dict[str, int] = field(default_factory=dict)
    open: int | None = None

    def node(self, kind: str, spans: Sequence[Span] = (), places: Sequence[Place] = ()) -> int:
        self.nodes.append(Node(kind, [*spans], [*places]))
        self.open = None
        return len(self.nodes) - 1

    def join(self, ends: Sequence[_End], node: int) -> None:
        self.edges += [Edge(end.node, node, end.outcomes, end.raised) for end in ends]

    def jump(self, ends: Sequence[_End], where: str) -> None:
        """To the innermost thing around that takes it."""
        self.open = None
        for outer in reversed(self.around):
            if where in outer.takes:
                outer.took.setdefault(where, []).extend(ends)
                return
        self.join(ends, self.exits[where])

    def block(self, body: Sequence[ast.stmt], ends: list[_End]) -> list[_End]:
        """Draw statements behind some ends; those they leave."""
        for statement in body:
            if has_goal(statement, None):  # the others are declarations
                ends = self.statement(statement, ends)
        return ends

    def statement(self, s: ast.stmt, ends: list[_End]) -> list[_End]:
        match s:
            case ast.If(test=test):
                _, true, false = self.test(TEST, s, test, ends)
                unread = never_runs(s)
                sides = ((s.body, true), (s.orelse, false))
                return [
                    end for body, into in sides if not (unread and body is unread) for end in self.block(body, into)
                ]
            case ast.While(test=test):
                node, true, false = self.test(LOOP_HEAD, s, test, ends)
                return self.loop(node, s.body, true, s.orelse, false)
            case ast.For() | ast.AsyncFor():
                entered, empty, exhausted = (Place(span_of(s.iter), "branch", outcome) for outcome in LOOP)
                node = self.behind(ends, LOOP_HEAD, s)
                past = (exhausted,) if has_items(s.iter) else (empty, exhausted)
                return self.loop(node, s.body, [_End(node, (entered,))], s.orelse, [_End(node, past)])
            case ast.Match():
                return self.cases(s.cases, self.plain(s, ends))
            case ast.Try() | ast.TryStar():
                return self.guarded(s, ends)
            case ast.With() | ast.AsyncWith():
                return self.block(s.body, self.plain(s, ends))
            case ast.Assert(test=test):
                _, true, false = self.test(TEST, s, test, ends)
                self.jump([_End(end.node, end.outcomes, raised=True) for end in false], _THROW)
                return true
        ends = self.plain(s, ends)
        match s:
            case ast.Return():
                self.jump(ends, _RETURN)
            case ast.Raise():
                self.jump([_End(end.node, end.outcomes, raised=True) for end in ends], _THROW)
            case ast.Break():
                self.jump(ends, _BREAK)
            case ast.Continue():
                self.jump(ends, _CONTINUE)
            case _:
                return ends
        return []

    def plain(self, s: ast.stmt, ends: list[_End]) -> list[_End]:
        """A statement, or the head of one, that control only passes: in the node of the one before it, if it can be."""
        span = head_span(s)
        if self.open is not None and ends == [_End(self.open)]:
            self.nodes[self.open].spans.append(span)
            self.nodes[self.open].places.append(Place(span, "statement", None))
            return ends
        node = self.behind(ends, BLOCK, s)
        self.open = node
        return [_End(node)]

    def behind(self, ends: Sequence[_End], kind: str, s: ast.stmt) -> int:
        span = head_span(s)
        node = self.node(kind, [span], [Place(span, "statement", None)])
        self.join(ends, node)
        return node

    def test(self, kind: str, s: ast.stmt, test: ast.expr, ends: Sequence[_End]) -> tuple[int, list[_End], list[_End]]:
        """With the ends where it is true and where it is false: none of one where a literal says so."""
        node = self.behind(ends, kind, s)
        if is_fixed(test):
            bare, negated = strip_not(test)
            holds = isinstance(bare, ast.Constant) and bool(bare.value)
            return (node, [_End(node)], []) if holds != negated else (node, [], [_End(node)])
        true, false = ([_End(node, (Place(span_of(test), "branch", outcome),))] for outcome in DECISION)
        return node, true, false

    def loop(
        self, head: int, body: Sequence[ast.stmt], into: list[_End], orelse: Sequence[ast.stmt], past: list[_End]
    ) -> list[_End]:
        loop = _Around(frozenset((_BREAK, _CONTINUE)))
        self.around.append(loop)
        ends = self.block(body, into)
        self.around.pop()
        self.join([*ends, *loop.took.get(_CONTINUE, ())], head)
        self.open = None
        return [*self.block(orelse, past), *loop.took.get(_BREAK, ())]

    def cases(self, cases: Sequence[ast.match_case], ends: list[_End]) -> list[_End]:
        left: list[_End] = []
        for case in cases:
            span = case_span(case)
            node = self.node(CASE, [span])
            self.join(ends, node)
            always = case.guard is None and is_irrefutable(case.pattern)
            inside, ends = (
                [_End(node, (Place(span, "branch", "taken"),))],
                [] if always else [_End(node, (Place(span, "branch", "missed"),))],
            )
            if case.guard is not None:
                guard = span_of(case.guard)
                test = self.node(TEST, [guard])
                self.join(inside, test)
                inside = [_End(test, (Place(guard, "branch", "true"),))]
                ends.append(_End(test, (Place(guard, "branch", "false"),)))
            left += self.block(case.body, inside)
        return [*left, *ends]

    def guarded(self, s: ast.Try | ast.TryStar, ends: list[_End]) -> list[_End]:
        final = _Around(frozenset((_RETURN, _THROW, _BREAK, _CONTINUE)))
        if s.finalbody:
            self.around.append(final)
        head = self.behind(ends, BLOCK, s)
        clauses = _Around(frozenset((_THROW,)))
        if s.handlers:
            self.around.append(clauses)
        ends = self.block(s.body, [_End(head)])
        if s.handlers:
            self.around.pop()
        ends = self.block(s.orelse, ends)
        if s.handlers:
            ends = [*ends, *self.clauses(s.handlers, head, clauses.took.get(_THROW, []))]
        else:
            self.jump([_End(head, raised=True)], _THROW)
        self.open = None
        if not s.finalbody:
            return ends
        self.around.pop()
        after = self.block(s.finalbody, [*ends, *(end for took in final.took.values() for end in took)])
        for where in final.took:
            self.jump([_End(end.node, end.outcomes, where == _THROW) for end in after], where)
        self.open = None
        return after if ends else []

    def clauses(self, handlers: Sequence[ast.ExceptHandler], head: int, thrown: list[_End]) -> list[_End]:
        """What no clause catches is drawn only where the body says that it raises."""
        raised = self.node(RAISED)
        self.join([_End(head, raised=True), *thrown], raised)
        ends: list[_End] = []
        for handler in handlers:
            span = handler_span(handler)
            entered = Place(span, "branch", "entered")
            node = self.node(HANDLER, [span], [entered])
            self.join([_End(raised, raised=True)], node)
            ends += self.block(handler.body, [_End(node)])
        if thrown and all(handler.type is not None for handler in handlers):
            self.jump([_End(raised, raised=True)], _THROW)
        return ends
