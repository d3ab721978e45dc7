"""Paths between definitions and uses in the syntax tree, noted by injected functions; see `probes`.

    y = f(x)                      _clew_du_used(((x, paths), …)) before it, _clew_du_defined(((y, 2),)) after it
    if x > 3                      if _clew_du_decides("5:true", true uses, "5:false", false uses, x > 3)
    for x in xs                   _clew_du_went("7:true") where a round begins, "7:false" where none does

Each variable has a list: the number of its last definition, and what was decided since.  A path is asked for by such a
list; none goes on that comes to a decision twice.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from clew.frontend.automata import Hooks, OfOrder
from clew.frontend.definition_probes import DefinitionProbes
from clew.frontend.definitions import UNDEFINED, variables_of
from clew.frontend.du_paths import Step, has_match, notes_of_paths, steps_of, words
from clew.frontend.numbers_of_frames import number_of
from clew.frontend.path_probes import path_call
from clew.frontend.places import FunctionNode, handler_span, head_span, span_of
from clew.frontend.scopes import Scopes
from clew.goals.criteria import ALL_DU_PATHS
from clew.goals.goal import DECISION, Place
from clew.goals.pairs import read_path
from clew.records import dataclass
from clew.source.spans import Span

HOOK: Final = "_clew_du_"
Ways: TypeAlias = tuple[tuple[tuple[int | str, ...], int], ...]
"""The list of a variable where a goal is reached, and the number of that."""
Uses: TypeAlias = tuple[tuple[str, Ways], ...]
Numbers: TypeAlias = Mapping[Span, tuple[tuple[str, str, tuple[str, ...], int], ...]]
"""By the place of a use: variable, label of the definition, what was decided since, number of the goal."""


def numbers_of_paths(numbers: Mapping[Place, int]) -> Numbers:
    found: dict[Span, list[tuple[str, str, tuple[str, ...], int]]] = {}
    for place, number in numbers.items():
        if place.kind == ALL_DU_PATHS and place.outcome is not None and "@" in place.outcome:
            found.setdefault(place.span, []).append((*read_path(place.outcome), number))
    return {use: tuple(paths) for use, paths in found.items()}


@dataclass(frozen=True, slots=True)
class DuPathProbes:
    """Of one function.  definitions: how these are noted."""

    numbers: Numbers
    definitions: DefinitionProbes
    steps: Mapping[Step, str]

    @staticmethod
    def of(node: FunctionNode, scopes: Scopes, numbers: Numbers) -> DuPathProbes | None:
        variables = variables_of(node, scopes).without_paths()
        spans = {*variables.used, *variables.tested}
        names = frozenset(name for span, paths in numbers.items() if span in spans for name, *_ in paths)
        if not names or has_match(node):
            return None
        noted = DefinitionProbes({}, scopes, scopes.of[id(node)], variables, names, HOOK)
        return DuPathProbes(numbers, noted, steps_of(node))

    def begin(self, place: ast.AST) -> list[ast.stmt]:
        return self.definitions.begin(place)

    def uses(self, number: Callable[[int], object], span: Span, step: str | None = None) -> Uses:
        """number: is told which goals these are.  step: the last one."""
        found: dict[str, list[tuple[tuple[int | str, ...], int]]] = {}
        for name, label, steps, goal in self.numbers.get(span, ()):
            if step is None or steps[-1:] == (step,):
                number(goal)
                code = [*self.definitions.variables.origins[name].values()].index(label) + 1
                found.setdefault(name, []).append(((code, *steps), goal))
        return tuple([(name, tuple(ways)) for name, ways in found.items()])

    def went(self, place: ast.AST, span: Span, outcome: str) -> list[ast.stmt]:
        call = path_call(f"{HOOK}went", place, self.steps[span, outcome])
        return [ast.copy_location(ast.Expr(call), place)]

    def before(self, node: ast.stmt, number: Callable[[int], object]) -> list[ast.stmt]:
        span = head_span(node)
        if span not in self.definitions.variables.used:
            return []
        uses = self.uses(number, span)
        return [ast.copy_location(ast.Expr(path_call(f"{HOOK}used", node, uses)), node)] if uses else []

    def after(self, node: ast.stmt) -> list[ast.stmt]:
        return self.definitions.after(node)

    def targets(self, node: ast.For | ast.AsyncFor, part: ast.AST) -> list[ast.stmt]:
        begun = self.went(node.body[0], span_of(node.iter), "true")
        return [*begun, *self.definitions.targets(node, part)]

    def left(self, node: ast.For | ast.AsyncFor) -> list[ast.stmt]:
        return self.went(node, span_of(node.iter), "false")

    def managers(self, node: ast.With | ast.AsyncWith) -> list[ast.stmt]:
        return self.definitions.managers(node)

    def handler(self, node: ast.ExceptHandler) -> list[ast.stmt]:
        return [*self.went(node.body[0], handler_span(node), "entered"), *self.definitions.handler(node)]

    def case(self, match: ast.Match, case: ast.match_case) -> None:
        """There is none."""

    def decides(self, test: ast.expr, value: ast.expr, number: Callable[[int], object]) -> ast.expr:
        sides: list[object] = []
        for outcome in DECISION:
            step = self.steps.get((span_of(test), outcome))
            if step is None:  # a decision inside of an expression
                return value
            sides += [step, self.uses(number, span_of(test), step)]
        return path_call(f"{HOOK}decides", test, *sides, value)

    def named(self, node: ast.NamedExpr, head: Span) -> None:
        self.definitions.named(node, head)


# ---------------------------------------------------------------- what runs


Since: TypeAlias = tuple[tuple[int | str, ...], frozenset[str]]
"""The way since a definition, its number first, and the places on it."""


def _begun(code: int) -> Since:
    return (code,), frozenset()


def du_path_hooks(hit: Callable[[int], object]) -> Hooks:
    every: dict[int, dict[str, Since | None]] = {}  # by frame
    frame = sys._getframe

    def begin(given: tuple[tuple[str, int], ...]) -> None:
        every[number_of(frame(1))] = {name: _begun(code) if code != UNDEFINED else None for name, code in given}

    def defined(codes: tuple[tuple[str, int], ...]) -> bool:
        known = every.get(number_of(frame(1)))
        if known is not None:
            known.update({name: _begun(code) if code != UNDEFINED else None for name, code in codes})
        return True

    def defines(name: str, code: int, value: Any) -> Any:
        known = every.get(number_of(frame(1)))
        if known is not None:
            known[name] = _begun(code)
        return value

    def go(known: dict[str, Since | None], step: str) -> None:
        place = step.partition(":")[0]
        for name, since in known.items():
            if since is not None:
                way, places = since
                known[name] = None if place in places else ((*way, step), places | {place})

    def note(known: dict[str, Since | None], uses: Uses) -> None:
        for name, ways in uses:
            since = known.get(name)
            mine = () if since is None else since[0]
            for way, goal in ways:
                if way == mine:
                    hit(goal)

    def went(step: str) -> None:
        known = every.get(number_of(frame(1)))
        if known is not None:
            go(known, step)

    def used(uses: Uses) -> None:
        known = every.get(number_of(frame(1)))
        if known is not None:
            note(known, uses)

    def decides(yes: str, true: Uses, no: str, false: Uses, value: Any) -> bool:
        truth, known = bool(value), every.get(number_of(frame(1)))
        if known is not None:
            go(known, yes if truth else no)
            note(known, true if truth else false)
        return truth

    return {
        f"{HOOK}begin": begin,
        f"{HOOK}defined": defined,
        f"{HOOK}defines": defines,
        f"{HOOK}went": went,
        f"{HOOK}used": used,
        f"{HOOK}decides": decides,
    }


# Its probes are not around statements but in them: `probes` asks `DuPathProbes`.
DU_PATHS: Final = OfOrder(ALL_DU_PATHS, notes_of_paths, lambda probing, statement: None, du_path_hooks, words)
