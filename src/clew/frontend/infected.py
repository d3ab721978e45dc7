"""A function that says where one of its mutants would compute something else: weak mutation (Howden 1982).

    while low < high: …                  the function; its mutant has `low != high`
    while (low < high if type(low) in (int, bool, float) and type(high) in (int, bool, float) and low <= high
           else low < high): …           does not come to the second comparison unless the mutant may be another there

Arguments of `min` and `max` that are swapped are told apart where they are not both ints, and no bools; a longer text
that only an index looks into, where that is not a place of the shorter one.

Where no input leads there, both do the same, step by step, so that the mutant is equivalent whatever comes behind: a
loop that no search ends, say.  It does what the function does, since each operand is evaluated once and in its turn;
behind that place, too, so that what holds in each round of a loop does not depend on whether it is reached.  Only
comparisons of Python's own numbers, or texts, are told to be alike: these neither fail nor run code of others, and a
test stands for two comparisons being alike that NaN does not pass where they are not.  Of
equal ints, which one `min` gives is not told.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from typing import Any, Final, TypeAlias

from clew.frontend.places import FunctionNode
from clew.frontend.syntax_copies import copy_of
from clew.records import dataclass

_OUTCOMES: Final = frozenset("<=>?")
"""Less, equal, greater, and none of these (NaN)."""
_TRUE_OF: Final[dict[type[ast.cmpop], frozenset[str]]] = {
    ast.Lt: frozenset("<"),
    ast.LtE: frozenset("<="),
    ast.Gt: frozenset(">"),
    ast.GtE: frozenset(">="),
    ast.Eq: frozenset("="),
    ast.NotEq: frozenset("<>?"),
}
_TURNED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq,
}  # fmt: skip
_NUMBERS: Final = ("int", "bool", "float")
NAMES_USED: Final = frozenset({"type", "str", *_NUMBERS})
"""They have to be Python's own where the function stands."""
CHOOSING: Final = frozenset({"min", "max"})
"""These, too, where their arguments are swapped."""
_LOOKING_AT_VARIABLES: Final = frozenset({"locals", "vars", "dir", "eval", "exec", "_getframe", "currentframe"})

_Pair: TypeAlias = tuple[Any, Any]


def infected(node: FunctionNode, changed: FunctionNode, prefix: str) -> FunctionNode | None:
    """A copy that comes to `place_in` where the change may make a difference; None where that cannot be said.

    changed: a copy of the function in which one thing is another; prefix: of variables that are added.
    """
    copied = copy_of(node)
    path = _path_to_change(copied, changed)
    place: ast.expr | None
    named = {_name_of(part) for part in ast.walk(node)}
    bound = {_name_of(part) for part in ast.walk(node) if not _is_read(part)}
    if not named.isdisjoint(_LOOKING_AT_VARIABLES) or not bound.isdisjoint(NAMES_USED):
        return None
    marking = _Marking(prefix, _steady(node), named)
    match path:
        case [*_, (ast.Call() as call, ast.Call() as other)]:
            place, made = call, None if bound & CHOOSING else marking.chosen(call, other)
        case [*_, (ast.Assign([ast.Name(name)], ast.Constant(str(held))), _), (_, ast.Constant(str(longer)))]:
            place, made = marking.looked_up(copied, name, held, longer)
        case _:
            comparisons = [pair for pair in path if all(isinstance(each, ast.Compare) for each in pair)]
            if not comparisons:
                return None
            place, made = comparisons[-1][0], marking.marked(*comparisons[-1])
    if place is None or made is None:
        return None
    replaced = _Replacing(place, made).visit(copied)
    assert isinstance(replaced, ast.FunctionDef | ast.AsyncFunctionDef)
    return ast.fix_missing_locations(replaced)


def place_in(node: ast.AST) -> ast.IfExp | None:
    """The expression whose second outcome is reached where the change may make a difference; None where it may be
    several.
    """
    found = [n for n in ast.walk(node) if isinstance(n, ast.IfExp) and ast.dump(n.body) == ast.dump(n.orelse)]
    return found[0] if len(found) == 1 else None


def stopping(node: FunctionNode, called: str) -> FunctionNode | None:
    """A copy of what `infected` gives that calls this function, which raises, at the place: with True where the change
    may make a difference, else with False, as nothing can come there any more.

    None where the function loops, or calls itself (to look at all rounds first, of doubles say, costs more than to
    compare), and where somebody may notice the end, and go on.  What it returns is nobody's concern: it is left out
    where the place is not in it.
    """
    copied = copy_of(node)
    place = place_in(copied)
    once: list[ast.AST] = []  # what runs as a part of the function's own body, and not twice
    waiting: list[ast.AST] = [*copied.body]
    while waiting:
        part = waiting.pop()
        once.append(part)
        if not isinstance(part, _SCOPES):
            waiting += ast.iter_child_nodes(part)
    every = [*ast.walk(ast.Module(copied.body, []))]
    if place is None or place not in once or any(isinstance(part, _NOTICING) for part in every):
        return None
    if any(isinstance(part, (*_LOOPS, *_COMPREHENSIONS)) for part in every):
        return None
    if any(_name_of(part) == node.name for part in every):
        return None
    for part in once:
        if isinstance(part, ast.Return) and part.value is not None and place not in ast.walk(part):
            part.value = None
    place.body, place.orelse = _call_with(called, False), _call_with(called, True)
    return ast.fix_missing_locations(copied)


def _call_with(name: str, value: bool) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(value)], [])


_NOTICING: Final = (ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.Yield, ast.YieldFrom, ast.Await)
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)


def _path_to_change(before: ast.AST, after: ast.AST) -> list[_Pair]:
    """The nodes that are not alike in both, from the functions down to the smallest."""
    path: list[_Pair] = []
    found: _Pair | None = (before, after)
    while found is not None:
        path.append(found)
        found = _child_that_differs(*found)
    return path


def _child_that_differs(before: ast.AST, after: ast.AST) -> _Pair | None:
    if type(before) is not type(after):
        return None
    children = [*ast.iter_child_nodes(before)], [*ast.iter_child_nodes(after)]
    if len(children[0]) != len(children[1]):
        return None
    differ = [pair for pair in zip(*children, strict=True) if ast.dump(pair[0]) != ast.dump(pair[1])]
    return differ[0] if len(differ) == 1 else None


def _name_of(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name) | ast.ExceptHandler(name=str() as name):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.alias(name=name, asname=other):
            return (other or name).partition(".")[0]
        case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name) | ast.MatchMapping(rest=str() as name):
            return name
    return ""


def _is_read(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))


def has_builtins(module: ast.Module, names: frozenset[str] = NAMES_USED) -> bool:
    """Do the names mean in its functions what they mean in Python?"""
    declared = {name for n in ast.walk(module) if isinstance(n, ast.Global) for name in n.names}
    return (declared | _bound_in(module.body)).isdisjoint(names | {"*"})


def _steady(node: FunctionNode) -> frozenset[str]:
    """Variables of the function, not of functions in it, that only its own statements bind."""
    declared = {name for n in ast.walk(node) if isinstance(n, ast.Nonlocal | ast.Global) for name in n.names}
    parameters = {n.arg for n in ast.walk(node.args) if isinstance(n, ast.arg)}
    return (_bound_in(node.body) | parameters) - declared


def _bound_in(body: Sequence[ast.stmt]) -> frozenset[str]:
    """What these statements bind in their own scope."""
    found: set[str] = set()
    waiting: list[ast.AST] = [*body]
    while waiting:
        part = waiting.pop()
        if not _is_read(part):
            found.add(_name_of(part))
        if isinstance(part, _COMPREHENSIONS):
            found.update(n.target.id for n in ast.walk(part) if isinstance(n, ast.NamedExpr))
        elif not isinstance(part, _SCOPES):
            waiting += ast.iter_child_nodes(part)
    return frozenset(found)


_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class _Marking:
    """prefix: of variables; steady: names of those that no call binds; taken: names that are mentioned."""

    prefix: str
    steady: frozenset[str]
    taken: Set[str]

    def marked(self, before: ast.Compare, after: ast.Compare) -> ast.expr | None:
        """As a conjunction of single comparisons, one of which is there twice."""
        operands, others = [before.left, *before.comparators], [after.left, *after.comparators]
        ops = [i for i, op in enumerate(before.ops) if type(op) is not type(after.ops[i])]
        values = [i for i, each in enumerate(operands) if ast.dump(each) != ast.dump(others[i])]
        last = len(operands) - 1
        if not (len(ops) == 1 and not values) and not (not ops and len(values) == 1 and values[0] in (0, last)):
            return None
        place = ops[0] if ops else min(values[0], last - 1)
        made: list[ast.expr] = []
        for i, op in enumerate(before.ops):
            left, right = operands[i : i + 2]
            if i > 0 and not self.is_simple(left):
                left = ast.Name(self.name(f"between{i}"), ast.Load())
            if i + 1 < last and not self.is_simple(right):
                right = ast.NamedExpr(ast.Name(self.name(f"between{i + 1}"), ast.Store()), right)
            single: ast.expr | None = ast.Compare(left, [op], [right])
            if i == place:
                one = others[0] if values == [0] else None
                other = others[last] if values == [last] else None
                single = self.single(left, op, right, after.ops[i], one, other)
            if single is None:
                return None
            made.append(copy_of(single))
        return made[0] if len(made) == 1 else ast.BoolOp(ast.And(), made)

    def single(
        self,
        left: ast.expr,
        op: ast.cmpop,
        right: ast.expr,
        another: ast.cmpop,
        one: ast.expr | None,
        other: ast.expr | None,
    ) -> ast.expr | None:
        """`left op right`, and again where `left another right` may be something else, or where it may be with another
        operand: one in the place of the left, or other in that of the right.
        """
        if type(op) not in _TRUE_OF or type(another) not in _TRUE_OF:
            return None
        kinds = _kinds(left) & _kinds(right)
        first, left = self.once(left, "left", right)
        second, right = self.once(right, "right", None)
        if one is not None:
            alike = _other_constant(right, _TURNED[type(op)], left, one)
        elif other is not None:
            alike = _other_constant(left, type(op), right, other)
        else:
            alike = _other_operator(left, type(op), type(another), right)
        if alike is None or not kinds:
            return None
        plain = _plain(first, second, left, kinds)
        test = ast.BoolOp(ast.And(), [plain, alike])
        return ast.IfExp(test, ast.Compare(left, [op], [right]), ast.Compare(left, [op], [right]))

    def chosen(self, before: ast.Call, after: ast.Call) -> ast.expr | None:
        """`min` or `max` of several, the first two of which are swapped."""
        match before:
            case ast.Call(ast.Name("min" | "max"), [left, right, *rest], []):
                pass
            case _:
                return None
        swapped = [ast.dump(each) for each in (right, left, *rest)]
        starred = any(isinstance(each, ast.Starred) for each in before.args)
        if starred or ast.dump(before.func) != ast.dump(after.func) or [*map(ast.dump, after.args)] != swapped:
            return None
        first, left = self.once(left, "left", right)
        second, right = self.once(right, "right", None)
        made = ast.Call(before.func, [left, right, *rest], [])
        return ast.IfExp(ast.BoolOp(ast.And(), [_is_one("int", first), _is_one("int", second)]), made, copy_of(made))

    def looked_up(self, node: ast.AST, name: str, held: str, longer: str) -> tuple[ast.expr | None, ast.expr | None]:
        """The only use of a variable that holds a text, where that asks for an item, and what stands there instead."""
        mentioned = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == name]
        uses = [n for n in ast.walk(node) if isinstance(n, ast.Subscript) and n.value in mentioned]
        if name not in self.steady or len(mentioned) != 2 or len(uses) != 1:
            return None, None
        (use,) = uses
        if not isinstance(use.ctx, ast.Load) or isinstance(use.slice, ast.Slice) or not longer.startswith(held):
            return None, None
        first, index = self.once(use.slice, "index", None)
        inside = ast.Compare(ast.Constant(0), [ast.LtE(), ast.Lt()], [index, ast.Constant(len(held))])
        test = ast.BoolOp(ast.And(), [_is_of("number", first), inside])
        made = ast.Subscript(use.value, index, ast.Load())
        return use, ast.IfExp(test, made, copy_of(made))

    def once(self, operand: ast.expr, word: str, then: ast.expr | None) -> tuple[ast.expr, ast.expr]:
        """The operand as it is evaluated, and for its value from there on.  then: what is evaluated next."""
        binds = then is not None and any(isinstance(n, ast.NamedExpr) for n in ast.walk(then))
        if isinstance(operand, ast.Constant) or _number(operand) is not None or (self.is_simple(operand) and not binds):
            return operand, operand
        name = self.name(word)
        return ast.NamedExpr(ast.Name(name, ast.Store()), operand), ast.Name(name, ast.Load())

    def is_simple(self, operand: ast.expr) -> bool:
        return isinstance(operand, ast.Constant) or (isinstance(operand, ast.Name) and operand.id in self.steady)

    def name(self, word: str) -> str:
        name = f"{self.prefix}_{word}"
        while name in self.taken:
            name += "_"
        return name


def _number(operand: ast.expr) -> int | float | None:
    """Of a literal."""
    match operand:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(value=int() | float() as value)):
            return -value
    return None


def _kinds(operand: ast.expr) -> frozenset[str]:
    """Whether it may be a number, or a text."""
    if _number(operand) is not None:
        return frozenset({"number"})
    if isinstance(operand, ast.Constant):
        return frozenset({"text"} if isinstance(operand.value, str) else ())
    return frozenset({"number", "text"})


def _plain(first: ast.expr, second: ast.expr, left: ast.expr, kinds: Set[str]) -> ast.expr:
    """Are both numbers, or both texts?  left: what has the value of the first once that was evaluated."""
    asked: list[ast.expr] = []
    for kind in ("number", "text"):
        if kind in kinds:
            operands = (left if asked else first, second)
            parts = [_is_of(kind, each) for each in operands if _kinds(each) != {kind}]
            asked.append(_joined(ast.And(), parts))
    return _joined(ast.Or(), asked)


def _is_one(kind: str, operand: ast.expr) -> ast.expr:
    return ast.Compare(_type_of(operand), [ast.Is()], [ast.Name(kind, ast.Load())])


def _type_of(operand: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("type", ast.Load()), [operand], [])


def _is_of(kind: str, operand: ast.expr) -> ast.expr:
    if kind == "text":
        return _is_one("str", operand)
    classes = ast.Tuple([ast.Name(name, ast.Load()) for name in _NUMBERS], ast.Load())
    return ast.Compare(_type_of(operand), [ast.In()], [classes])


def _joined(op: ast.boolop, parts: Sequence[ast.expr]) -> ast.expr:
    if not parts:
        return ast.Constant(True)
    return parts[0] if len(parts) == 1 else ast.BoolOp(op, [*parts])


def _other_operator(left: ast.expr, op: type[ast.cmpop], another: type[ast.cmpop], right: ast.expr) -> ast.expr | None:
    """Holds only where both operators say the same."""
    same = _OUTCOMES - (_TRUE_OF[op] ^ _TRUE_OF[another])
    tests = [(len(true), each, False) for each, true in _TRUE_OF.items() if true <= same]
    tests += [(len(_OUTCOMES - true), each, True) for each, true in _TRUE_OF.items() if _OUTCOMES - true <= same]
    if not tests:
        return None
    _, best, negated = max(tests, key=lambda test: test[0])
    made = ast.Compare(left, [best()], [right])
    return ast.UnaryOp(ast.Not(), made) if negated else made


def _other_constant(operand: ast.expr, op: type[ast.cmpop], before: ast.expr, after: ast.expr) -> ast.expr | None:
    """Holds only where comparing with either constant says the same."""
    values = [_literal(before), _literal(after)]
    if None in values or isinstance(values[0], str) is not isinstance(values[1], str):
        return None
    low, high = (before, after) if values[0] < values[1] else (after, before)  # type: ignore[operator]
    if op in (ast.Eq, ast.NotEq):
        return ast.BoolOp(ast.And(), [ast.Compare(operand, [ast.NotEq()], [each]) for each in (low, high)])
    below, above = (ast.Lt, ast.GtE) if op in (ast.Lt, ast.GtE) else (ast.LtE, ast.Gt)
    return ast.BoolOp(ast.Or(), [ast.Compare(operand, [below()], [low]), ast.Compare(operand, [above()], [high])])


def _literal(operand: ast.expr) -> int | float | str | None:
    if isinstance(operand, ast.Constant) and isinstance(operand.value, str):
        return operand.value
    return _number(operand)


class _Replacing(ast.NodeTransformer):
    """One node by another, in place."""

    def __init__(self, node: ast.AST, other: ast.AST) -> None:
        self.node, self.other = node, other

    def visit(self, node: ast.AST) -> ast.AST:
        return self.other if node is self.node else self.generic_visit(node)
