"""Functions as they are whatever way they are written: two with one normal form do the same for all inputs.

Each step is an equation that holds for all objects, whatever their operators do: names of local variables, nested and
flat conditions, guard clauses, `not` before a test, conditional expressions, list comprehensions and the loops they
stand for, variables that are used once in the next place, annotations.  What holds for some types only (`x != y` for
`not x == y`, `x = x + 1` for `x += 1`) is left to the search; `any(…)` is a loop only where that is supposed.

Blocks are written with what follows them: each path of a function ends in `return`, of a loop in `continue`, and where
one arm of an `if` leaves, the rest of the block is in the other.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final, TypeAlias

from clew.frontend.places import FunctionNode
from clew.frontend.sides import DEFINITION, Side, dumped
from clew.frontend.single_use import inlined
from clew.frontend.symbols import MARK, Symbolic, rename, with_symbols
from clew.frontend.syntax_copies import copy_of
from clew.frontend.truth import NEGATIVE, OPPOSITE, is_asked_once, is_truth

Block: TypeAlias = list[ast.stmt]
_LEAVING: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_MADE: Final = f"{MARK}made"
_LATER: Final = (ast.Lambda, ast.GeneratorExp, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
_QUANTIFIERS: Final = frozenset({"any", "all"})
_OF_FRAMES: Final = frozenset({"super", "locals", "vars", "dir", "eval", "exec", "__class__"})
"""A comprehension is a function of its own to these."""
_REBINDING: Final = frozenset({"globals", "vars", "exec", "eval", "builtins", "__builtins__", "modules", "__dict__"})
"""What may give a name another meaning than the text of a module says."""


def normal_form(side: Side, node: FunctionNode, by_loops: bool = False) -> str | None:
    """As text to compare; None where its wording may matter to what it does.

    by_loops: are `any(…)` and `all(…)` loops?  They are unless a test in them raises StopIteration.
    """
    found = normal_function(side, node, by_loops)
    return None if found is None else dumped(found)


def normal_function(side: Side, node: FunctionNode, by_loops: bool = False) -> FunctionNode | None:
    """The function, a copy, whose blocks may be empty, and whose local variables have a `MARK` in their names."""
    try:
        symbolic = with_symbols(side, node)
        if symbolic is None:
            return None
        root = symbolic.node
        _Plain(symbolic).visit(root)
        inlined(root, symbolic.steady)
        _Expressions(symbolic).visit(root)
        quantifiers = symbolic.steady & _QUANTIFIERS if by_loops and not _rebinds(side) else set[str]()
        quantifiers -= {part.arg for part in ast.walk(root) if isinstance(part, ast.arg)}
        _Blocks(symbolic.unsteady, _assigned(root), _unbound(root), quantifiers).all(root)
        _number(root)
        return root
    except RecursionError:
        return None


def _number(root: FunctionNode) -> None:
    """Symbols in the order in which they come."""
    numbers: dict[str, str] = {}

    def numbered(name: str) -> str:
        return numbers.setdefault(name, f"{len(numbers)}{MARK}") if MARK in name else name

    for each in ast.walk(root):
        rename(each, numbered)


def _assigned(root: FunctionNode) -> set[str]:
    """Variables that the function itself sets before it looks at them, or only looks at in the loop that sets them."""
    uses = Counter(_each_name(root))
    found: set[str] = set()
    earlier: set[str] = set()
    for statement in root.body:
        inside = Counter(_each_name(statement))
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) if inside[name] == 1 and name not in earlier:
                found.add(name)
        earlier |= inside.keys()
    for each in ast.walk(root):
        if isinstance(each, ast.For):
            inside = Counter(name for part in (each.target, *each.body) for name in _each_name(part))
            found |= {name for name in _names(each.target) if inside[name] == uses[name]}
    return found


def _unbound(root: FunctionNode) -> set[str]:
    """Names that may have no value after they had one."""
    deleted = {n.id for n in ast.walk(root) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Del)}
    return deleted | {n.name for n in ast.walk(root) if isinstance(n, ast.ExceptHandler) and n.name is not None}


def _each_name(node: ast.AST) -> Iterator[str]:
    return (each.id for each in ast.walk(node) if isinstance(each, ast.Name))


# ---------------------------------------------------------------- statements that say nothing


class _Plain(ast.NodeTransformer):
    """Annotations, texts and `pass` are dropped, and constants assigned one by one."""

    def __init__(self, symbolic: Symbolic) -> None:
        self.bound = Counter(n.id for n in ast.walk(symbolic.node) if isinstance(n, ast.Name) and _is_store(n))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        if node.value is not None:
            return ast.Assign([node.target], node.value)
        is_named_only = isinstance(node.target, ast.Name) and self.bound[node.target.id] > 1
        return None if is_named_only else node  # else it alone makes the name local, or looks at an attribute

    def visit_Pass(self, node: ast.Pass) -> None:
        return None

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant(node.value)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | Block:
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                named = len(names) == len(values) and all(isinstance(n, ast.Name) for n in names)
                if named and all(isinstance(v, ast.Constant) for v in values):
                    return [ast.Assign([name], value) for name, value in zip(names, values, strict=True)]
        return node


def _is_store(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)


# ---------------------------------------------------------------- expressions


def _rebinds(side: Side) -> bool:
    return side.has_star or any(
        (part.attr if isinstance(part, ast.Attribute) else part.id) in _REBINDING
        for part in ast.walk(side.tree)
        if isinstance(part, ast.Name | ast.Attribute)
    )


class _Expressions(ast.NodeTransformer):
    """What is asked once in tests, and may be twice elsewhere (`truth.py`), is changed in tests only."""

    def __init__(self, symbolic: Symbolic) -> None:
        self.steady, self.unsteady = symbolic.steady, symbolic.unsteady

    def tested(self, node: ast.expr) -> ast.expr:
        """Of which only the truth is asked: a chain of comparisons is several."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ast.UnaryOp(ast.Not(), self.tested(operand))
            case ast.BoolOp(op=op, values=values):
                return ast.BoolOp(op, [*map(self.tested, values)])
            case ast.Compare(left=left, ops=[_, _, *_], comparators=others) if all(map(self.is_steady, others[:-1])):
                pairs = zip([left, *others], node.ops, others, strict=False)
                single = (ast.Compare(copy_of(left), [op], [copy_of(right)]) for left, op, right in pairs)
                return ast.BoolOp(ast.And(), [*map(_one_comparison, single)])
        return node

    def is_steady(self, node: ast.expr) -> bool:
        """May it be looked at twice?"""
        if isinstance(node, ast.Name):
            return node.id in self.steady or (MARK in node.id and node.id not in self.unsteady)
        return isinstance(node, ast.Constant)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        return _one_comparison(node) if len(node.ops) == 1 else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(left=left, ops=[op], comparators=others)):
                if type(op) in OPPOSITE:
                    return ast.Compare(left, [OPPOSITE[type(op)]()], others)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return _chosen(_truth(self.tested(node.test)), node.body, node.orelse)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = _joined(ast.And(), [_truth(self.tested(each)) for each in node.ifs]).values
        node.iter = _as_tuple(node.iter)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = _as_tuple(node.iter)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        node.test = self.tested(node.test)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.test = self.tested(node.test)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Compare):
            node.value = self.tested(node.value)
        return node


def _one_comparison(node: ast.Compare) -> ast.Compare:
    op, right = node.ops[0], node.comparators[0]
    if isinstance(op, ast.Is | ast.IsNot) and isinstance(node.left, ast.Constant):
        return ast.Compare(right, [op], [node.left])
    return ast.Compare(node.left, [op], [_as_tuple(right)]) if isinstance(op, ast.In | ast.NotIn) else node


def _as_tuple(node: ast.expr) -> ast.expr:
    """A list that is only searched, or gone through."""
    return ast.Tuple(node.elts, ast.Load()) if isinstance(node, ast.List) else node


def _joined(op: ast.boolop, values: Sequence[ast.expr]) -> ast.BoolOp:
    """`(a and b) and c` is `a and b and c`."""
    found: list[ast.expr] = []
    for each in values:
        found += each.values if isinstance(each, ast.BoolOp) and type(each.op) is type(op) else [each]
    return ast.BoolOp(op, found)


def _is_and(node: ast.expr) -> bool:
    return isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)


def _truth(node: ast.expr, positive: bool = True) -> ast.expr:
    """An expression of which only the truth is asked, or its opposite: `not` stands before single conditions only."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _truth(operand, not positive)
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            return _joined(op if positive else other, [_truth(each, positive) for each in values])
        case ast.Compare(left=left, ops=[op], comparators=others) if type(op) in NEGATIVE:
            return _truth(ast.Compare(left, [NEGATIVE[type(op)]()], others), not positive)
    return node if positive else ast.UnaryOp(ast.Not(), node)


def _is_negated(test: ast.expr) -> bool:
    """Does its first condition have a `not`?"""
    while isinstance(test, ast.BoolOp):
        test = test.values[0]
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _chosen(test: ast.expr, body: ast.expr, orelse: ast.expr) -> ast.IfExp:
    if _is_negated(test):
        return ast.IfExp(_truth(test, positive=False), orelse, body)
    return ast.IfExp(test, body, orelse)


# ---------------------------------------------------------------- blocks


class _Blocks:
    """tail: what follows when a block ends, None where that cannot be written into it.  guarded: may an exception in it
    be caught in its function, so that its variables are seen afterwards?  assigned: variables that have a value where
    they are looked at, unbound: names that may lose theirs (without one a comprehension does not raise what a loop
    does).  quantifiers: builtins to be loops.
    """

    def __init__(self, unsteady: Set[str], assigned: Set[str], unbound: Set[str], quantifiers: Set[str]) -> None:
        self.unsteady, self.quantifiers = unsteady, quantifiers
        self.assigned, self.unbound = assigned, unbound

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
            if not isinstance(statement, ast.If):
                found.append(statement)
                waiting += reversed([*self.written_out(self.inner(statement, guarded), guarded)])
                continue
            rest, after = waiting[::-1], tail
            if len(rest) == 1 and isinstance(rest[0], _LEAVING):
                rest, after = [], rest[0]
            arms = [statement.body, statement.orelse]
            for one, other in ((0, 1), (1, 0)):
                if rest and _leaves(arms[one]):
                    arms[other], rest = [*arms[other], *rest], []
                    break
            else:
                after = None if rest else after
            body, orelse = (self.block(arm, after, guarded) for arm in arms)
            found += _choice(_truth(statement.test), body, orelse)
            if not rest:
                return found
        if tail is not None and not _leaves(found):
            found.append(copy_of(tail))
        return found

    def written_out(self, statements: Iterable[ast.stmt], guarded: bool) -> Iterator[ast.stmt]:
        for statement in statements:
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
            case ast.Return(value=value) if value is not None and is_truth(value):
                yield ast.If(value, [ast.Return(ast.Constant(True))], [ast.Return(ast.Constant(False))])
            case ast.Assign(targets=[ast.Name() as name], value=ast.IfExp(test=test, body=body, orelse=orelse)):
                yield ast.If(test, [ast.Assign([name], body)], [ast.Assign([copy_of(name)], orelse)])
            case ast.Return(value=ast.Call(ast.Name(id=name), [ast.GeneratorExp() as made], [])):
                if name in self.quantifiers and is_asked_once(made.elt) and self.is_loop(made):
                    found = ast.Constant(name == "any")
                    test = made.elt if name == "any" else ast.UnaryOp(ast.Not(), made.elt)
                    yield _rounds(made, [ast.If(test, [ast.Return(found)], [])])
                    yield ast.Return(ast.Constant(name != "any"))
            case ast.Return(value=ast.ListComp() as made) if self.is_loop(made):
                yield from _loop(made, _MADE)
                yield ast.Return(ast.Name(_MADE, ast.Load()))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.ListComp() as made):
                is_own = MARK in name and name not in self.unsteady and name not in _names(made)
                if is_own and not guarded and self.is_loop(made):
                    yield from _loop(made, name)
            case ast.While(test=test, body=body, orelse=[]) if not _is_endless(test):
                yield ast.While(ast.Constant(True), [ast.If(test, body, [ast.Break()])], [])

    def is_loop(self, made: ast.ListComp | ast.GeneratorExp) -> bool:
        """May it be a loop as well?"""
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
        return self.unbound.isdisjoint(names) and all(name in self.assigned for name in names if MARK in name)

    def inner(self, statement: ast.stmt, guarded: bool) -> Block:
        """Blocks of a compound statement are changed in place; what stands behind it now is given."""
        match statement:
            case ast.For() | ast.AsyncFor() | ast.While():
                if isinstance(statement, ast.While):
                    is_endless = _is_endless(statement.test)
                    statement.test = ast.Constant(True) if is_endless else _truth(statement.test)
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
    if _is_negated(test):
        test, body, orelse = _truth(test, positive=False), orelse, body
    if isinstance(test, ast.BoolOp) and _is_small(orelse if _is_and(test) else body):
        first, *others = test.values
        rest = others[0] if len(others) == 1 else ast.BoolOp(test.op, others)
        inner = _choice(rest, body, orelse)
        if _is_and(test):
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


def _names(node: ast.AST) -> set[str]:
    return {*_each_name(node)}


def _loop(made: ast.ListComp, name: str) -> Block:
    append = ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load())
    rounds = _rounds(made, [ast.Expr(ast.Call(append, [made.elt], []))])
    return [ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load())), rounds]


def _rounds(made: ast.ListComp | ast.GeneratorExp, body: Block) -> ast.stmt:
    for each in reversed(made.generators):
        for test in reversed(each.ifs):
            body = [ast.If(test, body, [])]
        body = [ast.For(each.target, each.iter, body, [])]
    return body[0]


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
