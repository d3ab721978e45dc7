"""On which side of its boundary a comparison is: its goals, and where in the tree form these are reached.

Of each `<`, `<=`, `>` and `>=` three goals of the kind `boundary`: that it is asked of a smaller number and a greater
one (`less`), of equal ones (`equal`), and of a greater and a smaller one (`greater`); or of two texts like that.  Tests
of these three tell the six comparisons apart (Kaminski, Ammann and Offutt, Better Predicate Testing, AST 2011), so none
of them can stand in place of another unnoticed.  What else can be compared is left alone: asking whether two objects
are equal may run code of their class.

    %3 := x < y        if type(x) is int: kind'x := 1     (bool, float: 1; str: 2)
                       if type(y) is int: kind'y := 1
                       if kind'x == kind'y and kind'x > 0:
                           if x == y: reach (boundary, equal)
                           elif x < y: reach (boundary, less)
                           elif x > y: reach (boundary, greater)
                       %3 := x < y

Nothing of this can raise, or change anything.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, Final

from clew.frontend.automata import Around, Hooks, Notes, Noting, OfOrder, Probing
from clew.frontend.label_comments import ReadLabels
from clew.frontend.numbers_of_frames import number_of
from clew.frontend.places import FunctionNode, comparison_span, span_of
from clew.frontend.scopes import Scopes
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.operators import ORDER
from clew.ir.walk import with_blocks
from clew.records import dataclass
from clew.source.spans import Span

BOUNDARY: Final = "boundary"
SIDES: Final = {"less": "<", "equal": "==", "greater": ">"}
KINDS: Final = {int: 1, bool: 1, float: 1, str: 2}
"""Classes whose values can be compared with each other, by number."""
NATIVE: Final = "the comparison is in a statement that is kept as it is"


def comparisons(node: ast.AST) -> Iterator[tuple[int, Span]]:
    """The orders that a comparison asks about, by their places in a chain."""
    if isinstance(node, ast.Compare):
        for index, op in enumerate(node.ops):
            if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                yield index, span_of(node) if len(node.ops) == 1 else comparison_span(node, index)


def expressions_of(parts: Iterable[ast.AST], blocks: bool) -> Iterator[ast.AST]:
    """Those of statements, but for functions and classes in them.  blocks: of statements inside of these, too."""
    stack = [*parts]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        yield node
        stack += [child for child in ast.iter_child_nodes(node) if blocks or not isinstance(child, ast.stmt)]


def _notes(tree: ast.Module, scopes: Scopes, labels: ReadLabels) -> Notes:
    every = {span: span for node in ast.walk(tree) for _, span in comparisons(node)}
    every |= {span_of(node): span for node in ast.walk(tree) for span in _given_a_name(node)}

    def notes(function: ir.Function, node: FunctionNode) -> Noting:
        """Of functions inside, too, since these are run as part of it; but their goals are their own."""
        own = sorted(span for each in expressions_of(node.body, blocks=True) for _, span in comparisons(each))
        marking = _Marking(every)
        body = marking.block(function.body)
        places = tuple(Place(span, BOUNDARY, side) for span in own if span in marking.placed for side in SIDES)
        unasked = {Place(span, BOUNDARY, None): NATIVE for span in own if span not in marking.placed}
        return Noting(replace(function, body=body), places, unasked)

    return notes


def _given_a_name(node: ast.AST) -> Iterator[Span]:
    """What the tree form makes one operation of, at the span of the statement: `y = x < 3`."""
    match node:
        case ast.Assign([ast.Name()], ast.Compare(ops=[_]) as value) | ast.AnnAssign(
            ast.Name(), value=ast.Compare(ops=[_]) as value
        ):
            yield from (span for _, span in comparisons(value))


@dataclass(slots=True)
class _Marking:
    """spans: by those of operations, where the goals are."""

    spans: Mapping[Span, Span]
    placed: set[Span] = field(default_factory=set)

    def block(self, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        return tuple([made for each in body for made in self.statement(each)])

    def statement(self, s: ir.Statement) -> Iterator[ir.Statement]:
        match s:
            case ir.Assign(value=ir.Closure(function=inner) as closure):
                yield replace(s, value=replace(closure, function=replace(inner, body=self.block(inner.body))))
                return
            case ir.Assign(value=ir.Binary(op, left, right), span=span) if self._is_asked(op, left, right, span):
                self.placed.add(self.spans[span])
                yield from _asked(left, right, self.spans[span])
        yield with_blocks(s, self.block)

    def _is_asked(self, op: str, left: ir.Atom, right: ir.Atom, span: Span) -> bool:
        """By the program, not by what other criteria keep count with."""
        counts = any(isinstance(each, ir.Var) and "'" in each.name for each in (left, right))
        return op in ORDER and span in self.spans and not counts


def _asked(left: ir.Atom, right: ir.Atom, span: Span) -> Iterator[ir.Statement]:
    kinds = ir.Var("kind'left"), ir.Var("kind'right")
    for kind, operand in zip(kinds, (left, right), strict=True):
        yield from _kind_of(operand, kind, span)
    told: tuple[ir.Statement, ...] = ()
    for side in ("greater", "less", "equal"):
        told = _if(f"is'{side}", ir.Binary(SIDES[side], left, right), (ir.Reach(span, BOUNDARY, side),), told, span)
    told = _if("kind'same", ir.Binary("==", *kinds), told, (), span)
    yield from _if("kind'known", ir.Binary(">", kinds[0], ir.Const(0)), told, (), span)


def _kind_of(operand: ir.Atom, kind: ir.Var, span: Span) -> Iterator[ir.Statement]:
    """By the exact class, which no code of the user's has a say in."""
    if isinstance(operand, ir.Const):
        yield ir.Assign(kind, ir.Const(KINDS.get(type(operand.value), 0)), span)
        return
    function, own = ir.Var("kind'type"), ir.Var("kind'class")
    told: tuple[ir.Statement, ...] = (ir.Assign(kind, ir.Const(0), span),)
    for cls, number in reversed(KINDS.items()):
        wanted, known = ir.Var(f"kind'{cls.__name__}"), (ir.Assign(kind, ir.Const(number), span),)
        asked = _if(f"is'{cls.__name__}", ir.Binary("is", own, wanted), known, told, span)
        told = (ir.Assign(wanted, ir.Builtin(cls.__name__), span), *asked)
    yield ir.Assign(function, ir.Builtin("type"), span)
    yield ir.Assign(own, ir.Call(function, (operand,)), span)
    yield from told


def _if(
    name: str, value: ir.Value, then: tuple[ir.Statement, ...], orelse: tuple[ir.Statement, ...], span: Span
) -> tuple[ir.Statement, ...]:
    test = ir.Var(name)
    return ir.Assign(test, value, span), ir.If(test, then, orelse, None, span)


# ---------------------------------------------------------------- what runs


def _around(probing: Probing, statement: ast.stmt) -> Around | None:
    """The operands of what it compares are handed on by the hooks, which look at both when the right one is there."""
    for node in [*expressions_of([statement], blocks=False)]:
        for index, span in comparisons(node):
            goals = [probing.number(span, BOUNDARY, side) for side in SIDES]
            if max(goals) >= 0:
                assert isinstance(node, ast.Compare)
                _handed_on(probing, node, index, goals)
    return None


def _handed_on(probing: Probing, node: ast.Compare, index: int, goals: list[int]) -> None:
    number, right = max(goals), node.comparators[index]
    if index == 0:
        node.left = probing.call("_clew_left", node.left, number, node.left)
    else:
        left = node.comparators[index - 1]
        node.comparators[index - 1] = probing.call("_clew_left", left, number, left)
    node.comparators[index] = probing.call("_clew_right", right, number, *goals, right)


def _hooks(hit: Callable[[int], object]) -> Hooks:
    kept: dict[tuple[int, int], Any] = {}  # by frame and comparison: the left operand

    def left(number: int, value: Any) -> Any:
        kept[number_of(sys._getframe(1)), number] = value
        return value

    def right(number: int, less: int, equal: int, greater: int, value: Any) -> Any:
        other = kept.pop((number_of(sys._getframe(1)), number))
        kind = KINDS.get(type(other), 0)
        if kind and kind == KINDS.get(type(value), 0):
            for goal, holds in ((less, other < value), (equal, other == value), (greater, other > value)):
                if holds and goal >= 0:
                    hit(goal)
        return value

    return {"_clew_left": left, "_clew_right": right}


def _words(outcome: str | None, text: str) -> tuple[str, str]:
    return text or "this comparison", _WORDS[outcome]


_WORDS: Final = {
    None: "compared",
    "less": "asked of a smaller left number (or text)",
    "equal": "asked of equal numbers (or texts)",
    "greater": "asked of a greater left number (or text)",
}
BOUNDARIES: Final = OfOrder(BOUNDARY, _notes, _around, _hooks, _words)
