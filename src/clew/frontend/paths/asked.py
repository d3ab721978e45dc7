"""What a user asks, read and checked: the expression, and what is to be true where the path begins and ends."""

from __future__ import annotations

import ast
import builtins

from clew.frontend.clause_purity import Purity
from clew.frontend.module import Module
from clew.frontend.parsing import parse_expression, parse_module
from clew.frontend.paths.expression import (
    CALL,
    EXIT,
    LABEL,
    LINE,
    OUTCOME,
    RAISES,
    BadExpression,
    BadQuestion,
    Event,
    Expression,
    events_in,
    read,
)
from clew.frontend.paths.question import RESULT_NAME, Question, hint, resolved
from clew.frontend.places import FunctionNode, span_of
from clew.frontend.scopes import find_scopes
from clew.frontend.twins import Subject
from clew.records import dataclass
from clew.source.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Asked:
    """path: the expression; where: what is true at its end, empty for anything; must: is asked whether it always is.

    start: the event with which it begins, empty for the call; given: what is true there, empty for anything.
    """

    path: str
    where: str = ""
    must: bool = False
    start: str = ""
    given: str = ""

    def __str__(self) -> str:
        ending = f" {'must end with' if self.must else 'where'} {self.where}" if self.where else ""
        return f"{self.path}{self.beginning}{ending}"

    @property
    def beginning(self) -> str:
        return (f" from {self.start}" if self.start else "") + (f" given {self.given}" if self.given else "")


class BadCondition(BadQuestion):
    """What is asked about the end of the path cannot be."""


class BadStart(BadQuestion):
    """A path cannot begin there."""


class BadGiven(BadQuestion):
    """What is asked about the beginning of the path cannot be."""


def problem_of(error: BadQuestion, asked: Asked, file: str) -> Diagnostic:
    """With a caret under what is wrong."""
    match error:
        case BadCondition():
            text = asked.where
        case BadStart():
            text = asked.start
        case BadGiven():
            text = asked.given
        case _:
            text = asked.path
    return Diagnostic("path", str(error), file, detail=(f"  {text}", f"  {' ' * error.column}^"))


def question_of(asked: Asked, module: Module, subject: Subject) -> Question:
    """BadQuestion, of the class of its part and with the column, where it cannot be understood."""
    expression = resolved(read(asked.path), subject.node, module.text)
    _check_classes(expression, module)
    start = _start(asked.start, module, subject) if asked.start else ()
    ends = any(event.kind == EXIT for event in events_in(expression))
    given = _condition(asked.given, BadGiven, False, module, subject, not start) if asked.given else None
    where = _condition(asked.where, BadCondition, ends, module, subject) if asked.where else None
    return Question(expression, where, asked.must, start, given)


def _start(text: str, module: Module, subject: Subject) -> tuple[Event, ...]:
    try:
        event = read(text)
        if not isinstance(event, Event) or event.kind not in (LINE, OUTCOME, LABEL, CALL):
            raise BadStart("a path begins with the call, or with a line, an outcome, a call in it or a label", 0)
        return tuple(events_in(resolved(event, subject.node, module.text)))
    except BadExpression as error:
        raise BadStart(str(error), error.column) from None


def _check_classes(expression: Expression, module: Module) -> None:
    """Are the exceptions that it names known to the module?"""
    named = [event for event in events_in(expression) if event.kind == RAISES and event.name]
    known = {*find_scopes(parse_module(module.text)).module_names, *vars(builtins)} if named else set()
    for event in named:
        root = event.name.partition(".")[0]
        if root not in known and "*" not in known:
            text = f"there is no class `{event.name}` in the module{hint(root, known)}"
            raise BadExpression(text, event.at)


def _condition(
    text: str, bad: type[BadQuestion], ends: bool, module: Module, subject: Subject, first: bool = False
) -> ast.expr:
    """ends: the path ends with `exit`, so there is a `result`.  first: it is asked where the call begins."""
    try:
        where = parse_expression(text)
    except SyntaxError as error:
        raise bad(f"not an expression ({error.msg})", max((error.offset or 1) - 1, 0)) from None
    tree = parse_module(module.text)
    if (why := Purity(tree).impure(where)) is not None:
        raise bad(f"a condition only looks, but {why}", 0)
    scopes = find_scopes(tree)
    scope = next(scope for scope in scopes.of.values() if _is_at(scope.node, subject.node))
    local = {*scope.bound, *scope.free, *scope.parameters}
    own = {n.id for n in ast.walk(where) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    own |= {each.arg for each in ast.walk(where) if isinstance(each, ast.arg)}
    known = {*local, *own, *scopes.module_names, *vars(builtins), *({RESULT_NAME} if ends else ())}
    for node in ast.walk(where):
        if isinstance(node, ast.Name) and scope.mangle(node.id) not in known and "*" not in scopes.module_names:
            if node.id != RESULT_NAME:
                why = f"`{node.id}` is no variable of `{subject.path}`, nor of its module{hint(node.id, local)}"
            elif bad is BadGiven:
                why = "`result` is what is returned, which nothing is where a path begins"
            else:
                why = "`result` is what is returned, and the path does not end with `exit`"
            raise bad(why, node.col_offset)
        if (
            first
            and isinstance(node, ast.Name)
            and scope.mangle(node.id) in scope.bound.keys() - {*scope.parameters, *own}
        ):
            raise bad(
                f"`{node.id}` has no value yet where the call begins{hint(node.id, scope.parameters)}", node.col_offset
            )
    return where


def _is_at(node: ast.AST, function: FunctionNode) -> bool:
    """Is it the same function, in another tree?"""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and span_of(node) == span_of(function)
