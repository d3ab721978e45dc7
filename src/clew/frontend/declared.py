"""What the text of a module declares of its names, in annotations or as plainly: `NAMES = []`, `self.rows = {}`.

Nothing checks that it is so.  It serves to ask sensible questions, and proves nothing.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from clew.frontend.parsing import parse_expression
from clew.records import dataclass
from clew.regexes import regex

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_UNLESS_NONE: Final = regex(r"\s*\|\s*None\b|\bNone\s*\|\s*|^(?:typing\.|t\.)?Optional\[")
_HEAD: Final = regex(r"(?:\w+\.)*(\w+)\s*(?:\[|\]?$)")
_DISPLAYS: Final[Mapping[type[ast.expr], str]] = {
    ast.List: "list", ast.ListComp: "list", ast.Tuple: "tuple", ast.Dict: "dict", ast.DictComp: "dict", ast.Set: "set",
    ast.SetComp: "set", ast.JoinedStr: "str",
}  # fmt: skip
_MAKING: Final = frozenset(
    {"list", "tuple", "dict", "set", "frozenset", "str", "deque", "defaultdict", "OrderedDict", "Counter"}
)

_ORDERED: Final = {
    **dict.fromkeys(("int", "bool", "float"), "number"),
    "str": "str",
    "bytes": "bytes",
    "complex": "complex",
}
_MAPPINGS: Final = frozenset(
    {"dict", "mapping", "mutablemapping", "defaultdict", "ordereddict", "counter", "mappingproxytype"}
)
_HOLDING: Final = frozenset(
    {"list", "tuple", "set", "frozenset", "deque", "sequence", "iterable", "collection", "iterator", "abstractset"}
)


@dataclass(frozen=True, slots=True)
class Declared:
    """Heads of types, as `head_of` gives them, by name, where all that the module says of the name agrees.

    variables: of the module; attributes: of whatever class; returns: whole annotations, of functions and methods;
    imported: by name, which one of another module it is.
    """

    variables: Mapping[str, str]
    attributes: Mapping[str, str]
    returns: Mapping[str, str]
    imported: Mapping[str, str]


def head_of(annotation: str) -> str:
    """`list` of `typing.List[int] | None`; empty where the text is another one."""
    head = _HEAD.match(_UNLESS_NONE.sub("", annotation.strip("\"'")))
    return head.group(1).lower() if head is not None else ""


def orders_of(annotation: str) -> frozenset[str]:
    """Of what a value may be, the kinds among which nothing is ordered: `number`, `str`, `None`, …; none where the text
    names a class of which that is not known.
    """
    parsed = _parsed(annotation)
    return frozenset() if parsed is None else _orders(parsed)


def orders_of_elements(annotation: str) -> frozenset[str]:
    """The same of what a container holds, of a dict its keys."""
    match _parsed(annotation):
        case ast.Subscript(value=head, slice=ast.Tuple(elts=[key, _])) if _tail(head).lower() in _MAPPINGS:
            return _orders(key)
        case ast.Subscript(value=head, slice=inner) if _tail(head).lower() in _HOLDING:
            match inner:
                case ast.Tuple(elts=[each, ast.Constant(value=rest)]) if rest is ...:
                    return _orders(each)
                case ast.Tuple(elts=elts):
                    known = [_orders(each) for each in elts]
                    return frozenset().union(*known) if all(known) else frozenset()
            return _orders(inner)
    return frozenset()


def view_of(annotation: str, view: str) -> str | None:
    """The annotation of what `keys`, `values` or `items` of a dict gives; None where it is no annotation of a dict."""
    match _parsed(annotation):
        case ast.Subscript(value=head, slice=ast.Tuple(elts=[key, value])) if _tail(head).lower() in _MAPPINGS:
            shown = ast.unparse(value if view == "values" else key)
            # No key is there twice, so that where items are compared, keys decide.
            return f"collection[tuple[{shown}]]" if view == "items" else f"collection[{shown}]"
    return None


def _parsed(annotation: str) -> ast.expr | None:
    try:
        return parse_expression(annotation.strip().strip("\"'"))
    except (SyntaxError, ValueError):
        return None


def _orders(node: ast.expr) -> frozenset[str]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            parts = [left, right]
        case ast.Subscript(value=head, slice=ast.Tuple(elts=elts)) if _tail(head) == "Union":
            parts = elts
        case ast.Subscript(value=head, slice=inner) if _tail(head) == "Optional":
            parts = [inner, ast.Constant(None)]
        case ast.Constant(value=None):
            return frozenset({"None"})
        case ast.Subscript(value=head, slice=inner) if _tail(head).lower() in ("tuple", "list"):
            return _orders_of_sequences(_tail(head).lower(), inner)
        case ast.Name() | ast.Attribute():
            kind = _ORDERED.get(_tail(node))
            return frozenset() if kind is None else frozenset({kind})
        case _:
            return frozenset()
    known = [_orders(each) for each in parts]
    return frozenset().union(*known) if all(known) else frozenset()


def _orders_of_sequences(kind: str, inner: ast.expr) -> frozenset[str]:
    """They are compared item by item, so that there is an order where there is one at each place."""
    match inner:
        case ast.Tuple(elts=[each, ast.Constant(value=rest)]) if rest is ...:
            parts = [each]
        case ast.Tuple(elts=elts):
            parts = elts
        case _:
            parts = [inner]
    return frozenset(f"{kind} of {', '.join(places)}" for places in itertools.product(*map(_orders, parts)))


def _tail(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def declared_in(tree: ast.Module) -> Declared:
    imported: dict[str, str] = {}
    returns: list[tuple[str, str]] = []
    attributes: list[tuple[str, str]] = []
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=names):
                imported.update((name.asname or name.name, name.name) for name in names)
            case ast.ClassDef():
                attributes += _bound(node.body)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                returns.append((node.name, _result(node)))
                attributes += _attributes(node)
    return Declared(_agreed([*_bound(tree.body), *_by_global(tree)]), _agreed(attributes), _agreed(returns), imported)


def with_imported(modules: Sequence[Declared]) -> list[Declared]:
    """Of modules that are looked at together: what one imports is what the others declare, where they agree."""
    variables = _agreed(pair for each in modules for pair in each.variables.items())
    returns = _agreed(pair for each in modules for pair in each.returns.items())

    def of(imported: Mapping[str, str], own: Mapping[str, str], shared: Mapping[str, str]) -> dict[str, str]:
        return {name: shared[origin] for name, origin in imported.items() if origin in shared} | dict(own)

    return [
        replace(
            each,
            variables=of(each.imported, each.variables, variables),
            returns=of(each.imported, each.returns, returns),
        )
        for each in modules
    ]


def _agreed(said: Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for name, what in said:
        found.setdefault(name, set()).add(what)
    return {name: what for name, (what, *others) in found.items() if what and not others}


def _bound(body: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    """The variables that the statements of a module or class bind, those of inner functions and classes left out."""
    for node in body:
        match node:
            case ast.Assign([ast.Name(name)], value):
                yield name, _kind(value, {})
            case ast.AnnAssign(ast.Name(name), annotation):
                yield name, head_of(ast.unparse(annotation))
            case ast.AugAssign(ast.Name()):  # `NAMES += […]` keeps what it is
                continue
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, ""
            case _:
                yield from ((name, "") for name in _stored(node))


def _stored(node: ast.AST) -> Iterator[str]:
    """All that the statement binds, those of inner functions and classes included."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
            yield inner.id


def _by_global(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield from ((name, "") for name in node.names)


def _attributes(function: _Function) -> Iterator[tuple[str, str]]:
    """The attributes that a function assigns."""
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    given = {a.arg: head_of(ast.unparse(a.annotation)) for a in arguments if a.annotation is not None}
    known: set[int] = set()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets, value):
                for target in targets:
                    if isinstance(target, ast.Attribute):
                        known.add(id(target))
                        yield target.attr, _kind(value, given)
            case ast.AnnAssign(ast.Attribute(attr=name) as target, annotation):
                known.add(id(target))
                yield name, head_of(ast.unparse(annotation))
            case ast.AugAssign(ast.Attribute() as target):
                known.add(id(target))
            case ast.Attribute(attr=name, ctx=ast.Store()) if id(node) not in known:
                yield name, ""


def _kind(value: ast.expr, given: Mapping[str, str]) -> str:
    """What it is an instance of, where the text says so plainly; else empty.  given: of the parameters."""
    match value:
        case ast.Constant(str() | bytes() as constant):
            return type(constant).__name__
        case ast.Name(name):
            return given.get(name, "")
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name)) if name in _MAKING:
            return name.lower()
    return _DISPLAYS.get(type(value), "")


def _result(function: _Function) -> str:
    """What a call of it gives, by its annotation."""
    if function.returns is None or isinstance(function, ast.AsyncFunctionDef):
        return ""
    return ast.unparse(function.returns)
