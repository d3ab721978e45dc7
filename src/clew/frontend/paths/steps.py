"""What paths are made of: the steps of a call of a function, and code put where they are made.

    def f(x):                      entry
        if x > 3:                  2   2:true, 2:false
            y = g(x)               3   call:g
        else:
            y = 0                  5
        return y                   6   exit

Only steps of the function itself count, none of functions, lambdas and comprehensions inside of it.  `placed` puts
statements where a step is made: before the statement that it is, at the beginning of the block that an outcome leads
into, in front of a `return` whose value is known, around everything where exceptions are asked for.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Final, NamedTuple, TypeAlias, TypeVar

from clew.frontend.parsing import parse_expression
from clew.frontend.paths.expression import CALL, ENTRY, EXIT, LINE, LOOP, OUTCOME, RAISES, BadExpression, Event
from clew.frontend.places import FunctionNode, docstring_of, has_goal, head_span, own_nodes, span_of
from clew.frontend.syntax_copies import copy_of
from clew.records import dataclass
from clew.regexes import regex

Node = TypeVar("Node", bound=ast.AST)

RESULT: Final = "_clew_result"
LEFT: Final = "_clew_left"
ERROR: Final = "_clew_error"
_LABEL: Final = regex(r"#\s*clew:\s*label\s+([A-Za-z_]\w*)\s*$")


class Step(NamedTuple):
    """kind, line, column, name: as in `Event`; of calls, the place of the call, of `exit` that of the `return`, none at
    the end of the text.  An exception of a class that nobody asks about has no name.  begins: a path may begin with it,
    where a question says with what they begin.
    """

    kind: str
    line: int = 0
    column: int = 0
    name: str = ""
    begins: bool = False


def is_meant(step: Step, event: Event) -> bool:
    """Does an expression mean the step by this?"""
    if step.kind != event.kind:
        return False
    match event.kind:
        case "line" | "outcome":
            at = event.column is None or event.column == step.column
            return event.line == step.line and at and event.name == step.name
        case "call":
            return event.name in (step.name, step.name.rpartition(".")[2])
        case "raises":
            return event.name in ("", step.name)
    return True


@dataclass(frozen=True, slots=True)
class Seen:
    """Which steps are seen.

    lines: are statements?  outcomes: of the tests in these lines; None: of all.  calls: of these functions, each with
    where the expression names it.  raises: None where exceptions are not; else the class, or empty for all alike.
    entry, exits: are the beginning and normal ends?  loops: is a loop that begins?
    """

    lines: bool = True
    outcomes: frozenset[int] | None = frozenset()
    calls: Mapping[str, int] = field(default_factory=dict)
    raises: str | None = None
    entry: bool = False
    exits: bool = False
    loops: bool = False

    @staticmethod
    def by(events: Iterable[Event]) -> Seen:
        """What an expression can see; BadExpression where it names two classes of exceptions."""
        named = list(events)
        raised = [event for event in named if event.kind == RAISES]
        classes = dict.fromkeys(event.name for event in raised if event.name)
        if len(classes) > 1:
            last = next(event for event in raised if event.name == [*classes][1])
            raise BadExpression("an expression names one class of exceptions at most", last.at)
        return Seen(
            outcomes=frozenset(event.line for event in named if event.kind == OUTCOME),
            calls={event.name: event.at for event in named if event.kind == CALL},
            raises=next(iter(classes), "") if raised else None,
            entry=any(event.kind == ENTRY for event in named),
            exits=any(event.kind == EXIT for event in named),
        )

    def sees_test(self, line: int) -> bool:
        return self.outcomes is None or line in self.outcomes

    def calls_in(self, node: ast.stmt) -> list[Step]:
        """The calls that the statement makes by itself, in order; BadExpression where one need not be made."""
        if not self.calls:
            return []
        head = _head(node)
        sure = set[int]() if isinstance(node, ast.While) else {id(e) for part in head for e in _surely_evaluated(part)}
        found = []
        for call, step in (each for part in head for each in _calls(part)):
            name = next((name for name in (step.name, step.name.rpartition(".")[2]) if name in self.calls), None)
            if name is not None and id(call) not in sure:
                text = f"whether line {step.line} calls `{name}` is decided inside of a statement, which is no event"
                raise BadExpression(text, self.calls[name])
            found += [] if name is None else [step]
        return found


def _head(node: ast.stmt) -> list[ast.expr]:
    """The expressions that belong to the statement itself, in order of evaluation."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return []
        case ast.Assign(targets, value):
            return [value, *targets]
        case ast.AugAssign(target, _, value):
            return [target, value]
    return [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)] + [
        item.context_expr for item in getattr(node, "items", ()) if isinstance(item, ast.withitem)
    ]


def _calls(root: ast.expr) -> list[tuple[ast.Call, Step]]:
    """In order of evaluation: what a call needs is called before it."""
    found: list[tuple[ast.Call, Step]] = []
    stack: list[tuple[ast.AST, bool]] = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            assert isinstance(node, ast.Call)
            found.append((node, Step(CALL, node.lineno, node.col_offset, ast.unparse(node.func))))
        elif isinstance(node, _COMPREHENSIONS):
            stack.append((node.generators[0].iter, False))
        elif not isinstance(node, ast.Lambda):
            stack += [(node, True)] if isinstance(node, ast.Call) else []
            stack += [(child, False) for child in reversed([*ast.iter_child_nodes(node)])]
    return found


_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
"""What is called in them is called by functions of their own, but for what they go through."""


def _surely_evaluated(root: ast.expr) -> Iterator[ast.AST]:
    stack: list[ast.AST] = [root]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, _COMPREHENSIONS):
            stack.append(node.generators[0].iter)
            continue
        match node:
            case ast.BoolOp(values=[first, *_]):
                stack.append(first)
            case ast.IfExp(test=test):
                stack.append(test)
            case ast.Compare(left, _, [first, *_]):
                stack += [left, first]
            case ast.Lambda():
                pass
            case _:
                stack.extend(ast.iter_child_nodes(node))


# ---------------------------------------------------------------- code at steps

Put: TypeAlias = Callable[[Step], list[ast.stmt]]


def placed(node: FunctionNode, seen: Seen, put: Put) -> FunctionNode:
    """A copy of the function with statements where its steps are; those of `entry` come first, seen or not.

    What was put there is in line 0.
    """
    node = copy_of(node)
    docstring = docstring_of(node)

    def put_nowhere(step: Step) -> list[ast.stmt]:
        return [_nowhere(each) for each in put(step)]

    placing = _Placing(seen, put_nowhere, is_left_through(node) if seen.exits else False)
    body = placing.block([s for s in node.body if s is not docstring])
    body = placing.ended(node, body)
    node.body = [*put_nowhere(Step(ENTRY)), *body] or [ast.Pass()]
    return node


def _nowhere(statement: ast.stmt) -> ast.stmt:
    for node in ast.walk(statement):
        if isinstance(node, ast.stmt | ast.expr | ast.ExceptHandler):
            node.lineno = node.end_lineno = node.col_offset = node.end_col_offset = 0
    return statement


def steps_of(node: FunctionNode, seen: Seen) -> tuple[Step, ...]:
    """All that are seen, in source order."""
    found: dict[Step, None] = {}

    def put(step: Step) -> list[ast.stmt]:
        if step.kind != ENTRY or seen.entry:
            found[step] = None
        return []

    placed(node, seen, put)
    return tuple(found)


def is_left_through(node: FunctionNode) -> bool:
    """Does a `return` stand in a `try` or `with`, whose end may still raise or return something else?"""
    around = (ast.Try, ast.TryStar, ast.With, ast.AsyncWith)
    return any(isinstance(each, around) and any(_returns(each.body)) for each in own_nodes(node.body))


def _returns(body: Iterable[ast.stmt]) -> Iterator[ast.Return]:
    return (each for each in own_nodes(body) if isinstance(each, ast.Return))


@dataclass(slots=True)
class _Placing:
    """late: whether it ends normally is only known when everything around a `return` has ended."""

    seen: Seen
    put: Put
    late: bool

    def block(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            if self.seen.lines and has_goal(node, None):
                span = head_span(node)
                made += self.put(Step(LINE, span.line, span.column))
            for call in self.seen.calls_in(node):
                made += self.put(call)
            made += self.statement(node)
        return made

    def outcome(self, place: ast.AST, name: str) -> list[ast.stmt]:
        span = span_of(place)
        return self.put(Step(OUTCOME, span.line, span.column, name)) if self.seen.sees_test(span.line) else []

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.For(iter=test) | ast.AsyncFor(iter=test):
                node.body = [*self.outcome(test, "true"), *self.block(node.body)]
                node.orelse = [*self.outcome(test, "false"), *self.block(node.orelse)]
                if self.seen.loops and not isinstance(node, ast.If):
                    span = span_of(test)
                    return [*self.put(Step(LOOP, span.line, span.column)), node]
            case ast.Assert(test=test, msg=message) if self.seen.sees_test(span_of(test).line):
                given = [] if message is None else [message]
                error = ast.Call(ast.Name("AssertionError", ast.Load()), given, [])
                failing = [*self.outcome(test, "false"), _at(node, ast.Raise(_at(node, error), None))]
                passing = self.outcome(test, "true") or [_at(node, ast.Pass())]
                return [_at(node, ast.If(test, passing, failing))]
            case ast.With() | ast.AsyncWith():
                node.body = self.block(node.body)
                return [node, *self.stays(node)]
            case ast.Try() | ast.TryStar():
                node.body, node.orelse = self.block(node.body), self.block(node.orelse)
                node.finalbody = self.block(node.finalbody)
                for handler in node.handlers:
                    entered = self.outcome(handler, "entered")
                    handler.body = [*self.stays(handler), *entered, *self.block(handler.body)]
            case ast.Match(cases=cases):
                for case in cases:
                    case.body = [*self.outcome(case.pattern, "taken"), *self.block(case.body)]
            case ast.Return(value=value):
                return self.leaving(node, value)
            case ast.Break() | ast.Continue():
                return [*self.stays(node), node]
        return [node]

    # ------------------------------------------------------------ normal ends

    def leaving(self, node: ast.Return, value: ast.expr | None) -> list[ast.stmt]:
        if not self.seen.exits:
            return [node]
        given = value or ast.Constant(None)
        if value is not None:
            node.value = _at(node, ast.Name(RESULT, ast.Load()))
        known = _at(node, ast.Assign([ast.Name(RESULT, ast.Store())], given))
        ending = _left(node, True) if self.late else self.put(Step(EXIT, node.lineno, node.col_offset))
        return [known, *ending, node]

    def stays(self, place: ast.AST) -> list[ast.stmt]:
        """Whatever was about to leave the function does not."""
        return _left(place, False) if self.late else []

    def ended(self, node: FunctionNode, body: list[ast.stmt]) -> list[ast.stmt]:
        """With what the end of the last statement and exceptions are."""
        place = node.body[0]
        if self.seen.exits:
            known = _at(place, ast.Assign([ast.Name(RESULT, ast.Store())], ast.Constant(None)))
            if not body or not isinstance(body[-1], ast.Return | ast.Raise):
                body = [*body, known, *(_left(place, True) if self.late else self.put(Step(EXIT)))]
        if self.late:
            body = [*_left(place, False), *self.late_end(place, body)]
        if self.seen.raises is not None:
            body = [self.raising(place, body)]
        return body

    def late_end(self, place: ast.AST, body: list[ast.stmt]) -> list[ast.stmt]:
        failing = ast.ExceptHandler(None, None, [*_left(place, False), ast.Raise(None, None)])
        inner = _at(place, ast.Try(body, [failing], [], []))
        ends = _at(place, ast.If(ast.Name(LEFT, ast.Load()), self.put(Step(EXIT)) or [ast.Pass()], []))
        return [_at(place, ast.Try([inner], [], [], [ends]))]

    def raising(self, place: ast.AST, body: list[ast.stmt]) -> ast.stmt:
        name = self.seen.raises or ""
        steps = self.put(Step(RAISES, name=name))
        if name:
            asked = ast.Call(ast.Name("isinstance", ast.Load()), [ast.Name(ERROR, ast.Load()), _dotted(name)], [])
            steps = [ast.If(asked, steps or [ast.Pass()], self.put(Step(RAISES)))]
        handler = ast.ExceptHandler(ast.Name("BaseException", ast.Load()), ERROR, [*steps, ast.Raise(None, None)])
        return _at(place, ast.Try(body or [ast.Pass()], [handler], [], []))


def _left(place: ast.AST, value: bool) -> list[ast.stmt]:
    return [_at(place, ast.Assign([ast.Name(LEFT, ast.Store())], ast.Constant(value)))]


def _dotted(name: str) -> ast.expr:
    return parse_expression(name)


def _at(place: ast.AST, node: Node) -> Node:
    """The new node at a place, with what is new in it; what has a place already is complete."""
    ast.copy_location(node, place)
    new: list[ast.AST] = [node]
    while new:
        for child in ast.iter_child_nodes(new.pop()):
            if not hasattr(child, "lineno"):
                new.append(ast.copy_location(child, place))
    return node


# ---------------------------------------------------------------- labels


def labels_in(text: str, node: FunctionNode) -> dict[str, tuple[int, ...]]:
    """The lines of the statements of a function that have a comment with a label, behind them or on a line above."""
    if "clew:" not in text:
        return {}
    lines = sorted({step.line for step in steps_of(node, Seen())} - {0})
    found: dict[str, list[int]] = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or (named := _LABEL.match(token.string)) is None:
            continue
        line = token.start[0]
        alone = not token.line[: token.start[1]].strip()
        at = (
            next((each for each in lines if each > line), None)
            if alone
            else max((each for each in lines if each <= line), default=None)
        )
        if at is not None and node.lineno <= line <= (node.end_lineno or line):
            found.setdefault(named[1], []).append(at)
    return {name: tuple(at) for name, at in found.items()}
