"""Local variables that are set once and used once, where the next statement begins: `t = e; return f(t)`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import field

from clew.frontend.forms.symbols import MARK
from clew.frontend.forms.truth import is_asked_once
from clew.frontend.places import FunctionNode
from clew.records import dataclass


def inlined(root: FunctionNode, steady: Set[str]) -> None:
    """Put the value in the place of the variable, as long as there is such a one.  The function is changed.

    steady: names that may be looked at before the value is made as well as after.
    """
    uses = Counter(each.id for each in ast.walk(root) if isinstance(each, ast.Name))
    uses.update(name for each in ast.walk(root) for name in _without_node(each))
    for each in ast.walk(root):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(each, name, None)
            if isinstance(block, list):
                setattr(each, name, _inlined(block, uses, steady))


def _without_node(node: ast.AST) -> Iterator[str]:
    """Variables that it names as text."""
    match node:
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.Nonlocal(names=names):
            yield from names


def _inlined(block: list[ast.stmt], uses: Counter[str], steady: Set[str]) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    for statement in block:
        while found:
            match found[-1]:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if MARK in name and uses[name] == 2:
                    place = _Place(name, value, steady)
                    if place.is_first_of(statement):
                        found.pop()
                        continue
            break
        found.append(statement)
    return found


@dataclass(eq=False)
class _Place:
    """Where a variable is used.  is_put: its value was put there."""

    name: str
    value: ast.expr
    steady: Set[str]
    is_put: bool = field(default=False)

    def is_first_of(self, statement: ast.stmt) -> bool:
        """Is it used in what the statement evaluates first?  Then its value is put there."""
        match statement:
            case ast.Return(value=ast.expr()) | ast.Expr() | ast.Assign():
                self._look(statement, "value")
            case ast.If() | ast.Assert():
                self._look(statement, "test")
            case ast.For() | ast.AsyncFor():
                self._look(statement, "iter")
            case ast.Raise(exc=ast.expr()):
                self._look(statement, "exc")
            case ast.Match():
                self._look(statement, "subject")
            case ast.With(items=[first, *_]) | ast.AsyncWith(items=[first, *_]):
                self._look(first, "context_expr")
        return self.is_put

    def _look(self, parent: ast.AST, name: str, index: int | None = None) -> bool:
        """May the search go on behind the node, since it does nothing?"""
        held = getattr(parent, name)
        node = held if index is None else held[index]
        if node is None:
            return True
        if isinstance(node, ast.Name) and node.id == self.name:
            if (is_asked_once(self.value) or not _tests(parent, name)) and not self._is_written_at_once(parent, name):
                self._put(parent, name, index)
            return False
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name):
            return node.id in self.steady
        return all(self._look(*each) for each in _evaluated(node)) and isinstance(node, ast.Tuple | ast.List)

    def _is_written_at_once(self, parent: ast.AST, name: str) -> bool:
        """Would `%` become one of a text and a tuple, which is compiled as f-strings are?"""
        match parent, name:
            case ast.BinOp(op=ast.Mod(), right=ast.Tuple()), "left":
                return isinstance(self.value, ast.Constant)
            case ast.BinOp(left=ast.Constant(), op=ast.Mod()), "right":
                return isinstance(self.value, ast.Tuple)
        return False

    def _put(self, parent: ast.AST, name: str, index: int | None) -> None:
        self.is_put = True
        if index is None:
            setattr(parent, name, self.value)
        else:
            getattr(parent, name)[index] = self.value


def _tests(parent: ast.AST, name: str) -> bool:
    """Is the truth of this part of it asked?"""
    return name == "test" or isinstance(parent, ast.BoolOp | ast.UnaryOp)


def _evaluated(node: ast.expr) -> Iterator[tuple[ast.AST, str, int | None]]:
    """What is evaluated in it in any case, in order, up to where that is no more sure."""
    match node:
        case ast.Call():
            yield node, "func", None
            yield from _each(node, "args")
            for keyword in node.keywords:
                yield keyword, "value", None
                if keyword.arg is None:
                    return  # its items are taken next
        case ast.Attribute() | ast.Starred() | ast.FormattedValue() | ast.Await() | ast.Yield() | ast.YieldFrom():
            yield node, "value", None
        case ast.Subscript():
            yield node, "value", None
            yield node, "slice", None
        case ast.Slice():
            for name in ("lower", "upper", "step"):
                yield node, name, None
        case ast.BinOp(left=ast.Constant(), op=ast.Mod(), right=ast.Tuple(elts=[_, *_])):
            yield node.right, "elts", 0  # it is written before the next is evaluated
        case ast.BinOp():
            yield node, "left", None
            yield node, "right", None
        case ast.UnaryOp():
            yield node, "operand", None
        case ast.Compare():
            yield node, "left", None
            yield node, "comparators", 0
        case ast.BoolOp():
            yield node, "values", 0
        case ast.JoinedStr():
            yield from _each(node, "values")
        case ast.IfExp():
            yield node, "test", None
        case ast.Tuple() | ast.List():
            yield from _each(node, "elts")
        case ast.Set():
            yield node, "elts", 0
        case ast.Dict(keys=[_, *_]):
            yield node, "keys", 0
            yield node, "values", 0
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield node.generators[0], "iter", None


def _each(node: ast.AST, name: str) -> Iterator[tuple[ast.AST, str, int]]:
    return ((node, name, index) for index, _ in enumerate(getattr(node, name)))
