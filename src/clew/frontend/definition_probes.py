"""Definitions and uses of variables in the syntax tree, noted by injected functions; see `probes`.

    def f(x):                     _clew_begin(((x, 1), (y, 0)))
    y = f(x)                      _clew_used(((x, goals), …)) before it, _clew_defined(((y, 2),)) after it
    if (y := x) > 3               if _clew_decides(true uses, false uses, _clew_defines(y, 3, x) > 3)

The goals of a use are numbers, at the place that is the number of the definition; -1 where there is none.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, cast

from clew.frontend.access_paths import path_of, targets_of
from clew.frontend.automata import Hooks, Notes, OfOrder
from clew.frontend.definitions import UNDEFINED, Variables, variables_in, variables_of, with_pairs
from clew.frontend.label_comments import ReadLabels
from clew.frontend.numbers_of_frames import number_of
from clew.frontend.path_probes import NO_GOAL, PathUses, constant_of, path_call, path_hooks
from clew.frontend.places import FunctionNode, handler_span, head_span, span_of
from clew.frontend.scopes import Scope, Scopes, stored_names
from clew.goals.criteria import DEF_USE
from clew.goals.goal import DECISION, Place
from clew.goals.pairs import read_pair
from clew.records import dataclass
from clew.source.spans import Span

Uses: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""What is used together: the variable, and the number of a goal for each number of a definition."""
Numbers: TypeAlias = Mapping[tuple[Span, str], tuple[tuple[str, str, int], ...]]
"""By the place of a use and the outcome: variable, label of the definition, number of the goal."""


def numbers_of_pairs(numbers: Mapping[Place, int]) -> Numbers:
    found: dict[tuple[Span, str], list[tuple[str, str, int]]] = {}
    for place, number in numbers.items():
        if place.kind == DEF_USE and place.outcome is not None and "@" in place.outcome:
            pair = read_pair(place.outcome)
            found.setdefault((place.span, pair.outcome), []).append((pair.name, pair.origin, number))
    return {use: tuple(pairs) for use, pairs in found.items()}


@dataclass(frozen=True, slots=True)
class DefinitionProbes:
    """Of one function.  names: the variables of which goals are asked for; hook: how the names of its hooks begin."""

    numbers: Numbers
    scopes: Scopes
    scope: Scope
    variables: Variables
    names: frozenset[str]
    hook: str = "_clew_"

    @staticmethod
    def of(node: FunctionNode, scopes: Scopes, numbers: Numbers) -> DefinitionProbes | None:
        variables = variables_of(node, scopes)
        spans = {*variables.used, *variables.tested}
        names = frozenset(name for (span, _), pairs in numbers.items() if span in spans for name, _, _ in pairs)
        return DefinitionProbes(numbers, scopes, scopes.of[id(node)], variables, names) if names else None

    def begin(self, place: ast.AST) -> list[ast.stmt]:
        given = {name: int(name in self.scope.parameters) for name in sorted(self.names - self.variables.paths.keys())}
        begun = [_call(f"{self.hook}begin", place, tuple(given.items()))]
        return [*begun, *([_statement(path_call("_clew_begin_paths", place))] if self.has_paths else [])]

    @property
    def has_paths(self) -> bool:
        return not self.names.isdisjoint(self.variables.paths)

    def used_by(self, number: Callable[[int], object], span: Span, outcome: str = "") -> Uses:
        """number: is told which goals these are."""
        found: dict[str, dict[str, int]] = {}
        for name, origin, goal in self.numbers.get((span, outcome), ()):
            found.setdefault(name, {})[origin] = goal
        uses = []
        for name, goals in found.items():
            numbers = [goals.get(label, NO_GOAL) for label in self.variables.origins.get(name, {}).values()]
            for goal in numbers:
                if goal != NO_GOAL:
                    number(goal)
            uses.append((name, (NO_GOAL, *numbers)))  # the first for what is not defined
        return tuple(uses)

    def apart(self, uses: Uses) -> tuple[Uses, PathUses]:
        """Those of variables, and those of paths."""
        paths = self.variables.paths
        of_paths = tuple([(constant_of(paths[name]), goals) for name, goals in uses if name in paths])
        return tuple([use for use in uses if use[0] not in paths]), of_paths

    def before(self, node: ast.stmt, number: Callable[[int], object]) -> list[ast.stmt]:
        uses, of_paths = self.apart(self.used_by(number, head_span(node)))
        noted = [_call(f"{self.hook}used", node, uses)] if uses else []
        return [*noted, *([_statement(path_call("_clew_reads", node, of_paths))] if of_paths else [])]

    def after(self, node: ast.stmt) -> list[ast.stmt]:
        """Of a statement without others in it; what `:=` binds says so itself."""
        match node:
            case ast.Delete():
                gone = [n for n in stored_names(node, self.scope, self.scopes) if n in self.names]
                return [_call(f"{self.hook}defined", node, tuple((n, UNDEFINED) for n in gone))] if gone else []
            case (
                ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.Import() | ast.ImportFrom()
                | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef()
            ):  # fmt: skip
                return [*self.defined(node, [node], head_span(node)), *self.stored(node)]
        return []

    def stored(self, node: ast.stmt) -> list[ast.stmt]:
        """What an assignment stores through paths, those too of which no goal is asked for."""
        paths, span = self.variables.paths, head_span(node)
        own = {name for path in paths.values() for name in path.variables or (path.root,)}
        found = [path_of(target, self.scope, own) for target in targets_of(node)]
        stores = [(constant_of(p), self.variables.code(p.text, span)) for p in found if p is not None]
        return [_statement(path_call("_clew_stored", node, tuple(stores)))] if stores and self.has_paths else []

    def defined(self, place: ast.AST, parts: Iterable[ast.AST], span: Span) -> list[ast.stmt]:
        """What these parts bind, defined at the head of a statement."""
        names = dict.fromkeys(n for part in parts for n in stored_names(part, self.scope, self.scopes))
        return self.bound(place, names, span)

    def bound(self, place: ast.AST, names: Iterable[str], span: Span) -> list[ast.stmt]:
        names = [name for name in names if name in self.names and name not in self.variables.paths]
        known = [(n, code) for n in names if (code := self.variables.code(n, span)) is not None]
        return [_call(f"{self.hook}defined", place, tuple(known))] if known else []

    def targets(self, node: ast.For | ast.AsyncFor | ast.With | ast.AsyncWith, part: ast.AST | None) -> list[ast.stmt]:
        """What its body begins with where its head binds something there."""
        return [] if part is None else self.defined(node.body[0], [part], head_span(node))

    def managers(self, node: ast.With | ast.AsyncWith) -> list[ast.stmt]:
        """What the body of a `with` begins with; other managers are noted before the next one is asked for."""
        for item, following in zip(node.items, node.items[1:], strict=False):
            for noted in self.targets(node, item.optional_vars):
                values = [cast(ast.Expr, noted).value, following.context_expr]
                following.context_expr = ast.copy_location(ast.BoolOp(ast.And(), values), following.context_expr)
        return self.targets(node, node.items[-1].optional_vars)

    def left(self, node: ast.For | ast.AsyncFor) -> list[ast.stmt]:
        """What is done where a loop has no further round."""
        return []

    def handler(self, node: ast.ExceptHandler) -> list[ast.stmt]:
        """What its body begins with."""
        return [] if node.name is None else self.bound(node, [self.scope.mangle(node.name)], handler_span(node))

    def case(self, match: ast.Match, node: ast.match_case) -> None:
        """Its names are bound before the guard is asked."""
        noted = self.defined(node.body[0], [node.pattern], head_span(match))
        if not noted:
            return
        if node.guard is None:
            node.body = [*noted, *node.body]
        else:
            asked = cast(ast.Expr, noted[0]).value
            node.guard = ast.copy_location(ast.BoolOp(ast.And(), [asked, node.guard]), node.guard)

    def decides(self, test: ast.expr, value: ast.expr, number: Callable[[int], object]) -> ast.expr:
        """test: as it was; value: what became of it."""
        true, false = (self.apart(self.used_by(number, span_of(test), outcome)) for outcome in DECISION)
        if true[0] or false[0]:
            value = path_call("_clew_decides", test, true[0], false[0], value)
        return path_call("_clew_decides_by", test, true[1], false[1], value) if true[1] or false[1] else value

    def named(self, node: ast.NamedExpr, head: Span) -> None:
        name = self.scope.mangle(node.target.id)
        code = self.variables.code(name, head) if name in self.names else None
        if code is not None:
            arguments = [ast.Constant(name), ast.Constant(code), node.value]
            call = ast.Call(ast.Name(f"{self.hook}defines", ast.Load()), arguments, [])
            node.value = ast.copy_location(call, node.value)


def _call(name: str, place: ast.AST, argument: object) -> ast.stmt:
    return _statement(path_call(name, place, argument))


def _statement(call: ast.expr) -> ast.stmt:
    return ast.copy_location(ast.Expr(call), call)


# ---------------------------------------------------------------- what runs


def definition_hooks(hit: Callable[[int], object]) -> Hooks:
    last: dict[int, dict[str, int]] = {}  # by frame: the last definition of each variable
    nothing: dict[str, int] = {}
    frame, known_of = sys._getframe, last.get  # these hooks are most of what is run where they are

    def begin(given: tuple[tuple[str, int], ...]) -> None:
        last[number_of(frame(1))] = dict(given)

    def defined(codes: tuple[tuple[str, int], ...]) -> bool:
        known = known_of(number_of(frame(1)))
        if known is not None:
            known.update(codes)
        return True

    def defines(name: str, code: int, value: Any) -> Any:
        known = known_of(number_of(frame(1)))
        if known is not None:
            known[name] = code
        return value

    def used(uses: Uses) -> None:
        known = known_of(number_of(frame(1)), nothing)
        for name, goals in uses:
            goal = goals[known.get(name, UNDEFINED)]
            if goal != NO_GOAL:
                hit(goal)

    def decides(true: Uses, false: Uses, value: Any) -> bool:
        truth = bool(value)
        uses = true if truth else false
        if uses:
            known = known_of(number_of(frame(1)), nothing)
            for name, goals in uses:
                goal = goals[known.get(name, UNDEFINED)]
                if goal != NO_GOAL:
                    hit(goal)
        return truth

    return {
        **path_hooks(hit),
        "_clew_begin": begin,
        "_clew_defined": defined,
        "_clew_defines": defines,
        "_clew_used": used,
        "_clew_decides": decides,
    }


def _notes(tree: ast.Module, scopes: Scopes, labels: ReadLabels) -> Notes:
    every = variables_in(tree, scopes)
    return lambda function, node: with_pairs(function, every)


def _words(outcome: str | None, text: str) -> tuple[str, str]:
    if outcome is None or "@" not in outcome:
        return f"`{outcome}`", "followed from its definitions to its uses"
    pair = read_pair(outcome)
    subject = f"`{pair.name}` of line {pair.origin.partition('.')[0]}"
    if not pair.outcome:
        return subject, f"read in {text}" if text else "read here"
    return subject, f"what makes {text or 'this condition'} {pair.outcome}"


# Its probes are not around statements but in them: `probes` asks `DefinitionProbes`.
PAIRS: Final = OfOrder(DEF_USE, _notes, lambda probing, statement: None, definition_hooks, _words)
