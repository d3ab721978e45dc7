"""Probes in the syntax tree: run the module and learn which goals were reached, without the IR.

The functions of a module get calls to a few injected functions (`hooks`) at the places of their goals; nothing else
about the module changes, and no scope gets a new name.  Truth values are asked for once, operands keep their values:

    a statement            _clew_probe(n) before it; in an `except` clause or a taken `case` at the start of its body
    if test                if _clew_branch(true, false, test)
    a and not b, tested    _clew_branch(…, a) and not _clew_branch(…, b)
    a or b, as a value     _clew_value(_clew_operand(…, a) or b): the operand is wrapped, remembers its truth
    a < b < c              …(a < _clew_keep(k, b)) and …(_clew_kept(k) < c)
    if a and b: vectors    if _clew_decided(d, vectors, _clew_noted(d, 0, a) and _clew_noted(d, 1, b))
    for x in xs            for x in _clew_loop(entered, empty, exhausted, xs)
    for x in xs: rounds    _clew_loop_begins(k) before, _clew_round(k, many) in, _clew_loop_left(k, zero, once) after it
    x < y: boundaries      _clew_left(k, x) < _clew_right(k, less, equal, greater, y)
    y = x: pairs           _clew_used(pairs) before it, _clew_defined(definitions) after it (`definition_probes`)
    y = x: du-paths       _clew_du_used, _clew_du_defined (`du_path_probes`); _clew_du_went(step) where a block begins
    self.x = x: pairs      _clew_reads(pairs) before it, _clew_stored(stores) after it (`path_probes`)
    case P, missed         a further `case _ if _clew_missed(n): pass` after it, whose guard is never true
"""

from __future__ import annotations

import ast
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from clew.frontend.clauses import ReadContract
from clew.frontend.contract_probes import probe_contracts
from clew.frontend.numbers_of_frames import number_of
from clew.frontend.parsing import parse_module
from clew.frontend.places import (
    case_span,
    comparison_span,
    docstring_of,
    handler_span,
    has_goal,
    head_span,
    is_compound,
    span_of,
    strip_not,
)
from clew.goals.criteria import ALL_DU_PATHS, DEF_USE, LABEL, SEQUENCE, VECTOR
from clew.goals.goal import LOOP, Goal, Place
from clew.records import dataclass
from clew.source.recursion import deep_recursion
from clew.source.settings import COVERAGE
from clew.source.spans import Span

if TYPE_CHECKING:
    from clew.frontend.automata import OfOrder
    from clew.frontend.definition_probes import DefinitionProbes
    from clew.frontend.du_path_probes import DuPathProbes
    from clew.frontend.label_comments import ReadLabels
    from clew.frontend.scopes import Scopes

Node = TypeVar("Node", bound=ast.AST)


@dataclass(frozen=True, slots=True)
class Probed:
    """tree: to be compiled and run with `hooks` among its globals.  table: the goal id of each probe number.

    unprobed: ids of goals for which there is no probe.  contracts: by the numbers of their decorators.
    """

    tree: ast.Module
    table: tuple[str, ...]
    unprobed: tuple[str, ...]
    contracts: Mapping[int, ReadContract]


def probe(text: str, file: str, goals: Sequence[Goal], first: int = 0) -> Probed:
    """Put probes for these goals into a module (which must parse).  first: the number of its first contract."""
    with deep_recursion():
        tree = parse_module(text, file)
        numbers = {g.place: n for n, g in enumerate(goals)}
        has_pairs = any(place.kind in (DEF_USE, ALL_DU_PATHS) for place in numbers)
        prober = _Prober(numbers)
        if has_pairs:
            from clew.frontend.definition_probes import numbers_of_pairs
            from clew.frontend.du_path_probes import numbers_of_paths
            from clew.frontend.scopes import find_scopes

            prober.scopes = find_scopes(tree)
            prober.pairs, prober.along = numbers_of_pairs(numbers), numbers_of_paths(numbers)
        if prober.ordered:
            from clew.frontend.label_comments import NOTHING, read_labels

            are_asked_for = any(place.kind in (LABEL, SEQUENCE) for place in numbers)
            prober.labels = read_labels(tree, text, file) if are_asked_for else NOTHING
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                prober.pending.append(node)
        for node in prober.pending:
            prober.function(node)
        contracts = probe_contracts(tree, text, file, first)
        ast.fix_missing_locations(tree)
    unprobed = tuple(g.id for n, g in enumerate(goals) if n not in prober.used)
    return Probed(tree, tuple(g.id for g in goals), unprobed, contracts)


def _ordered(places: Iterable[Place] | None) -> tuple[OfOrder, ...]:
    """The criteria about the order of events; none where all that is asked for is what everybody asks for, since there
    is much to import for them.
    """
    if places is not None and all(place.kind in COVERAGE for place in places):
        return ()
    from clew.frontend.ordered import ORDERED

    return ORDERED


class _Prober(ast.NodeTransformer):
    """`visit` is for expressions that are values; `tested` for those whose truth alone matters."""

    labels: ReadLabels  # where a criterion about the order of events is asked for
    scopes: Scopes | None = None  # where pairs of definitions and uses are asked for, and these
    pairs: Mapping[tuple[Span, str], Any]
    along: Mapping[Span, Any]

    def __init__(self, numbers: dict[Place, int]) -> None:
        self.numbers = numbers
        self.ordered = _ordered(numbers)
        self.definitions: list[DefinitionProbes | DuPathProbes] = []  # of the function it is in
        self.head: Span | None = None  # of the statement it is in
        self.vectors = _vectors_of(numbers)
        self.decision_at: _Noted | None = None  # of which the conditions met are
        self.used: set[int] = set()
        self.pending: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
        self.chains = 0
        self.decisions = 0

    def number(self, span: Span, kind: str, outcome: str | None) -> int:
        found = self.numbers.get(Place(span, kind, outcome), -1)
        if found >= 0:
            self.used.add(found)
        return found

    def call(self, name: str, place: ast.AST, *arguments: ast.expr | int) -> ast.Call:
        values = [ast.Constant(a) if isinstance(a, int) else a for a in arguments]
        return _located(ast.Call(ast.Name(name, ast.Load()), values, []), place)

    # ------------------------------------------------------------ statements

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        docstring = docstring_of(node)
        self.definitions = []
        if self.scopes is not None:
            from clew.frontend.definition_probes import DefinitionProbes
            from clew.frontend.du_path_probes import DuPathProbes

            made = DefinitionProbes.of(node, self.scopes, self.pairs), DuPathProbes.of(node, self.scopes, self.along)
            self.definitions += [each for each in made if each is not None]
        body = self.block([s for s in node.body if s is not docstring])
        body = [*(each for one in self.definitions for each in one.begin(node.body[0])), *body]
        node.body = [docstring, *body] if docstring is not None else body

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        outer = self.head
        for node in statements:
            self.head = head_span(node)
            if has_goal(node, None):
                result += self.reach(self.head, "statement", None, node)
            before = [each for one in self.definitions for each in one.before(node, self.used.add)]
            after = [each for one in self.definitions for each in one.after(node)]
            around = [put for criterion in self.ordered if (put := criterion.around(self, node)) is not None]
            made = [self.statement(node)]
            for put in around:
                made = put(made)
            result += [*before, *made, *after]
        self.head = outer
        return result

    def reach(self, span: Span, kind: str, outcome: str | None, place: ast.AST) -> list[ast.stmt]:
        number = self.number(span, kind, outcome)
        if number < 0:
            return []
        return [_located(ast.Expr(self.call("_clew_probe", place, number)), place)]

    def statement(self, node: ast.stmt) -> ast.stmt:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                node.decorator_list = self.values(node.decorator_list)
                self.defaults(node.args)
            case ast.ClassDef():
                node.decorator_list = self.values(node.decorator_list)
                node.bases = self.values(node.bases)
                for keyword in node.keywords:
                    keyword.value = self.visit(keyword.value)
            case ast.If() | ast.While():
                node.test = self.test(node.test)
                node.body, node.orelse = self.block(node.body), self.block(node.orelse)
            case ast.Assert():
                node.test = self.test(node.test)
                node.msg = node.msg and self.visit(node.msg)
            case ast.For() | ast.AsyncFor():
                node.iter = self.loop(node.iter, isinstance(node, ast.AsyncFor))
                bound = [each for one in self.definitions for each in one.targets(node, node.target)]
                left = [each for one in self.definitions for each in one.left(node)]
                node.target = self.visit(node.target)
                node.body, node.orelse = [*bound, *self.block(node.body)], [*left, *self.block(node.orelse)]
            case ast.With() | ast.AsyncWith():
                bound = [each for one in self.definitions for each in one.managers(node)]
                node.items = [self.visit(item) for item in node.items]
                node.body = [*bound, *self.block(node.body)]
            case ast.Try() | ast.TryStar():
                node.body, node.orelse = self.block(node.body), self.block(node.orelse)
                node.finalbody = self.block(node.finalbody)
                for handler in node.handlers:
                    entered = self.reach(handler_span(handler), "branch", "entered", handler.body[0])
                    begun = [each for one in self.definitions for each in one.handler(handler)]
                    handler.type = handler.type and self.visit(handler.type)
                    handler.body = [*entered, *begun, *self.block(handler.body)]
            case ast.Match():
                node.subject = self.visit(node.subject)
                node.cases = [new for case in node.cases for new in self.case(node, case)]
            case ast.AnnAssign():
                node.target = self.visit(node.target)
                node.value = node.value and self.visit(node.value)
            case _:
                self.generic_visit(node)
        return node

    def case(self, statement: ast.Match, case: ast.match_case) -> list[ast.match_case]:
        span = case_span(case)
        taken = self.reach(span, "branch", "taken", case.body[0])
        missed = self.number(span, "branch", "missed")
        if case.guard is not None:
            case.guard = self.test(case.guard)
        case.body = [*taken, *self.block(case.body)]
        for each in self.definitions:
            each.case(statement, case)
        if missed < 0:
            return [case]
        place = case.pattern
        never = ast.match_case(
            _located(ast.MatchAs(), place), self.call("_clew_missed", place, missed), [_located(ast.Pass(), place)]
        )
        return [case, never]

    # ------------------------------------------------------------ expressions

    def values(self, nodes: list[ast.expr]) -> list[ast.expr]:
        return [self.visit(n) for n in nodes]

    def defaults(self, args: ast.arguments) -> None:
        args.defaults = self.values(args.defaults)
        args.kw_defaults = [d and self.visit(d) for d in args.kw_defaults]

    def test(self, test: ast.expr) -> ast.expr:
        """The decision of a statement."""
        value = self.decision(test)
        for each in self.definitions:
            value = each.decides(test, value, self.used.add)
        return value

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        node.value = self.visit(node.value)
        if self.head is not None:
            for each in self.definitions:
                each.named(node, self.head)
        return node

    def decision(self, test: ast.expr) -> ast.expr:
        span = span_of(test)
        if not is_compound(test):
            return self.branch(span, "branch", test, self.visit(test))
        outer, self.decision_at = self.decision_at, self.noted_at(span)
        value = self.tested(test)
        if self.decision_at is not None:
            known = _located(ast.Constant(cast(Any, tuple(self.vectors[span].items()))), test)
            value = self.call("_clew_decided", test, self.decision_at.number, known, value)
        self.decision_at = outer
        return self.branch(span, "branch", test, value)

    def noted_at(self, span: Span) -> _Noted | None:
        """Where vectors of the conditions are asked for."""
        if span not in self.vectors:
            return None
        self.used.update(self.vectors[span].values())
        self.decisions += 1
        return _Noted(self.decisions)

    def noted(self, place: ast.AST, value: ast.expr) -> ast.expr:
        """The next condition of the decision."""
        if self.decision_at is None:
            return value
        self.decision_at.conditions += 1
        return self.call("_clew_noted", place, self.decision_at.number, self.decision_at.conditions - 1, value)

    def inside(self, node: ast.expr) -> ast.expr:
        """What is in a condition is none of the decision's conditions."""
        outer, self.decision_at = self.decision_at, None
        value = self.visit(node)
        self.decision_at = outer
        return cast(ast.expr, value)

    def branch(self, span: Span, kind: str, place: ast.AST, value: ast.expr) -> ast.expr:
        yes, no = self.number(span, kind, "true"), self.number(span, kind, "false")
        return value if yes < 0 and no < 0 else self.call("_clew_branch", place, yes, no, value)

    def tested(self, node: ast.expr) -> ast.expr:
        """A compound expression of which only the truth is used."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return _located(ast.UnaryOp(ast.Not(), self.condition(operand)), node)
            case ast.BoolOp(op=op, values=values):
                return _located(ast.BoolOp(op, [self.condition(v) for v in values]), node)
            case ast.Compare():
                return self.chain(node, "_clew_branch", last=True)
        raise AssertionError(node)

    def condition(self, node: ast.expr) -> ast.expr:
        """An operand of which only the truth is used."""
        bare, negated = strip_not(node)
        if is_compound(bare):
            return self.tested(node)
        value = self.branch(span_of(bare), "condition", bare, self.noted(bare, self.inside(bare)))
        if bare is not node:
            value = _located(ast.UnaryOp(ast.Not(), value), node)
            if not negated:
                value = _located(ast.UnaryOp(ast.Not(), value), node)
        return value

    def operand(self, node: ast.expr) -> ast.expr:
        """An operand of which the truth is asked for and the value kept."""
        match node:
            case ast.BoolOp(op=op, values=values):
                return _located(ast.BoolOp(op, [self.operand(v) for v in values]), node)
            case ast.Compare(ops=[_, _, *_]):
                return self.chain(node, "_clew_operand", last=True)
            case ast.UnaryOp(op=ast.Not()):
                return self.condition(node)
        span = span_of(node)
        yes, no = self.number(span, "condition", "true"), self.number(span, "condition", "false")
        return self.call("_clew_operand", node, yes, no, self.visit(node))

    def chain(self, node: ast.Compare, hook: str, last: bool) -> ast.expr:
        """A chained comparison as a conjunction of single ones; last: the last one is tested too."""
        links: list[ast.expr] = []
        left = self.inside(node.left)
        count = len(node.ops)
        for index, (op, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
            span = comparison_span(node, index)
            right = self.inside(comparator)
            kept = -1
            if index < count - 1:
                self.chains += 1
                kept = self.chains
                right = self.call("_clew_keep", comparator, kept, right)
            link: ast.expr = _located(ast.Compare(left, [op], [right]), node)
            if index < count - 1 or last:
                yes, no = self.number(span, "condition", "true"), self.number(span, "condition", "false")
                link = self.call(hook, node, yes, no, self.noted(node, link), kept)
            links.append(link)
            if kept >= 0:
                left = self.call("_clew_kept", comparator, kept)
        return _located(ast.BoolOp(ast.And(), links), node)

    def loop(self, iterable: ast.expr, asynchronous: bool) -> ast.expr:
        span = span_of(iterable)
        numbers = [self.number(span, "branch", outcome) for outcome in LOOP]
        value: ast.expr = self.visit(iterable)
        if max(numbers) < 0:
            return value
        return self.call("_clew_async_loop" if asynchronous else "_clew_loop", iterable, *numbers, value)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        *tested, last = node.values
        values = [*[self.operand(v) for v in tested], self.visit(last)]
        return self.call("_clew_value", node, _located(ast.BoolOp(node.op, values), node))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if len(node.ops) > 1:
            return self.call("_clew_value", node, self.chain(node, "_clew_operand", last=False))
        return cast(ast.expr, self.generic_visit(node))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not) and is_compound(node.operand):
            return self.tested(node)
        return cast(ast.expr, self.generic_visit(node))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.decision(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        self.defaults(node.args)
        node.body = self.visit(node.body)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter = self.loop(node.iter, bool(node.is_async))
        node.target = self.visit(node.target)
        node.ifs = [self.decision(f) for f in node.ifs]
        return node


@dataclass(slots=True)
class _Noted:
    """A decision of which vectors are asked for.  conditions: how many of it were met so far."""

    number: int
    conditions: int = 0


def _vectors_of(numbers: Mapping[Place, int]) -> dict[Span, dict[str, int]]:
    """By decision: the numbers of its vectors."""
    found: dict[Span, dict[str, int]] = {}
    for place, number in numbers.items():
        if place.kind == VECTOR and place.outcome is not None:
            found.setdefault(place.span, {})[place.outcome] = number
    return found


def _located(node: Node, place: ast.AST) -> Node:
    return ast.copy_location(node, place)


# ---------------------------------------------------------------- what runs


def hooks(hit: Callable[[int], object], places: Iterable[Place] | None = None) -> dict[str, Callable[..., Any]]:
    """The functions to inject; `hit` is called with the number of each probe reached.

    places: of the goals that are asked for, where these are known.
    """
    kept: dict[tuple[int, int], Any] = {}
    noted: dict[tuple[int, int], dict[int, str]] = {}  # by frame and decision: conditions evaluated so far

    def reached(number: int) -> None:
        if number >= 0:
            hit(number)

    def branch(yes: int, no: int, value: Any, chain: int = -1) -> bool:
        truth = bool(value)
        reached(yes if truth else no)
        if chain >= 0 and not truth:
            kept.pop((number_of(sys._getframe(1)), chain), None)
        return truth

    def operand(yes: int, no: int, value: Any, chain: int = -1) -> _Operand:
        key = (number_of(sys._getframe(1)), chain)

        def decided(truth: bool) -> None:
            reached(yes if truth else no)
            if chain >= 0 and not truth:
                kept.pop(key, None)

        return _Operand(value, decided)

    def value(result: Any) -> Any:
        return result.value if type(result) is _Operand else result

    def keep(chain: int, value: Any) -> Any:
        kept[number_of(sys._getframe(1)), chain] = value
        return value

    def kept_value(chain: int) -> Any:
        return kept.pop((number_of(sys._getframe(1)), chain))

    def note(decision: int, index: int, value: Any) -> bool:
        """The first condition is always evaluated, and what an exception left behind ends there."""
        truth = bool(value)
        key = (number_of(sys._getframe(1)), decision)
        if index == 0:
            noted[key] = {}
        noted[key][index] = "T" if truth else "F"
        return truth

    def decided(decision: int, vectors: tuple[tuple[str, int], ...], value: bool) -> bool:
        seen = noted.pop((number_of(sys._getframe(1)), decision))
        for vector, number in vectors:
            if vector == "".join(seen.get(i, "x") for i in range(len(vector))):
                reached(number)
        return value

    def loop(entered: int, empty: int, exhausted: int, iterable: Any) -> Iterator[Any]:
        return _Loop(iterable, reached, (entered, empty, exhausted))

    def async_loop(entered: int, empty: int, exhausted: int, iterable: Any) -> AsyncIterator[Any]:
        return _AsyncLoop(iterable, reached, (entered, empty, exhausted))

    def missed(number: int) -> bool:
        reached(number)
        return False

    return {
        **{name: hook for criterion in _ordered(places) for name, hook in criterion.hooks(hit).items()},
        "_clew_probe": reached,
        "_clew_branch": branch,
        "_clew_operand": operand,
        "_clew_value": value,
        "_clew_keep": keep,
        "_clew_kept": kept_value,
        "_clew_noted": note,
        "_clew_decided": decided,
        "_clew_loop": loop,
        "_clew_async_loop": async_loop,
        "_clew_missed": missed,
    }


class _Operand:
    """A value whose truth is asked for once, reported, and remembered."""

    __slots__ = ("decided", "truth", "value")

    def __init__(self, value: Any, decided: Callable[[bool], None]) -> None:
        self.value = value
        self.decided = decided
        self.truth: bool | None = None

    def __bool__(self) -> bool:
        if self.truth is None:
            self.truth = bool(self.value)
            self.decided(self.truth)
        return self.truth


class _Loop:
    """An iterable that reports how iterating over it goes."""

    __slots__ = ("goals", "iterable", "reached", "started", "steps")

    def __init__(self, iterable: Any, reached: Callable[[int], None], goals: tuple[int, int, int]) -> None:
        self.iterable, self.reached, self.goals = iterable, reached, goals
        self.steps: Iterator[Any] | None = None
        self.started = False

    def __iter__(self) -> Iterator[Any]:
        if self.steps is None:
            self.steps = iter(self.iterable)
            self.iterable = None
        return self

    def __next__(self) -> Any:
        assert self.steps is not None
        try:
            item = next(self.steps)
        except StopIteration:
            self.reached(self.goals[2 if self.started else 1])
            raise
        if not self.started:
            self.started = True
            self.reached(self.goals[0])
        return item


class _AsyncLoop:
    """The same for `async for`."""

    __slots__ = ("goals", "iterable", "reached", "started", "steps")

    def __init__(self, iterable: Any, reached: Callable[[int], None], goals: tuple[int, int, int]) -> None:
        self.iterable, self.reached, self.goals = iterable, reached, goals
        self.steps: Any = None
        self.started = False

    def __aiter__(self) -> AsyncIterator[Any]:
        if self.steps is None:
            kind = type(self.iterable)
            if not hasattr(kind, "__aiter__"):
                raise TypeError(f"'async for' requires an object with __aiter__ method, got {kind.__name__}")
            self.steps = kind.__aiter__(self.iterable)
            self.iterable = None
        return self

    async def __anext__(self) -> Any:
        try:
            item = await type(self.steps).__anext__(self.steps)
        except StopAsyncIteration:
            self.reached(self.goals[2 if self.started else 1])
            raise
        if not self.started:
            self.started = True
            self.reached(self.goals[0])
        return item
