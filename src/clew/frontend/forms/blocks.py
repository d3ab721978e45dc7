"""Blocks with what follows them: each path of a function ends in `return`, of a loop in `continue`.

Where one arm of an `if` leaves, the rest of the block is in the other.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final, TypeAlias

from clew.frontend.forms.bound_names import LEAVING, bound_where_made
from clew.frontend.forms.loops import Made, called, loop_of, rounds_of
from clew.frontend.forms.symbols import MARK, Symbolic
from clew.frontend.forms.truth import as_test, is_and, is_asked_once, is_compared, is_negated, is_truth, one_of
from clew.frontend.places import FunctionNode
from clew.frontend.sides import DEFINITION
from clew.frontend.syntax_copies import copy_of

Block: TypeAlias = list[ast.stmt]
_MADE: Final = f"{MARK}made"
_LATER: Final = (ast.Lambda, ast.GeneratorExp, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
_QUANTIFIERS: Final = frozenset({"any", "all"})
_OF_FRAMES: Final = frozenset({"super", "locals", "vars", "dir", "eval", "exec", "__class__"})
"""A comprehension is a function of its own to these."""


class Blocks:
    """tail: what follows when a block ends, None where that cannot be written into it.  guarded: may an exception in it
    be caught in its function, so that its variables are seen afterwards?

    bound: variables that have a value where each comprehension stands; unbound: names that may lose theirs (without one
    a comprehension does not raise what a loop does); lists: variables that only hold lists which the function made.
    builtin: names that mean what Python means by them; supposing: of `SUPPOSED`.
    """

    def __init__(self, symbolic: Symbolic, root: FunctionNode, builtin: Set[str], supposing: Set[str]) -> None:
        self.unsteady, self.parameters = symbolic.unsteady, symbolic.parameters
        self.may_repeat, self.is_own = symbolic.may_repeat, symbolic.is_own
        self.bound, self.unbound, self.lists = bound_where_made(root), _unbound(root), _lists(root)
        self.builtin, self.generators = builtin, "generators" in supposing
        self.quantifiers = builtin & _QUANTIFIERS if self.generators else set[str]()
        self.is_truth = is_compared if "comparisons" in supposing else is_truth

    def all(self, root: FunctionNode) -> None:
        """Of the function, and of those in it."""
        for each in ast.walk(root):
            if isinstance(each, DEFINITION):
                each.body = self.block(each.body, ast.Return(ast.Constant(None)), guarded=False)

    def block(self, statements: Sequence[ast.stmt], tail: ast.stmt | None, guarded: bool) -> Block:
        found: Block = []
        waiting = [*reversed([*self.written_out(statements, guarded)])]
        while waiting:
            statement = waiting.pop()
            if not guarded and found and (value := self.value_returned(found[-1], statement)) is not None:
                last = found[-1]
                if isinstance(last, ast.Try):
                    last.body[-1:] = self.block([ast.Return(value)], None, guarded=True)
                else:
                    found[-1:] = []
                    waiting += reversed([*self.written_out([ast.Return(value)], guarded)])
                continue
            if not isinstance(statement, ast.If):
                found.append(statement)
                waiting += reversed([*self.written_out(self.inner(statement, guarded), guarded)])
                continue
            rest, after = waiting[::-1], tail
            if len(rest) == 1 and isinstance(rest[0], LEAVING):
                rest, after = [], rest[0]
            arms = [statement.body, statement.orelse]
            for one, other in ((0, 1), (1, 0)):
                if rest and _leaves(arms[one]):
                    arms[other], rest = [*arms[other], *rest], []
                    break
            else:
                after = None if rest else after
            body, orelse = (self.block(arm, after, guarded) for arm in arms)
            found += _choice(as_test(statement.test), body, orelse)
            if not rest:
                return found
        if tail is not None and not _leaves(found):
            found.append(copy_of(tail))
        return found

    def value_returned(self, last: ast.stmt, statement: ast.stmt) -> ast.expr | None:
        """Of a variable that is set last, and then returned."""
        match last, statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value), ast.Return(value=ast.Name(id=returned)):
                return value if name == returned and self.is_own(name) else None
            case ast.Try(body=[*_, inner], handlers=[_, *_], orelse=[], finalbody=[]), ast.Return():
                return self.value_returned(inner, statement) if all(_leaves(h.body) for h in last.handlers) else None
        return None

    def written_out(self, statements: Iterable[ast.stmt], guarded: bool) -> Iterator[ast.stmt]:
        for statement in statements:
            if self.says_nothing(statement):
                continue
            again = [*self.in_parts(statement, guarded)]
            if again:
                yield from self.written_out(again, guarded)
            else:
                yield statement

    def in_parts(self, statement: ast.stmt, guarded: bool) -> Iterator[ast.stmt]:
        """The same in several statements, if there is such a way."""
        match statement:
            case ast.Return(value=None):
                yield ast.Return(ast.Constant(None))
            case ast.Return(value=ast.IfExp(test=test, body=body, orelse=orelse)):
                yield ast.If(test, [ast.Return(body)], [ast.Return(orelse)])
            case ast.Return(value=value) if value is not None and self.is_truth(value):
                yield ast.If(value, [ast.Return(ast.Constant(True))], [ast.Return(ast.Constant(False))])
            case ast.Assign(targets=[ast.Name() as name], value=ast.IfExp(test=test, body=body, orelse=orelse)):
                yield ast.If(test, [ast.Assign([name], body)], [ast.Assign([copy_of(name)], orelse)])
            case ast.Return(value=ast.BoolOp(op=op, values=[ast.Name() as first, *others])) if self.may_repeat(first):
                yield _either(op, first, ast.Return(copy_of(first)), ast.Return(one_of(op, others)))
            case ast.Assign([name], ast.BoolOp(op, [ast.Name() as first, *others])) if self.may_repeat(first):
                if isinstance(name, ast.Name):
                    kept, other = ast.Assign([name], copy_of(first)), ast.Assign([copy_of(name)], one_of(op, others))
                    yield _either(op, first, kept, other)
            case ast.Return(value=ast.Call(ast.Name(id=name), [ast.GeneratorExp() as made], [])):
                if name in self.quantifiers and is_asked_once(made.elt) and self.is_loop(made):
                    found = ast.Constant(name == "any")
                    test = made.elt if name == "any" else ast.UnaryOp(ast.Not(), made.elt)
                    yield rounds_of(made, [ast.If(test, [ast.Return(found)], [])])
                    yield ast.Return(ast.Constant(name != "any"))
            case ast.Return(value=ast.ListComp() | ast.SetComp() | ast.DictComp() as made) if self.is_loop(made):
                yield from loop_of(made, _MADE)
                yield ast.Return(ast.Name(_MADE, ast.Load()))
            case ast.Assign([ast.Name(id=name)], ast.ListComp() | ast.SetComp() | ast.DictComp() as made):
                is_own = MARK in name and name not in self.unsteady and name not in _names(made)
                if is_own and not guarded and self.is_loop(made):
                    yield from loop_of(made, name)
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=name), "extend"), [ast.GeneratorExp() as made], [])):
                if self.generators and name in self.lists and name not in _names(made) and self.is_loop(made):
                    yield rounds_of(made, [called(name, "append", made.elt)])
            case ast.While(test=test, body=body, orelse=[]) if not _is_endless(test):
                yield ast.While(ast.Constant(True), [ast.If(test, body, [ast.Break()])], [])

    def says_nothing(self, statement: ast.stmt) -> bool:
        """`x = x`"""
        match statement:
            case ast.Assign([ast.Name(id=name)], ast.Name(id=other)) if name == other and name not in self.unbound:
                return name in self.parameters
        return False

    def is_loop(self, made: Made | ast.GeneratorExp) -> bool:
        """May it be a loop as well?"""
        if isinstance(made, ast.SetComp) and "set" not in self.builtin:
            return False
        if isinstance(made, ast.DictComp) and not self.may_repeat(made.key):
            return False  # its key is made before its value
        for part in ast.walk(made):
            if (isinstance(part, _LATER) and part is not made) or (
                isinstance(part, ast.comprehension) and part.is_async
            ):
                return False
            if isinstance(part, ast.Name) and part.id in _OF_FRAMES:
                return False
        own: set[str] = set()
        for each in reversed(made.generators):
            if any(not own.isdisjoint(_names(test)) for test in each.ifs):
                return False
            own |= _names(each.target)
            if not own.isdisjoint(_names(each.iter)):
                return False  # it uses what has no value the first time, and would have one the next
        names = _names(made) - own
        return self.unbound.isdisjoint(names) and {n for n in names if MARK in n} <= self.bound.get(id(made), set())

    def inner(self, statement: ast.stmt, guarded: bool) -> Block:
        """Blocks of a compound statement are changed in place; what stands behind it now is given."""
        match statement:
            case ast.For() | ast.AsyncFor() | ast.While():
                if isinstance(statement, ast.While):
                    is_endless = _is_endless(statement.test)
                    statement.test = ast.Constant(True) if is_endless else as_test(statement.test)
                statement.body = self.block(statement.body, ast.Continue(), guarded)
                if not _breaks(statement.body):
                    orelse, statement.orelse = statement.orelse, []
                    return orelse
                statement.orelse = self.block(statement.orelse, None, guarded)
            case ast.With() | ast.AsyncWith():
                statement.body = self.block(statement.body, None, guarded=True)
            case ast.Try() | ast.TryStar():
                for part in (statement, *statement.handlers):
                    part.body = self.block(part.body, None, guarded=True)
                if statement.orelse and not statement.finalbody and all(_leaves(h.body) for h in statement.handlers):
                    orelse, statement.orelse = statement.orelse, []
                    return orelse
                statement.orelse = self.block(statement.orelse, None, guarded=True)
                statement.finalbody = self.block(statement.finalbody, None, guarded=True)
            case ast.Match():
                for case in statement.cases:
                    case.body = self.block(case.body, None, guarded)
        return []


def _leaves(block: Sequence[ast.stmt]) -> bool:
    """Does it never reach its end?"""
    match block:
        case [*_, ast.Return() | ast.Raise() | ast.Continue() | ast.Break()]:
            return True
        case [*_, ast.If(body=body, orelse=orelse)]:
            return _leaves(body) and _leaves(orelse)
    return False


def _choice(test: ast.expr, body: Block, orelse: Block) -> Block:
    """An `if` of which the first condition has no `not`; `and`, `or` are nested where that repeats little."""
    if is_negated(test):
        test, body, orelse = as_test(test, positive=False), orelse, body
    if isinstance(test, ast.BoolOp) and _is_small(orelse if is_and(test) else body):
        first, *others = test.values
        rest = one_of(test.op, others)
        inner = _choice(rest, body, orelse)
        if is_and(test):
            return _choice(first, inner, [*map(copy_of, orelse)])
        return _choice(first, [*map(copy_of, body)], inner)
    return [ast.If(test, body, orelse)]


def _is_small(block: Block) -> bool:
    match block:
        case [] | [ast.Continue() | ast.Break() | ast.Return(value=None | ast.Constant() | ast.Name())]:
            return True
    return False


def _is_endless(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def _either(op: ast.boolop, test: ast.Name, kept: ast.stmt, other: ast.stmt) -> ast.If:
    """What `or`, or `and`, gives where its first value is kept, and where it is not."""
    return ast.If(test, [kept], [other]) if isinstance(op, ast.Or) else ast.If(test, [other], [kept])


def _breaks(block: Sequence[ast.stmt]) -> bool:
    """Is there a `break` of the loop that has this body?"""
    waiting: list[ast.AST] = [*block]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.Break):
            return True
        if isinstance(each, (ast.For, ast.AsyncFor, ast.While)):
            waiting += each.orelse
        elif not isinstance(each, DEFINITION):
            waiting += ast.iter_child_nodes(each)
    return False


def _names(node: ast.AST) -> set[str]:
    return {*_each_name(node)}


def _unbound(root: FunctionNode) -> set[str]:
    """Names that may have no value after they had one."""
    deleted = {n.id for n in ast.walk(root) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Del)}
    return deleted | {n.name for n in ast.walk(root) if isinstance(n, ast.ExceptHandler) and n.name is not None}


def _lists(root: FunctionNode) -> set[str]:
    """Local variables that are only set to lists made right there."""
    names = (each for each in ast.walk(root) if isinstance(each, ast.Name))
    bound = Counter(each.id for each in names if not isinstance(each.ctx, ast.Load))
    made: Counter[str] = Counter()
    for each in ast.walk(root):
        match each:
            case ast.Assign([ast.Name(id=name)], ast.List() | ast.ListComp()) if MARK in name:
                made[name] += 1
    return {name for name, count in made.items() if count == bound[name]}


def _each_name(node: ast.AST) -> Iterator[str]:
    return (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
