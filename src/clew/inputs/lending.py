"""What the public methods and properties of a class hand out of its private attributes.

Whoever was given a list that an object keeps may change it without the object's methods.  Read off the text: which
attributes, or what is inside of them, a public method returns, yields, or passes on to what its caller gave it.  What
copies hands out what is inside; what only computes (`len`, `sum`, …) nothing.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from clew.effects.kept_state import functions_in
from clew.inputs.signatures import Catalogue
from clew.ir import tree as ir
from clew.ir.walk import nodes

Lent: TypeAlias = frozenset[tuple[str, bool]]
"""Names of attributes, with whether only what is inside of their values is handed out."""

_NOTHING: Final[Lent] = frozenset()
_COMPUTING: Final = frozenset(
    {"len", "sum", "int", "float", "str", "repr", "bool", "any", "all", "isinstance", "issubclass", "type", "hash",
     "abs", "round", "range", "ord", "chr", "callable", "hasattr", "print", "format", "bytes", "id", "divmod", "pow"}
)  # fmt: skip
_COPYING: Final = frozenset(
    {"list", "tuple", "set", "frozenset", "dict", "sorted", "reversed", "iter", "enumerate", "zip", "filter", "map",
     "next", "min", "max"}
)  # fmt: skip
_MAKING: Final = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__", "__del__"})


def lent_by(catalogue: Catalogue, cls: type) -> Lent:
    """By all public methods and properties of the class, those it inherits included."""
    if cls not in catalogue.lent:
        catalogue.lent[cls] = _lent_by(catalogue, cls)
    return catalogue.lent[cls]


def _lent_by(catalogue: Catalogue, cls: type) -> Lent:
    """To a fixpoint, since methods hand out what others gave them."""
    texts = {name: text for name, f in functions_of(cls) if (text := catalogue.lowered_of(f)) is not None}
    results: dict[str, Lent] = dict.fromkeys(texts, _NOTHING)
    before = -1
    while before != (before := sum(map(len, results.values()))):
        for name, text in texts.items():
            if text.parameters:
                results[name] |= _Flow(text, results).result()
    return _NOTHING.union(*(lent for name, lent in results.items() if not name.startswith("_") or name.endswith("__")))


def functions_of(cls: type) -> Iterator[tuple[str, types.FunctionType]]:
    """The functions of methods and properties, constructors left out."""
    members: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        members.update(vars(base))
    for name, member in members.items():
        if name not in _MAKING:
            for function in functions_in(member):
                yield name, function


class _Flow:
    """results: what the methods of the class are known to hand out; holders: variable → what of the receiver it holds;
    globals: variable → the global it was read from.
    """

    def __init__(self, function: ir.Function, results: Mapping[str, Lent]) -> None:
        self.results = results
        self.own = function.parameters[0].name
        self.given = {p.name for p in function.parameters[1:]}
        self.body = list(nodes(function.body, nested=False))
        self.holders: dict[str, Lent] = {}
        self.globals = {n.target.name: n.value.name for n in self.body if _reads_global(n)}
        self.found: set[tuple[str, bool]] = set()

    def result(self) -> Lent:
        before = -1
        while before != (before := sum(map(len, self.holders.values()))):
            for node in self.body:
                self.visit(node)
        return frozenset(self.found)

    def visit(self, node: object) -> None:
        match node:
            case ir.Assign(target, value):
                self.hold(target.name, self.value(value))
            case ir.For(target, o):
                self.hold(target.name, _inner(self.of(o)))
            case ir.Unpack(targets, _, o):
                for target in targets:
                    self.hold(target.name, _inner(self.of(o)))
            case ir.Return(o) | ir.Yield(o) | ir.YieldFrom(o):
                self.found |= self.of(o)
            case ir.SetAttr(ir.Var(o), _, value) | ir.SetItem(ir.Var(o), _, value) if o in self.given:
                self.found |= self.of(value)

    def hold(self, name: str, lent: Lent) -> None:
        if lent:
            self.holders[name] = self.holders.get(name, _NOTHING) | lent

    def of(self, atom: object) -> Lent:
        atom = atom.value if isinstance(atom, ir.Star | ir.Keyword) else atom
        return self.holders.get(atom.name, _NOTHING) if isinstance(atom, ir.Var) else _NOTHING

    def all_of(self, atoms: Iterable[object]) -> Lent:
        return _NOTHING.union(*(self.of(a) for a in atoms))

    def value(self, value: object) -> Lent:
        match value:
            case ir.Var():
                return self.of(value)
            case ir.Attr(ir.Var(o), name) if o == self.own:
                return frozenset({(name, False)}) if name.startswith("_") else self.results.get(name, _NOTHING)
            case ir.Attr(o, _) | ir.Item(o, _):
                return _inner(self.of(o))
            case ir.Display(_, items):
                return self.all_of(items)
            case ir.DictDisplay(items):
                return self.all_of(v for _, v in items)
            case ir.Binary("+" | "|" | "&" | "-" | "^" | "*" | "+=" | "|=" | "&=" | "-=" | "^=" | "*=", left, right):
                return self.of(left) | _inner(self.of(right))
            case ir.MethodCall(ir.Var(o), name, arguments) if o == self.own:
                return self.results.get(name, _NOTHING) | self.all_of(arguments)
            case ir.MethodCall(o, _, arguments):
                if isinstance(o, ir.Var) and o.name in self.given:
                    self.found |= self.all_of(arguments)
                return _inner(self.of(o)) | self.all_of(arguments)
            case ir.Call(function, arguments):
                return self.call(function, arguments)
            case ir.Closure(inner):
                read = {n.name for n in nodes(inner) if isinstance(n, ir.Attr) and n.name.startswith("_")}
                kept = self.all_of(n for n in nodes(inner) if isinstance(n, ir.Var) and not n.name.startswith("%"))
                return kept | {(name, False) for name in read}
        return _NOTHING

    def call(self, function: object, arguments: Iterable[object]) -> Lent:
        name = self.globals.get(function.name) if isinstance(function, ir.Var) else None
        passed = self.all_of(arguments)
        if name in _COMPUTING:
            return _NOTHING
        if name in _COPYING:
            return _inner(passed) | _inner(self.of(function))
        if name is None:  # a function that the caller gave, or that the object keeps
            self.found |= passed
        return passed | self.of(function)


def _reads_global(node: object) -> bool:
    return isinstance(node, ir.Assign) and isinstance(node.value, ir.Global)


def _inner(lent: Lent) -> Lent:
    return frozenset((name, True) for name, _ in lent)
