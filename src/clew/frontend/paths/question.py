"""A question about paths, and the twin of a function that answers it.

*Is there an input that drives execution along a path of P, with φ true at its end?*  From

    def f(x):                                  entry .* 2:true .* exit   where result > 3
        if x > 3:
            x += 1
        return x

comes a function in which a statement is reached exactly then, so that search, provers and replay need to know nothing
of paths:

    def _along1(x):
        _clew_path = 1                         # entry
        if x > 3:
            _clew_path = 2                     # 2:true
            x += 1
        _clew_result = x
        if _clew_path == 1:                    # exit: no path that is meant goes on so, and the call ends
            return
        try:
            _clew_holds = bool(_clew_result > 3)
        except Exception:
            _clew_holds = False
        if _clew_holds:
            return                             # the goal
        return

`_clew_path` is the state of the automaton.  It depends on no input, so it costs no decision.

A question may say with which step paths begin, and what is true then: where such a step is made, the twin asks that
first, and the automaton reads the one step or the other (`Step.begins`).
"""

from __future__ import annotations

import ast
import copy
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from difflib import get_close_matches
from functools import cache, partial
from typing import Final

from clew.frontend.parsing import parse_expression, parse_module
from clew.frontend.paths.automaton import Automaton, automaton_of
from clew.frontend.paths.expression import (
    CALL,
    ENTRY,
    EXIT,
    LABEL,
    LINE,
    OUTCOME,
    RAISES,
    AnyBut,
    BadExpression,
    Choice,
    Event,
    Expression,
    Repeated,
    Series,
    events_in,
)
from clew.frontend.paths.steps import RESULT, Seen, Step, is_meant, labels_in, placed, steps_of
from clew.frontend.places import FunctionNode, head_span, own_nodes, span_of
from clew.frontend.twins import Subject, moved
from clew.records import dataclass
from clew.source.spans import Span

STATE: Final = "_clew_path"
HOLDS: Final = "_clew_holds"
GIVEN: Final = "_clew_given"
REACHED: Final = "_clew_reached"
RESULT_NAME: Final = "result"


@dataclass(frozen=True, slots=True)
class Question:
    """expression: without labels.  where: what is true at the end of the path, an expression over the variables there
    and `result`; None: anything is.  denied: it is asked whether it may be false there.

    start: with one of these the path begins, without labels; none: with the call.  given: what is true there; None:
    anything is.
    """

    expression: Expression
    where: ast.expr | None = None
    denied: bool = False
    start: tuple[Event, ...] = ()
    given: ast.expr | None = None

    @property
    def seen(self) -> Seen:
        return Seen.by([*events_in(self.expression), *self.start])

    def begins_with(self, step: Step) -> bool:
        return any(is_meant(step, event) for event in self.start)


@dataclass(frozen=True, slots=True)
class Twin:
    """A function that stands behind the text of the module.

    name: of it; text: its own; goals: where in it the statements are that answer, by the number of what is asked;
    origins: tells the place in the source of each part of it, line 0 for what was put into it.  Lines count from the
    first of its text.  named: the statements in the source that the question names.
    """

    subject: Subject
    name: str
    text: str
    goals: Mapping[int, tuple[Span, ...]]
    origins: Callable[[], Mapping[Span, Span]]
    named: tuple[Span, ...] = ()


# ---------------------------------------------------------------- what is asked


def resolved(expression: Expression, node: FunctionNode, text: str) -> Expression:
    """With lines for labels; BadExpression where it names what the function does not have.  text: of the module."""
    labels = labels_in(text, node)
    every = steps_of(node, Seen(outcomes=None, exits=True, raises=""))

    def lines(event: Event) -> list[Event]:
        if event.kind != LABEL:
            _check(event, every, node)
            return [event]
        if event.name not in labels:
            near = hint(event.name, [*labels, ENTRY, EXIT, RAISES, CALL])
            raise BadExpression(f"there is no label `{event.name}` in `{node.name}`{near}", event.at)
        return [Event(LINE, line, at=event.at) for line in labels[event.name]]

    def made(part: Expression) -> Expression:
        match part:
            case Event():
                found = lines(part)
                return found[0] if len(found) == 1 else Choice(tuple(found))
            case AnyBut(but):
                return AnyBut(tuple([each for event in but for each in lines(event)]))
            case Series(parts):
                return Series(tuple(map(made, parts)))
            case Choice(parts):
                return Choice(tuple(map(made, parts)))
            case Repeated(inner, sign):
                return Repeated(made(inner), sign)

    return made(expression)


def _check(event: Event, every: Sequence[Step], node: FunctionNode) -> None:
    if event.kind in (LINE, OUTCOME):
        known = [step for step in every if step.kind == event.kind]
        if any(is_meant(step, event) for step in known):
            return
        here = [step for step in known if step.line == event.line]
        what = "statement that begins" if event.kind == LINE else "test"
        if not here:
            lines = sorted({step.line for step in known})
            near = min(lines, key=lambda line: (abs(line - event.line), line), default=None)
            where = "" if near is None else f"; the nearest is in line {near}"
            raise BadExpression(f"line {event.line} of `{node.name}` has no {what} there{where}", event.at)
        if event.column is not None and all(step.column != event.column for step in here):
            columns = ", ".join(dict.fromkeys(f"{s.line}.{s.column}" for s in here))
            raise BadExpression(f"there is no {what} in that column; there are {columns}", event.at)
        names = ", ".join(dict.fromkeys(step.name for step in here))
        raise BadExpression(f"line {event.line} is never {event.name}; it may be {names}", event.at)
    if event.kind == CALL:
        called = {ast.unparse(n.func).rpartition(".")[2] for n in ast.walk(node) if isinstance(n, ast.Call)}
        if event.name.rpartition(".")[2] not in called:
            raise BadExpression(f"`{node.name}` has no call of `{event.name}`{hint(event.name, called)}", event.at)


def hint(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, sorted(known), 1)
    return f"; did you mean `{near[0]}`?" if near else ""


# ---------------------------------------------------------------- the twin


def twin_of(subject: Subject, question: Question, number: int) -> Twin:
    """BadExpression where it cannot be asked of this function."""
    seen = question.seen
    steps = steps_of(subject.node, seen)
    begins = [step._replace(begins=True) for step in steps if question.begins_with(step)]
    automaton = automaton_of(question.expression, [*steps, *begins], begins)
    asking = _Asking(automaton, question, seen.entry)
    twin = as_twin(subject, called_alone(subject, placed(subject.node, seen, asking.at)), f"_along{number}")
    return replace(twin, named=_named(question, subject.node))


def _named(question: Question, node: FunctionNode) -> tuple[Span, ...]:
    events = (*events_in(question.expression), *question.start)
    lines = {event.line for event in events if event.kind in (LINE, OUTCOME)}
    own = (each for each in own_nodes(node.body) if isinstance(each, ast.stmt))
    return tuple(sorted(head_span(each) for each in own if each.lineno in lines))


def end_of(question: Question) -> Callable[[Step, list[ast.stmt]], list[ast.stmt]]:
    """What makes code that is carried out at the end of a path if what is asked about it is true."""

    def ended(step: Step, then: list[ast.stmt]) -> list[ast.stmt]:
        if question.where is None:
            return then
        asked = copy.deepcopy(question.where)
        if step.kind == EXIT:  # whatever variable of the function is called so
            asked = _Renamed(RESULT_NAME, RESULT).visit(asked)
        return [_evaluated(HOLDS, asked, question.denied), ast.If(ast.Name(HOLDS, ast.Load()), then, [])]

    return ended


def if_given(question: Question, then: list[ast.stmt], otherwise: list[ast.stmt]) -> list[ast.stmt]:
    """Code that is carried out where paths begin, if what is given there is true, and if it is not."""
    if question.given is None:
        return then
    given = _evaluated(GIVEN, copy.deepcopy(question.given), False)
    return [given, ast.If(ast.Name(GIVEN, ast.Load()), then or [ast.Pass()], otherwise)]


def _evaluated(name: str, condition: ast.expr, denied: bool) -> ast.stmt:
    """The name is whether the condition is true, or denied; where it raises it is not true."""
    holds = parse_module(f"{name} = {'not' if denied else 'bool'}(0)").body[0]
    assert isinstance(holds, ast.Assign)
    if isinstance(holds.value, ast.Call):
        holds.value.args = [condition]
    else:
        holds.value = ast.UnaryOp(ast.Not(), condition)
    failed = parse_module(f"{name} = {denied}").body
    return ast.Try([holds], [ast.ExceptHandler(ast.Name("Exception", ast.Load()), None, failed)], [], [])


class _Renamed(ast.NodeTransformer):
    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Name(self.new, node.ctx), node) if node.id == self.old else node


@dataclass(slots=True)
class _Asking:
    """The automaton as code.  sees_entry: does it read that the call begins?"""

    automaton: Automaton
    question: Question
    sees_entry: bool
    ended: Callable[[Step, list[ast.stmt]], list[ast.stmt]] = field(init=False)
    states: list[int] = field(init=False)

    def __post_init__(self) -> None:
        """states: those that a call may be in between its entry and its end."""
        self.ended = end_of(self.question)
        first = self.first
        found = {} if first is None else {first: None}
        waiting = [*found]
        while waiting:
            moves = self.automaton.moves[waiting.pop()].items()
            new = dict.fromkeys(to for step, to in moves if step.kind not in (EXIT, RAISES) and to not in found)
            found.update(new)
            waiting += new
        self.states = sorted(found)

    @property
    def first(self) -> int | None:
        """The state behind the entry."""
        return self.automaton.after(0, Step(ENTRY)) if self.sees_entry else 0

    def at(self, step: Step) -> list[ast.stmt]:
        if step.kind == ENTRY:
            begun = self.begun(step)
            return begun if self.question.start else if_given(self.question, begun, [ast.Return(None)])
        if self.question.begins_with(step):
            return if_given(self.question, self.after(step._replace(begins=True)), self.after(step))
        return self.after(step)

    def begun(self, step: Step) -> list[ast.stmt]:
        first = self.first
        if not self.automaton.accepting.isdisjoint({0, first}):
            return [*self.ended(step, reached(0)), *([ast.Return(None)] if first is None else self.now(first))]
        return [ast.Return(None)] if first is None else self.now(first)

    def after(self, step: Step) -> list[ast.stmt]:
        after = {state: self.automaton.after(state, step) for state in self.states}
        gone = [state for state, to in after.items() if to is None]
        left = [state for state in self.states if state not in gone]
        made = self.when(gone, self.states, [ast.Return(None)])
        made += self.moved({state: to for state, to in after.items() if to is not None})
        possible = sorted({to for state in left if (to := after[state]) is not None})
        accepted = [to for to in possible if to in self.automaton.accepting]
        return made + (self.when(accepted, possible, self.ended(step, reached(0))) if accepted else [])

    def now(self, state: int) -> list[ast.stmt]:
        return [ast.Assign([ast.Name(STATE, ast.Store())], ast.Constant(state))]

    def when(self, states: Sequence[int], among: Sequence[int], then: list[ast.stmt]) -> list[ast.stmt]:
        """Carried out in these of the states that are possible."""
        if not states or len(states) == len(among):
            return then if states else []
        tests: list[ast.expr] = [
            ast.Compare(ast.Name(STATE, ast.Load()), [ast.Eq()], [ast.Constant(state)]) for state in states
        ]
        return [ast.If(tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests), then, [])]

    def moved(self, after: Mapping[int, int]) -> list[ast.stmt]:
        """From each state to the next."""
        groups: dict[int, list[int]] = defaultdict(list)
        for state, to in after.items():
            groups[to].append(state)
        if len(groups) == 1 and (to := next(iter(groups))) != next(iter(after)):
            return self.now(to)
        moving = {to: [state for state in states if state != to] for to, states in groups.items()}
        made: list[ast.stmt] = []
        for to, states in reversed(moving.items()):
            if states:
                (tested,) = self.when(states, [*states, -1], self.now(to))
                assert isinstance(tested, ast.If)
                tested.orelse, made = made, [tested]
        return made


def reached(number: int) -> list[ast.stmt]:
    """A goal: the first of these statements."""
    return [ast.Assign([ast.Name(REACHED, ast.Store())], ast.Constant(number)), ast.Return(None)]


def as_twin(subject: Subject, node: FunctionNode, name: str) -> Twin:
    """node: the function with what was put into it."""
    node, text, read = standing_alone(subject, node, name)
    goals: dict[int, list[Span]] = defaultdict(list)
    for each in ast.walk(read):
        match each:
            case ast.Assign([ast.Name(id)], ast.Constant(int(number))) if id == REACHED:
                goals[number].append(span_of(each))
    origins = cache(partial(_origins, node, read))
    return Twin(subject, name, text, {n: tuple(spans) for n, spans in goals.items()}, origins)


def standing_alone(subject: Subject, node: FunctionNode, name: str) -> tuple[FunctionNode, str, ast.stmt]:
    """The function with what was put into it, by another name; its text, and what is read from that.  node: goes."""
    node.name, node.returns = name, None
    node = moved(subject, node)
    text = ast.unparse(node)
    try:
        read = parse_module(text, "<path>")
        compile(read, "<path>", "exec", dont_inherit=True)
    except SyntaxError as error:
        raise BadExpression(f"paths through it cannot be asked about ({error.msg})", 0) from None
    return node, text, read.body[0]


def called_alone(subject: Subject, node: FunctionNode) -> FunctionNode:
    """As it is called outside of its class: what it is called with says of which class that is."""
    if not subject.cls or subject.binding == "static":
        return node
    own = node.args.posonlyargs or node.args.args
    cls = parse_expression(subject.cls)
    if subject.binding == "class":
        given = own.pop(0)
        bound = ast.copy_location(ast.Assign([ast.Name(given.arg, ast.Store())], cls), node.body[0])
        node.body.insert(0, ast.fix_missing_locations(bound))
    elif own:
        own[0].annotation = cls
    return node


def _origins(made: ast.AST, read: ast.AST) -> dict[Span, Span]:
    """made: with places in the source; read: the same from its text."""
    found: dict[Span, Span] = {}
    for old, new in zip(ast.walk(made), ast.walk(read), strict=False):
        if type(old) is not type(new):
            break
        if hasattr(new, "end_lineno") and hasattr(old, "end_lineno"):
            found.setdefault(span_of(new), span_of(old))
    return found
