"""Small changes of a function, each as a goal: that some call tells the changed function from the function itself.

The operators are those that tools for Python have: arithmetic, relational and logical operators, constants, negation,
statements deleted, arguments swapped, another exception raised, a clause that catches nothing.  Of the changes of a
relational operator only those are made that the others follow from (Kaminski, Ammann and Offutt, JSS 86(8), 2013),
without the constant one, which the two outcomes of the decision stand for.

    if n < 3:           `<=`, `!=` in `n < 3`; `4`, `2` for `3`
        total += n      `-=` in `total += n`; deleting it
"""

from __future__ import annotations

import ast
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import partial
from itertools import chain, islice
from typing import Any, Final, TypeAlias, TypeGuard

from clew.frontend.places import FunctionNode, comparison_span, docstring_of, head_span, span_of
from clew.goals.criteria import MUTANT
from clew.goals.goal import Place
from clew.records import dataclass
from clew.source.spans import Span

_OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.MatMult: ast.Mult,
}  # fmt: skip
_OPERATORS_TOO: Final[dict[type[ast.operator], tuple[type[ast.operator], ...]]] = {
    ast.Add: (ast.Mult,), ast.Mod: (ast.FloorDiv,), ast.FloorDiv: (ast.Mod, ast.Div), ast.Div: (ast.FloorDiv,),
}  # fmt: skip
_COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.NotEq), ast.LtE: (ast.Lt, ast.Eq), ast.Gt: (ast.GtE, ast.NotEq), ast.GtE: (ast.Gt, ast.Eq),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}  # fmt: skip
_SYMBOLS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.MatMult: "@",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
    ast.IsNot: "is-not", ast.In: "in", ast.NotIn: "not-in", ast.And: "and", ast.Or: "or",
}  # fmt: skip
_CALLS: Final[dict[str, str]] = {
    a: b
    for pair in (
        ("min", "max"), ("any", "all"), ("lower", "upper"), ("lstrip", "rstrip"), ("startswith", "endswith"),
        ("find", "rfind"), ("index", "rindex"), ("split", "rsplit"), ("partition", "rpartition"), ("ljust", "rjust"),
        ("floor", "ceil"), ("removeprefix", "removesuffix"), ("union", "intersection"),
    )
    for a, b in (pair, pair[::-1])
}  # fmt: skip
DELETED: Final = "deleted"
SWAPPED: Final = "swapped"
NEGATED: Final = "negated"
TEXT: Final = "text"  # another one
IN_PLACE: Final = frozenset(_SYMBOLS.values())  # what is put in the place of an operator, `+=` among them with its `=`


@dataclass(frozen=True, slots=True)
class Mutant:
    """place: of what is changed; its outcome says what stands there instead, or is one of the words above.

    node: the whole function, changed.
    """

    place: Place
    node: FunctionNode = field(compare=False)


def mutants_of(node: FunctionNode, further: bool = False, most: int = sys.maxsize) -> list[Mutant]:
    """Each changes one thing in the body, in source order; what is in functions inside of it counts, too.

    further: those, too, that leave out or mix up parts of an expression (`_confusions`).  most: where there are more,
    as many of them, evenly taken.
    """
    found: dict[Place, tuple[int, Callable[[_Part], object]]] = {}
    names = _variables(node) if further else []
    for number, part in enumerate(_parts(node)):
        for outcome, where, change in chain(_changes(part.node), _further(part, names) if further else ()):
            found.setdefault(Place(where, MUTANT, outcome), (number, change))
    places = sorted(found, key=lambda place: place.span[:2])
    kept = places if len(places) <= most else [places[i * len(places) // most] for i in range(most)]
    original = pickle.dumps(node)  # read back, it is a copy in a tenth of the time of `deepcopy`
    return [_mutant(pickle.loads(original), place, *found[place]) for place in kept]


def _mutant(changed: FunctionNode, place: Place, number: int, change: Callable[[_Part], object]) -> Mutant:
    change(next(islice(_parts(changed), number, None)))
    return Mutant(place, ast.fix_missing_locations(changed))


@dataclass(frozen=True, slots=True)
class _Part:
    """A node and where it stands: in this field of its parent, at this index if that is a list."""

    node: Any
    parent: ast.AST
    field: str
    index: int | None

    def put(self, other: ast.AST) -> None:
        other = ast.copy_location(other, self.node)
        if self.index is None:
            setattr(self.parent, self.field, other)
        else:
            getattr(self.parent, self.field)[self.index] = other


_Change: TypeAlias = tuple[str, Span, Callable[[_Part], object]]


def _parts(node: FunctionNode) -> Iterator[_Part]:
    """What may be changed, in an order that copies have, too."""
    docstring = docstring_of(node)
    stack = [_Part(s, node, "body", i) for i, s in enumerate(node.body) if s is not docstring][::-1]
    while stack:
        part = stack.pop()
        yield part
        if not isinstance(part.node, ast.Raise):  # what is said there is for readers
            stack += [each for each in _children(part.node) if not _is_left_alone(part.node, each)][::-1]


def _children(node: ast.AST) -> Iterator[_Part]:
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            yield from (_Part(each, node, name, i) for i, each in enumerate(value) if isinstance(each, ast.AST))
        elif isinstance(value, ast.AST):
            yield _Part(value, node, name, None)


def _is_left_alone(node: ast.AST, part: _Part) -> bool:
    """Annotations, docstrings, assertions, patterns, and what is evaluated where a function is defined."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return part.field != "body" or part.node is docstring_of(node)
        case ast.ClassDef() | ast.Assert() | ast.JoinedStr():
            return True
        case ast.Lambda():
            return part.field == "args"
        case ast.AnnAssign():
            return part.field == "annotation"
        case ast.match_case():
            return part.field == "pattern"
        case ast.Expr(value=ast.Constant()):
            return True
    return False


def _changes(node: ast.AST) -> Iterator[_Change]:
    """What stands there instead, of which place that is said, and how a copy is changed."""
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            assigned = "=" if isinstance(node, ast.AugAssign) else ""
            other = _OPERATORS[type(op)]
            yield f"{_SYMBOLS[other]}{assigned}", span_of(node), partial(_with, op=other)
        case ast.BoolOp(op=op):
            junction = ast.Or if isinstance(op, ast.And) else ast.And
            yield _SYMBOLS[junction], span_of(node), partial(_with, op=junction)
        case ast.Compare(ops=ops):
            for i, comparator in enumerate(ops):
                for comparison in _COMPARISONS[type(comparator)]:
                    yield _SYMBOLS[comparison], comparison_span(node, i), partial(_compared, i, comparison)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield NEGATED, span_of(node), lambda part: part.put(part.node.operand)
        case ast.Constant(value=value):
            for each in other_constants(value):
                yield _shown(each), span_of(node), partial(_put_constant, each)
        case ast.Call():
            yield from _of_call(node)
        case ast.ExceptHandler(type=ast.expr() as caught):
            yield "()", span_of(caught), partial(_with, type=partial(ast.Tuple, [], ast.Load()))
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name) as raised)):
            other_name = "ValueError" if name == "RuntimeError" else "RuntimeError"
            yield other_name, span_of(raised), partial(_raising, other_name)
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "None", span_of(value), partial(_with, value=partial(ast.Constant, None))
        case ast.Break():
            yield "continue", span_of(node), lambda part: part.put(ast.Continue())
        case ast.Continue():
            yield "break", span_of(node), lambda part: part.put(ast.Break())
    yield from _of_test(node)
    if isinstance(node, _DELETABLE) and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        yield DELETED, head_span(node), lambda part: part.put(ast.Pass())


_DELETABLE: Final = (ast.Expr, ast.Assign, ast.AugAssign, ast.Delete, ast.Raise)


def _variables(node: FunctionNode) -> list[str]:
    """Parameters and what is assigned, by first mention."""
    names = [each for each in ast.walk(node) if isinstance(each, ast.arg) or _is_stored(each)]
    ordered = sorted(names, key=lambda each: span_of(each)[:2])
    return list(dict.fromkeys(each.arg if isinstance(each, ast.arg) else each.id for each in ordered))


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _further(part: _Part, names: Sequence[str]) -> Iterator[_Change]:
    yield from _confusions(part.node, names)
    yield from _orders(part, names)
    yield from _almost(part.node)


def _orders(part: _Part, names: Sequence[str]) -> Iterator[_Change]:
    """What is done too early, to what others hold, or in another order."""
    node = part.node
    match node:
        case ast.If(body=[*_, ast.Return() | ast.Raise()], orelse=[]) if part.index is not None:
            after = getattr(part.parent, part.field)[part.index + 1 : part.index + 2]
            if after and isinstance(after[0], ast.Assign | ast.AugAssign | ast.Expr):
                yield "late", head_span(node), _after_the_next
        case ast.Call(func=ast.Name(id="sorted"), args=[ast.Name(id=name)]) if name in names:
            yield "in place", span_of(node), partial(_in_place, name)
        case ast.Return(value=ast.Name(id=name) as value) if name in names:
            yield "sorted", span_of(value), _sorted
        case ast.Return(value=ast.ListComp() as value):
            yield "sorted", span_of(value), _sorted


def _after_the_next(part: _Part) -> None:
    """What is to be kept from happening has happened when it is asked for."""
    assert part.index is not None
    around = getattr(part.parent, part.field)
    around[part.index : part.index + 2] = around[part.index : part.index + 2][::-1]


def _in_place(name: str, part: _Part) -> None:
    """`items.sort() or items`"""
    call = ast.Call(ast.Attribute(ast.Name(name, ast.Load()), "sort", ast.Load()), [], part.node.keywords)
    part.put(ast.BoolOp(ast.Or(), [call, ast.Name(name, ast.Load())]))


def _sorted(part: _Part) -> None:
    part.node.value = ast.Call(ast.Name("sorted", ast.Load()), [part.node.value], [])


def _almost(node: ast.AST) -> Iterator[_Change]:
    """What does nearly the same: one side for both, the first separator for each, rounded for cut off."""
    match node:
        case ast.Call(func=ast.Attribute(attr="strip"), keywords=[]):
            for side in ("lstrip", "rstrip"):
                yield side, span_of(node), partial(_calling, side)
        case ast.Call(func=ast.Attribute(attr="split" | "rsplit" as name), args=[_], keywords=[]):
            yield f"{name} once", span_of(node), lambda part: part.node.args.append(ast.Constant(1))
        case ast.Call(func=ast.Name(id="int"), args=[ast.BinOp()], keywords=[]):
            yield "round", span_of(node), partial(_calling, "round")
        case ast.Compare(
            left=ast.Call(func=ast.Attribute(attr=left)), comparators=[ast.Call(func=ast.Attribute(attr=right))]
        ) if left == right:
            yield "receivers", span_of(node), _receivers
        case ast.Subscript(value=ast.Name(id=name), slice=index, ctx=ast.Load()):
            if not isinstance(index, ast.Constant | ast.Tuple | ast.Slice | ast.UnaryOp):
                yield "next inside", span_of(node), partial(_next_inside, name)


def _receivers(part: _Part) -> None:
    """`a.lower() == b.lower()`: `a == b`"""
    part.node.left = part.node.left.func.value
    part.node.comparators[0] = part.node.comparators[0].func.value


def _next_inside(name: str, part: _Part) -> None:
    """The next item, where there is one: that which is not there would be noticed by any test."""
    _next(part)
    size = ast.Call(ast.Name("len", ast.Load()), [ast.Name(name, ast.Load())], [])
    last = ast.BinOp(size, ast.Sub(), ast.Constant(1))
    part.node.slice = ast.Call(ast.Name("min", ast.Load()), [part.node.slice, last], [])


def _confusions(node: ast.AST, names: Sequence[str]) -> Iterator[_Change]:
    """An expression with a part left out: an operand (Delamaro, Offutt and Ammann, ICST 2014), a call around a value
    (as PIT does it); and what is taken for it by mistake: falsy for None, the next item, another variable, one of the
    two outcomes, operands and indices the other way round.

    names: of the function's variables.
    """
    yield from _other_order(node)
    match node:
        case ast.BinOp(op=op):
            for another in _OPERATORS_TOO.get(type(op), ()):
                yield _SYMBOLS[another], span_of(node), partial(_with, op=another)
            yield "left", span_of(node), lambda part: part.put(part.node.left)
            yield "right", span_of(node), lambda part: part.put(part.node.right)
        case ast.Name(id=name, ctx=ast.Load()) if name in names:
            place = names.index(name)
            for other in (*names[max(place - 1, 0) : place], *names[place + 1 : place + 2]):
                yield other, span_of(node), partial(_renamed, other)
        case ast.Call(func=ast.Name(id="min" | "max"), args=[ast.expr(), ast.expr()], keywords=[]):
            yield "first", span_of(node), lambda part: part.put(part.node.args[0])
            yield "second", span_of(node), lambda part: part.put(part.node.args[1])
        case ast.BoolOp(values=values):
            for i in range(len(values)):
                yield f"without {i}", span_of(node), partial(_without, i)
        case ast.Call(args=[ast.expr() as only], keywords=[]) if not isinstance(only, ast.Starred):
            yield "argument", span_of(node), lambda part: part.put(part.node.args[0])
        case ast.Compare(ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
            yield "falsy", span_of(node), _falsy if isinstance(op, ast.Is) else lambda part: part.put(part.node.left)
        case ast.Subscript(slice=ast.Slice(), ctx=ast.Load()):
            yield "whole", span_of(node), lambda part: part.put(part.node.value)
        case ast.Subscript(slice=index, ctx=ast.Load()) if not isinstance(index, ast.Constant | ast.Tuple):
            yield "next", span_of(node), _next
    if isinstance(node, ast.BoolOp | ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        yield "True", span_of(node), lambda part: part.put(ast.Constant(True))
        yield "False", span_of(node), lambda part: part.put(ast.Constant(False))
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            yield "receiver", span_of(node), lambda part: part.put(part.node.func.value)
            if name in _ALMOST:
                yield _ALMOST[name], span_of(node), partial(_calling, _ALMOST[name])


def _other_order(node: ast.AST) -> Iterator[_Change]:
    match node:
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Div() | ast.FloorDiv() | ast.Mod() | ast.Pow()):
            yield SWAPPED, span_of(node), _operands_swapped
        case ast.Subscript(slice=ast.Tuple(elts=[ast.expr(), ast.expr()])):
            yield SWAPPED, span_of(node), lambda part: part.node.slice.elts.reverse()


_ALMOST: Final[dict[str, str]] = {
    "fullmatch": "match", "match": "search", "removesuffix": "rstrip", "removeprefix": "lstrip",
}  # fmt: skip


def _without(index: int, part: _Part) -> None:
    left = [value for i, value in enumerate(part.node.values) if i != index]
    part.put(left[0] if len(left) == 1 else ast.BoolOp(part.node.op, left))


def _operands_swapped(part: _Part) -> None:
    part.node.left, part.node.right = part.node.right, part.node.left


def _falsy(part: _Part) -> None:
    part.put(ast.UnaryOp(ast.Not(), part.node.left))


def _next(part: _Part) -> None:
    part.node.slice = ast.BinOp(part.node.slice, ast.Add(), ast.Constant(1))


def _of_test(node: ast.AST) -> Iterator[_Change]:
    """What is tested is negated, unless a change of an operator does that."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
                yield NEGATED, span_of(test), _negated


def _of_call(node: ast.Call) -> Iterator[_Change]:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in _CALLS and not _splits_all(node, name):
            yield _CALLS[name], span_of(node), partial(_calling, _CALLS[name])
    match node.args:
        case [first, second, *_] if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
            if ast.dump(first) != ast.dump(second):
                yield SWAPPED, span_of(node), _swapped


def _splits_all(node: ast.Call, name: str) -> bool:
    """From which side is the same where nothing says how often."""
    return name in ("split", "rsplit") and len(node.args) < 2 and all(each.arg == "sep" for each in node.keywords)


def _with(part: _Part, **made: Callable[[], ast.AST]) -> None:
    for name, make in made.items():
        setattr(part.node, name, make())


def _renamed(name: str, part: _Part) -> None:
    part.node.id = name


def _negated(part: _Part) -> None:
    part.node.test = ast.copy_location(ast.UnaryOp(ast.Not(), part.node.test), part.node.test)


def _compared(index: int, comparison: type[ast.cmpop], part: _Part) -> None:
    part.node.ops[index] = comparison()


def _put_constant(value: Any, part: _Part) -> None:
    part.put(ast.Constant(value))


def _calling(name: str, part: _Part) -> None:
    setattr(part.node.func, "id" if isinstance(part.node.func, ast.Name) else "attr", name)


def _swapped(part: _Part) -> None:
    part.node.args[:2] = part.node.args[1::-1]


def _raising(name: str, part: _Part) -> None:
    part.node.exc.func = ast.Name(name, ast.Load())


def other_constants(value: object) -> tuple[object, ...]:
    """Those that a mutant has in its place."""
    match value:
        case bool():
            return (not value,)
        case int() | float():
            return tuple(each for each in (value + 1, value - 1) if each != value)
        case str():
            return (value + "?",) if value else ("?",)
        case bytes():
            return (value + b"?",)
    return ()


def _shown(value: object) -> str:
    return repr(value) if not isinstance(value, str | bytes) else TEXT
