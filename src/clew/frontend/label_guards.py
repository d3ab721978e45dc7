"""Guards of hyperlabels: what is to hold between values at several labels (Marcozzi and others, ICST 2017).

    # clew: label low -> end where low.x < end.x                    in one call: any expression
    # clew: label low & end where (low.x > 3) != (end.x > 3)        between calls: of what is true or false in each

`low.x` is the variable `x` at label `low`; of a label that is passed several times, the last one counts.  The largest
parts of a guard about one label are its *pieces* (the bindings of the paper): they are computed where the label is, so
that `len(low.xs)` is how long it was then.  What is about several calls is taken apart into the ways in which it is
found to be true, short circuits and all, each of a guard for every call by itself: so no two executions are ever looked
at together.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice, product
from typing import Final, TypeAlias

from clew.frontend.loop_clauses import free_names
from clew.records import dataclass

WAYS: Final = 64
PIECE: Final = "_clew_piece"
_Literal: TypeAlias = tuple[ast.expr, bool]


class Unread(Exception):
    """The text is no label."""

    def __init__(self, text: str, column: int = 0) -> None:
        super().__init__(text)
        self.column = column


@dataclass(frozen=True, slots=True)
class Piece:
    """What is computed at a label; reads: the variables of the function in it."""

    label: str
    test: ast.expr = field(compare=False)
    reads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guard:
    """Of one call.  test: with a name in the place of each of its pieces; it is the text that tells guards apart."""

    text: str
    test: ast.expr = field(compare=False)
    pieces: tuple[Piece, ...] = field(compare=False)

    def with_pieces(self, made: Callable[[str], ast.expr]) -> ast.expr:
        """The test, with what is made of the name of each piece in its place."""
        replaced = _Replaced({name_of(i): made for i in range(len(self.pieces))})
        test: ast.expr = replaced.visit(copy.deepcopy(self.test))
        return ast.fix_missing_locations(test)


def name_of(piece: int) -> str:
    return f"{PIECE}{piece}"


class _Replaced(ast.NodeTransformer):
    def __init__(self, made: Mapping[str, Callable[[str], ast.expr]]) -> None:
        self.made = made

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(self.made[node.id](node.id), node) if node.id in self.made else node


# ---------------------------------------------------------------- by calls


def by_calls(test: ast.expr, calls: Mapping[str, int]) -> tuple[Mapping[int, ast.expr], ...]:
    """The ways in which it is true, each with what is to be true in every call.  calls: in which each label is."""
    found = tuple(islice(_paths(test, True, calls), WAYS + 1))
    if len(found) > WAYS:
        raise Unread(f"there are more than {WAYS} ways in which this is true", test.col_offset)
    return tuple([_of_calls(path, calls) for path in found])


def _of_calls(path: Sequence[_Literal], calls: Mapping[str, int]) -> Mapping[int, ast.expr]:
    parts: dict[int, list[ast.expr]] = {}
    for node, wanted in path:
        call = min(_calls(node, calls), default=0)
        parts.setdefault(call, []).append(node if wanted else ast.copy_location(ast.UnaryOp(ast.Not(), node), node))
    return {
        call: each[0] if len(each) == 1 else ast.copy_location(ast.BoolOp(ast.And(), each), each[0])
        for call, each in parts.items()
    }


def _calls(node: ast.AST, calls: Mapping[str, int]) -> set[int]:
    return {calls[label] for label in labels_in(node, calls)}


def _paths(node: ast.expr, wanted: bool, calls: Mapping[str, int]) -> Iterator[tuple[_Literal, ...]]:
    """What is computed, one after the other, and how it goes, where the truth of the node is the wanted one."""
    if len(_calls(node, calls)) < 2:
        yield ((node, wanted),)
        return
    match node:
        case ast.UnaryOp(ast.Not(), operand):
            yield from _paths(operand, not wanted, calls)
        case ast.BoolOp(op, [first, *others]):
            rest = others[0] if len(others) == 1 else ast.copy_location(ast.BoolOp(op, others), others[0])
            decides = isinstance(op, ast.Or)
            if wanted == decides:
                yield from _paths(first, decides, calls)
            for begun, ended in product(_paths(first, not decides, calls), _paths(rest, wanted, calls)):
                yield begun + ended
        case ast.Compare(left, [ast.Eq() | ast.NotEq() as op], [right]) if _is_truth(left) and _is_truth(right):
            same = isinstance(op, ast.Eq) == wanted
            for truth in (True, False):
                ways = _paths(left, truth, calls), _paths(right, truth == same, calls)
                yield from (begun + ended for begun, ended in product(*ways))
        case _:
            told = f"`{ast.unparse(node)}` is about values of several calls, where only what is true or false goes, as"
            raise Unread(f"{told} in `(a.x > 3) != (b.x > 3)`", node.col_offset)


def _is_truth(node: ast.expr) -> bool:
    match node:
        case ast.Compare() | ast.UnaryOp(ast.Not()) | ast.Constant(True | False):
            return True
        case ast.BoolOp(values=values):
            return all(map(_is_truth, values))
        case ast.Call(ast.Name("bool" | "isinstance")):
            return True
    return False


# ---------------------------------------------------------------- pieces


def labels_in(node: ast.AST, labels: Mapping[str, int]) -> set[str]:
    return {
        each.value.id
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in labels
    }


def guard_of(test: ast.expr, labels: Mapping[str, int], reads: Callable[[ast.expr], tuple[str, ...]]) -> Guard:
    """reads: the variables of the function in an expression that is computed at a label."""
    taking = _Taking(labels, reads)
    return Guard(ast.unparse(test), taking.expression(copy.deepcopy(test)), tuple(taking.pieces))


def at_labels(test: ast.expr, labels: Mapping[str, int]) -> ast.expr:
    """With `x` for each `low.x`."""
    made: ast.expr = _AtLabel(labels).visit(copy.deepcopy(test))
    return made


class _AtLabel(ast.NodeTransformer):
    def __init__(self, labels: Mapping[str, int]) -> None:
        self.labels = labels

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in self.labels:
            return ast.copy_location(ast.Name(node.attr, ast.Load()), node)
        self.generic_visit(node)
        return node


_PARTS: Final = ast.Starred | ast.Slice | ast.FormattedValue
"""Nodes that are no expressions by themselves."""


class _Taking(ast.NodeTransformer):
    """Puts names in the place of pieces, the largest ones; what is about a variable of a comprehension is none."""

    def __init__(self, labels: Mapping[str, int], reads: Callable[[ast.expr], tuple[str, ...]]) -> None:
        self.labels = labels
        self.reads = reads
        self.pieces: list[Piece] = []
        self.inner: frozenset[str] = frozenset()

    def visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, ast.expr):
            self.generic_visit(node)
            return node
        found = labels_in(node, self.labels)
        if not found:
            return node
        if len(found) == 1 and not isinstance(node, _PARTS) and self.inner.isdisjoint(free_names(node)):
            piece = at_labels(node, self.labels)
            self.pieces.append(Piece(min(found), piece, self.reads(piece)))
            return ast.copy_location(ast.Name(name_of(len(self.pieces) - 1), ast.Load()), node)
        around, self.inner = self.inner, self.inner | bound_inside(node)
        match node:
            case ast.Call(ast.Attribute(owner) as method) if labels_in(owner, self.labels):  # not a method as a value
                method.value = self.expression(owner)
                node.args = [self.expression(each) for each in node.args]
                node.keywords = [ast.keyword(each.arg, self.expression(each.value)) for each in node.keywords]
            case ast.FormattedValue(value, _, ast.JoinedStr() as form):
                node.value = self.expression(value)
                self.generic_visit(form)
            case _:
                self.generic_visit(node)
        self.inner = around
        return node

    def expression(self, node: ast.expr) -> ast.expr:
        made: ast.expr = self.visit(node)  # type: ignore[assignment]
        return made


def bound_inside(node: ast.AST) -> frozenset[str]:
    """By a comprehension or a lambda itself."""
    match node:
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            targets = [n for each in node.generators for n in ast.walk(each.target)]
            return frozenset(n.id for n in targets if isinstance(n, ast.Name))
        case ast.Lambda(args):
            return frozenset(n.arg for n in ast.walk(args) if isinstance(n, ast.arg))
    return frozenset()
