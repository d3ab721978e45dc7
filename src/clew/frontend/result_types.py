"""What a function gives for certain, by how it is written: whole numbers that are no bools, or bools.

def share(part: int, whole: int) -> int:
    if whole == 0:
        return 0
    return part * 100 // whole                certain: equal results are alike
def first(items: list[int]) -> int:
    return items[0]                           True may be in the list
def doubled(x: float): return x * 2           0.0 or -0.0
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Set
from typing import Final, Literal, TypeAlias

from clew.frontend.places import FunctionNode, own_nodes
from clew.frontend.scopes import parameters_of

Kind: TypeAlias = Literal["int", "bool"]

_OF_INTS: Final = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift)
_KINDS_OF_INTS: Final = frozenset({"int", "bool", "IntEnum", "IntFlag"})
_GIVING_INTS: Final = frozenset({"len", "int", "ord", "hash", "id"})
_GIVING_BOOLS: Final = frozenset({"bool", "isinstance", "issubclass", "callable", "hasattr", "all", "any"})


def certain_kind(node: FunctionNode, module: ast.Module) -> Kind | None:
    """What all of its results are, given arguments of the annotated types.  module: the one that it is in."""
    results = [each.value for each in own_nodes(node.body) if isinstance(each, ast.Return)]
    if any(isinstance(each, ast.ClassDef) and not _KINDS_OF_INTS.isdisjoint(_words(each)) for each in ast.walk(module)):
        return None
    certain = _Certain(node, {name for part in ast.walk(module) for name in _bound(part)})
    if not results or None in results or not _always_returns(node.body):
        return None
    if all(result is not None and certain.is_bool(result) for result in results):
        return "bool"
    return "int" if all(result is not None and certain.is_int(result) for result in results) else None


def _words(cls: ast.ClassDef) -> set[str]:
    parts = (part for base in cls.bases for part in ast.walk(base))
    return {part.id if isinstance(part, ast.Name) else getattr(part, "attr", "") for part in parts}


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(name, ast.Store() | ast.Del()) | ast.arg(name):
            yield name
    yield from _bound_otherwise(node)


def _always_returns(body: list[ast.stmt]) -> bool:
    """Does its last statement end it?  Else it may give None, which is no number."""
    match body[-1]:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(_, inner, [_, *_] as others):
            return _always_returns(inner) and _always_returns(others)
        case ast.While(ast.Constant(True)):
            return not any(isinstance(part, ast.Break) for part in ast.walk(body[-1]))
    return False


class _Certain:
    """Of one function.  taken: names that are bound somewhere in its module, and so perhaps no built-in ones.

    values: what its own variables get; unknown: those that get something else.  annotated: parameters that are ints.
    """

    def __init__(self, node: FunctionNode, taken: Set[str]) -> None:
        self.taken = taken
        given = node.args
        singles = (*given.posonlyargs, *given.args, *given.kwonlyargs)
        defaults = (*given.defaults, *(each for each in given.kw_defaults if each is not None))
        annotated = {p.arg for p in singles if _is_named(p.annotation, "int") or _is_named(p.annotation, "bool")}
        self.annotated = annotated if all(map(_is_whole, defaults)) else set()
        self.values: dict[str, list[ast.expr]] = {}
        self.asked: set[str] = set()
        kept: set[int] = set()
        every = [part for part in ast.walk(node) if part is not node]
        for target, value in (pair for part in own_nodes(node.body) for pair in _assigned(part, taken)):
            self.values.setdefault(target.id, []).append(value)
            kept.add(id(target))
        stored = (part for part in every if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load))
        self.unknown = {part.id for part in stored if id(part) not in kept}
        self.unknown |= {name for part in every for name in _bound_otherwise(part)}
        self.unknown |= {p.arg for p in parameters_of(given)} - self.annotated

    def is_int(self, value: ast.expr) -> bool:
        """An int that is no bool; given that what is asked for already is."""
        match value:
            case ast.Constant(constant):
                return type(constant) is int
            case ast.BinOp(left, operator, right):
                return isinstance(operator, _OF_INTS) and all(self.is_whole(each) for each in (left, right))
            case ast.UnaryOp(ast.USub() | ast.UAdd(), operand):
                return self.is_whole(operand)
            case ast.IfExp(_, yes, no):
                return self.is_int(yes) and self.is_int(no)
            case ast.Call(ast.Name(name)):
                return name in _GIVING_INTS and self.taken.isdisjoint((name, "*"))
            case ast.Name(name) if name not in self.unknown | self.annotated:
                return name in self.values and self._all(name, self.is_int)
        return False

    def is_whole(self, value: ast.expr) -> bool:
        """An int, or a bool."""
        match value:
            case ast.Name(name) if name not in self.unknown:
                return (name in self.annotated or name in self.values) and self._all(name, self.is_whole)
        return self.is_int(value) or self.is_bool(value)

    def is_bool(self, value: ast.expr) -> bool:
        match value:
            case ast.Constant(constant):
                return type(constant) is bool
            case ast.UnaryOp(ast.Not()):
                return True
            case ast.Compare(left, operators, others):
                plain = all(isinstance(each, ast.Is | ast.IsNot | ast.In | ast.NotIn) for each in operators)
                return plain or all(self.is_whole(each) for each in (left, *others))
            case ast.BoolOp(_, parts):
                return all(map(self.is_bool, parts))
            case ast.IfExp(_, yes, no):
                return self.is_bool(yes) and self.is_bool(no)
            case ast.Call(ast.Name(name)):
                return name in _GIVING_BOOLS and self.taken.isdisjoint((name, "*"))
            case ast.Name(name) if name not in self.unknown | self.annotated:
                return name in self.values and self._all(name, self.is_bool)
        return False

    def _all(self, name: str, is_such: Callable[[ast.expr], bool]) -> bool:
        """Is all that the variable gets such?  asked: supposed of what is being asked for."""
        key, before = f"{name} {is_such.__name__}", set(self.asked)
        if key in self.asked:
            return True
        self.asked.add(key)
        if all(map(is_such, self.values.get(name, ()))):
            return True
        self.asked = before
        return False


def _assigned(node: ast.AST, taken: Set[str]) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Variables with what they get; an int stands for those that `range` gives."""
    match node:
        case ast.Assign(targets, value):
            yield from ((target, value) for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(ast.Name() as target, value=ast.expr() as value):
            yield target, value
        case ast.AugAssign(ast.Name(name) as target, operator, value):
            yield target, ast.BinOp(ast.Name(name, ast.Load()), operator, value)
        case ast.For(ast.Name() as target, ast.Call(ast.Name("range"))) if taken.isdisjoint(("range", "*")):
            yield target, ast.Constant(0)


def _bound_otherwise(node: ast.AST) -> Iterator[str]:
    """Names that it binds, in no assignment."""
    match node:
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            yield name
        case ast.Import(names) | ast.ImportFrom(names=names):
            yield from ((each.asname or each.name).partition(".")[0] for each in names)
        case ast.Global(names) | ast.Nonlocal(names):
            yield from names


def _is_whole(default: ast.expr) -> bool:
    return isinstance(default, ast.Constant) and type(default.value) in (int, bool)


def _is_named(annotation: ast.expr | None, name: str) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id == name
