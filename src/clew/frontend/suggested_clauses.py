"""Comments that could stand above a function in which a claim is refuted, for its author to choose from.

`# clew: require n != 0` asks of callers what keeps them from this failure; `# clew: raises ZeroDivisionError` announces
it.  A clause is suggested where it says exactly what the failing operation needs, of what callers give and nothing
changes before, and where each call that comes back passes the operation: it forbids no call that works.
"""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Iterator
from typing import Final, TypeAlias

from clew.frontend.clauses import HARMLESS, is_generator
from clew.frontend.parsing import parsed
from clew.frontend.places import FunctionNode, span_of
from clew.records import dataclass
from clew.source.spans import Span

ANNOUNCED_BY_ALL: Final = frozenset({"Exception", "BaseException"})  # to announce these announces nothing
LISTING: Final = frozenset({"raises", "safe", "pure", "chain"})  # last names of decorators that have the last word
ONLY_LOOKS: Final = frozenset(
    {"len", "sum", "min", "max", "any", "all", "sorted", "reversed", "enumerate", "zip", "list", "tuple", "set", "dict",
     "frozenset", "bool", "str", "repr", "isinstance", "range", "abs", "int", "float", "hash", "print"}
)  # fmt: skip
"""Builtin functions that leave their arguments as they are."""
NEVER_CHANGED: Final = frozenset({"int", "float", "bool", "str", "bytes", "complex", "None", "Optional"})

FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)

Way: TypeAlias = list[ast.AST]
"""From a function to a node in it, both included."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """Comments to stand alone on a line of their own above `line` (from 1).  require: empty where there is none."""

    function: str
    line: int
    indent: str
    require: str
    raises: str


def suggested(text: str, span: Span, exception: str, message: str) -> Suggested | None:
    """text: of the module; span: of the claim, that no `exception` begins there; message: of the one that did.

    None where no function is around the place.
    """
    way = _way_to(parsed(text), span)
    place = max((n for n, node in enumerate(way) if isinstance(node, FUNCTIONS)), default=0)
    function = way[place]
    if not isinstance(function, FUNCTIONS):
        return None
    line = text.split("\n")[function.lineno - 1]
    indent = line[: len(line) - len(line.lstrip())]
    clause = None
    is_exact = span_of(way[-1]) == span
    if is_exact and _is_read(function, way[place - 1]) and _passed_by_all(way[place:]):
        clause = _clause(function, way[-1], exception, message)
    require = f"# clew: require {clause}" if clause is not None else ""
    raises = f"# clew: raises {exception}" if _can_announce(function, exception, text) else ""
    return Suggested(function.name, function.lineno, indent, require, raises)


def _way_to(tree: ast.Module, span: Span) -> Way:
    """To the outermost node at just this place, or else the innermost one around it."""
    way: Way = [tree]
    while inner := [child for child in ast.iter_child_nodes(way[-1]) if _holds(child, span)]:
        way.append(inner[0])
        if hasattr(inner[0], "lineno") and span_of(inner[0]) == span:
            break
    return way


def _holds(node: ast.AST, span: Span) -> bool:
    if not hasattr(node, "lineno"):
        return any(_holds(child, span) for child in ast.iter_child_nodes(node))
    return span.inside(span_of(node))


# ---------------------------------------------------------------- where a clause is read, and forbids nothing


def _is_read(function: FunctionNode, owner: ast.AST) -> bool:
    """Are contracts of such functions read?"""
    names = (_last_name(decorator) for decorator in function.decorator_list)
    is_plain = isinstance(function, ast.FunctionDef) and not is_generator(function)
    return is_plain and isinstance(owner, ast.Module | ast.ClassDef) and HARMLESS.issuperset(names)


def _can_announce(function: FunctionNode, exception: str, text: str) -> bool:
    if exception in ANNOUNCED_BY_ALL or any(_last_name(d) in LISTING for d in function.decorator_list):
        return False
    return isinstance(vars(builtins).get(exception), type) or exception in text


def _last_name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _passed_by_all(way: Way) -> bool:
    """Does every call that comes back from the function at its start evaluate the node at its end?"""
    for outer, inner in itertools.pairwise(way):
        match outer:
            case ast.FunctionDef(body=body) | ast.With(body=body) if inner in body:
                if any(_may_leave(each) for each in body[: body.index(inner)]):
                    return False
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
                if inner is not test:
                    return False
            case ast.For(iter=source):
                if inner is not source:
                    return False
            case ast.BoolOp(values=values):
                if inner is not values[0]:
                    return False
            case ast.Compare(left=left, comparators=compared):
                if inner is not left and inner is not compared[0]:
                    return False
            case ast.IfExp(test=test):
                if inner is not test:
                    return False
            case ast.stmt() | ast.comprehension() | ast.Lambda() | ast.GeneratorExp() | ast.ListComp():
                if not isinstance(outer, ast.Return | ast.Expr | ast.Assign | ast.AnnAssign | ast.AugAssign):
                    return False
            case ast.SetComp() | ast.DictComp():
                return False
    return True


def _may_leave(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Return | ast.Raise) for node in ast.walk(statement))


# ---------------------------------------------------------------- what the operation needs


def _clause(function: FunctionNode, node: ast.AST, exception: str, message: str) -> str | None:
    """What has to hold for this operation not to raise this exception, of parameters as they were given."""
    match exception, node:
        case "ZeroDivisionError", ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod(), right=divisor):
            return _not_zero(function, divisor)
        case "ZeroDivisionError", ast.AugAssign(op=ast.Div() | ast.FloorDiv() | ast.Mod(), value=divisor):
            return _not_zero(function, divisor)
        case "ZeroDivisionError", ast.Call(ast.Name("divmod"), [_, divisor], []):
            return _not_zero(function, divisor)
        case "IndexError", ast.Subscript(ast.Name(name), index) if _is_kept(function, name):
            return _inside(function, name, index)
        case "KeyError", ast.Subscript(ast.Name(name), key) if _is_kept(function, name):
            is_same = isinstance(key, ast.Constant) or (isinstance(key, ast.Name) and _is_given(function, key.id))
            return f"{ast.unparse(key)} in {name}" if is_same else None
        case "ValueError", ast.Call(ast.Name("max" | "min"), [ast.Name(name)], []) if "empty" in message:
            return f"len({name}) > 0" if _is_kept(function, name) and _is_sized(function, name) else None
        case (("AttributeError" | "TypeError"), _) if "'NoneType' object" in message:
            name = _asked_of(node)
            return f"{name} is not None" if name and _is_given(function, name) else None
        case "AssertionError", ast.expr():
            return ast.unparse(node) if _is_of_given(function, node) else None
    return None


def _not_zero(function: FunctionNode, divisor: ast.expr) -> str | None:
    match divisor:
        case ast.Name(name) if _is_given(function, name):
            return f"{name} != 0"
        case ast.Call(ast.Name("len"), [ast.Name(name)], []) if _is_kept(function, name):
            return f"len({name}) > 0"
    return None


def _inside(function: FunctionNode, name: str, index: ast.expr) -> str | None:
    match index:
        case ast.Constant(int() as number):
            return f"len({name}) > {number:d}"
        case ast.UnaryOp(ast.USub(), ast.Constant(int() as number)):
            return f"len({name}) >= {number:d}"
        case ast.Name(at) if _is_given(function, at):
            return f"-len({name}) <= {at} < len({name})"
    return None


def _asked_of(node: ast.AST) -> str:
    """The parameter of which something is asked that None does not have."""
    match node:
        case ast.Call(ast.Attribute(ast.Name(name))) | ast.Attribute(ast.Name(name)) | ast.Subscript(ast.Name(name)):
            return name
        case ast.Call(ast.Name("len" | "iter" | "sum" | "max" | "min"), [ast.Name(name)]):
            return name
    return ""


def _is_of_given(function: FunctionNode, test: ast.expr) -> bool:
    """Does it look at nothing but parameters, which hold what was given, and at nothing inside of what may change?"""
    outside: set[ast.expr] = set()  # of which only how many are in them is asked, of what class, or which they are
    for node in ast.walk(test):
        match node:
            case ast.Call(ast.Name("len" | "isinstance"), [ast.Name() as asked, *_]):
                outside.add(asked)
            case ast.Compare(ast.Name() as asked, ops) if all(isinstance(op, ast.Is | ast.IsNot) for op in ops):
                outside.add(asked)
            case ast.Name(name):
                if name in ONLY_LOOKS and name != "print":
                    continue
                if not _is_kept(function, name):
                    return False
                if node not in outside and not _never_changes(_parameters(function)[name]):
                    return False
            case ast.Call(ast.Name(name)):
                if name not in ONLY_LOOKS or name == "print":
                    return False
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp() | ast.BinOp() | ast.Constant():
                continue
            case ast.expr():
                return False
    return any(isinstance(node, ast.Name) and node.id in _parameters(function) for node in ast.walk(test))


# ---------------------------------------------------------------- parameters


def _parameters(function: FunctionNode) -> dict[str, ast.expr | None]:
    """With their annotations."""
    given = function.args
    return {a.arg: a.annotation for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)}


def _is_given(function: FunctionNode, name: str) -> bool:
    """Does the name stand for what was given, all through the function?"""
    if name not in _parameters(function):
        return False
    return not any(name in _bound(node) for statement in function.body for node in ast.walk(statement))


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(name, ast.Store() | ast.Del()):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from ((each.asname or each.name).partition(".")[0] for each in names)
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from names
        case ast.arg(arg=name):  # of a function inside, to which the name is its own
            yield name


def _is_kept(function: FunctionNode, name: str) -> bool:
    """Is it given, and left as it was?"""
    if not _is_given(function, name):
        return False
    annotation = _parameters(function)[name]
    if _never_changes(annotation):
        return True
    for statement in function.body:
        for outer in ast.walk(statement):
            for inner in ast.iter_child_nodes(outer):
                if isinstance(inner, ast.Name) and inner.id == name and not _looks(outer, inner):
                    return False
    return True


def _never_changes(annotation: ast.expr | None) -> bool:
    return annotation is not None and NEVER_CHANGED.issuperset(_names_in(annotation))


def _looks(outer: ast.AST, inner: ast.Name) -> bool:
    """Does what is around the name no more than look at what it holds?"""
    match outer:
        case ast.Call(ast.Name(called), arguments):
            is_handed_back = called in ("max", "min", "sum") and len(arguments) > 1
            return called in ONLY_LOOKS and inner in arguments and not is_handed_back
        case ast.Subscript(value, ctx=ast.Load()):
            return inner is value or isinstance(outer.slice, ast.Name)
        case ast.Subscript(value):
            return inner is not value
        case ast.For(iter=source) | ast.comprehension(iter=source):
            return inner is source
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
            return inner is test
        case ast.FormattedValue():
            return True
    return isinstance(outer, ast.Compare | ast.UnaryOp | ast.BinOp)


def _is_sized(function: FunctionNode, name: str) -> bool:
    annotation = _parameters(function)[name]
    return annotation is not None and next(_names_in(annotation), "") in {
        "list", "tuple", "set", "frozenset", "dict", "str", "bytes", "Sequence", "List", "Tuple", "Set", "Dict", "deque"
    }  # fmt: skip


def _names_in(annotation: ast.expr) -> Iterator[str]:
    for node in ast.walk(annotation):
        match node:
            case ast.Name(name) | ast.Attribute(attr=name):
                yield name
            case ast.Constant(None):
                yield "None"
            case ast.Constant():
                yield "?"  # a text, which may say anything
