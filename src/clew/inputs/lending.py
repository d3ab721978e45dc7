"""What the public methods and properties of a class hand out of its private attributes.

Whoever was given a list that an object keeps may change it without the object's methods.  Read off the text: which
attributes, or what is inside of them, a public method returns, yields, or passes on to what its caller gave it.  What
copies hands out what is inside; what only computes (`len`, `sum`, …) nothing.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from clew.effects.changes import MUTATORS
from clew.effects.kept_state import functions_in
from clew.effects.library import CHOOSING, HOLDING, NAMING, PLAIN, SHOWN
from clew.inputs.setters import is_used_by_others
from clew.inputs.signatures import Catalogue, once
from clew.ir import tree as ir
from clew.ir.operators import ARITHMETIC, IN_PLACE
from clew.ir.walk import nodes

Lent: TypeAlias = frozenset[tuple[str, bool]]
"""Names of attributes, with whether only what is inside of their values is handed out."""

Held: TypeAlias = frozenset[tuple[str, int]]
"""Names of attributes, with what is held of each: its object, what is inside of it, or something the object is in."""

OBJECT: Final = 0
INSIDE: Final = 1
AROUND: Final = 2
_NOTHING: Final[Held] = frozenset()
_CALLING: Final = frozenset({"map", "filter", "iter"})  # what they are given first, when they are drawn from
_MAKING: Final = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__", "__del__"})


@once
def lent_by(catalogue: Catalogue, cls: type) -> Lent:
    """By all public methods and properties of the class, those it inherits included: to a fixpoint, since methods hand
    out what others gave them.
    """
    texts = {name: text for name, f in functions_of(cls) if (text := catalogue.lowered_of(f)) is not None}
    results: dict[str, Held] = dict.fromkeys(texts, _NOTHING)
    everything = frozenset((name, AROUND) for name in catalogue.private())
    before = -1
    while before != (before := sum(map(len, results.values()))):
        for name, text in texts.items():
            if text.parameters:
                results[name] |= _Flow(text, results, everything).result()
    public = (
        held
        for name, held in results.items()
        if not name.startswith("_") or name.endswith("__") or is_used_by_others(catalogue, name)
    )
    return frozenset((name, of == INSIDE) for name, of in _NOTHING.union(*public))


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
    """results: what the methods of the class are known to hand out; everything: all private attributes; holders:
    variable → what of the receiver it holds; own: variables that hold the receiver; globals: variable → the global it
    was read from.
    """

    def __init__(self, function: ir.Function, results: Mapping[str, Held], everything: Held) -> None:
        self.results = results
        self.everything = everything
        self.own = {function.parameters[0].name}
        self.given = {p.name for p in function.parameters[1:]}
        self.body = list(nodes(function.body, nested=False))
        self.holders: dict[str, Held] = {}
        self.globals = {n.target.name: n.value.name for n in self.body if _reads_global(n)}
        self.found: set[tuple[str, int]] = set()

    def result(self) -> Held:
        before = -1
        while before != (before := sum(map(len, self.holders.values()))):
            for node in self.body:
                self.visit(node)
        return frozenset(self.found)

    def visit(self, node: object) -> None:
        match node:
            case ir.Assign(target, ir.Var(o)) if o in self.own:
                self.own.add(target.name)
            case ir.Assign(target, value):
                self.hold(target.name, self.value(value))
            case ir.For(target, o):
                self.hold(target.name, _inner(self.of(o)))
            case ir.Unpack(targets, _, o):
                for target in targets:
                    self.hold(target.name, _inner(self.of(o)))
            case ir.Return(o) | ir.Yield(o) | ir.YieldFrom(o):
                self.found |= self.of(o)
            case ir.SetGlobal(_, o):
                self.found |= self.of(o)
            case ir.Raise(exception, cause):
                self.found |= self.of(exception) | self.of(cause)
            case ir.SetAttr(ir.Var(o), name, ir.Var(held)) if o in self.own and name.startswith("_"):
                self.hold(held, frozenset({(name, OBJECT)}))
            case ir.SetAttr(ir.Var(o), _, value) | ir.SetItem(ir.Var(o), _, value):
                if o in self.given:
                    self.found |= self.of(value)
                elif o not in self.own:
                    self.hold(o, _around(self.of(value)))

    def hold(self, name: str, held: Held) -> None:
        if held:
            self.holders[name] = self.holders.get(name, _NOTHING) | held

    def of(self, atom: object) -> Held:
        atom = atom.value if isinstance(atom, ir.Star | ir.Keyword) else atom
        return self.holders.get(atom.name, _NOTHING) if isinstance(atom, ir.Var) else _NOTHING

    def all_of(self, atoms: Iterable[object]) -> Held:
        return _NOTHING.union(*(self.of(a) for a in atoms))

    def value(self, value: object) -> Held:
        match value:
            case ir.Var():
                return self.of(value)
            case ir.Attr(ir.Var(o), "__dict__") if o in self.own:
                return self.everything
            case ir.Attr(ir.Var(o), name) if o in self.own:
                return frozenset({(name, OBJECT)}) if name.startswith("_") else self.results.get(name, _NOTHING)
            case ir.Attr(o, name) if name in MUTATORS or name == "__dict__":
                return self.of(o) | _inner(self.of(o))  # whoever has a bound method may call it
            case ir.Item(o, key):
                self.found |= self.of(key)  # in a KeyError
                return _inner(self.of(o))
            case ir.Attr(o, _):
                return _inner(self.of(o))
            case ir.Display(_, items):
                return _around(self.all_of(items))
            case ir.DictDisplay(items):
                return _around(self.all_of(v for _, v in items))
            case ir.Unary("-" | "+" | "~", o):
                return self.of(o)  # what a special method gives, as for all operators
            case ir.Binary("%", ir.Const(str() | bytes())):
                return _NOTHING  # a text
            case ir.Binary(op, ir.Const(), o) if op != "*" and op in ARITHMETIC:
                return self.of(o)  # `1 - o` is for `o` to say, but `2 * xs` is another list
            case ir.Binary(op, left, right) if op in ARITHMETIC or op in IN_PLACE:
                return self.of(left) | _inner(self.of(right))
            case ir.Binary("==" | "!=" | "<" | "<=" | ">" | ">=", left, right):
                for one, other in ((left, right), (right, left)):  # it may be asked, with the other as argument
                    if isinstance(one, ir.Var) and one.name in self.given:
                        self.found |= self.of(other)
                return _NOTHING
            case ir.MethodCall(ir.Var(o), "__getstate__" | "__reduce__" | "__reduce_ex__") if o in self.own:
                return self.everything
            case ir.MethodCall(ir.Var(o), name, arguments) if o in self.own:
                return self.results.get(name, _NOTHING) | self.passed(arguments)
            case ir.MethodCall(o, name, arguments):
                passed = self.all_of(arguments)
                if isinstance(o, ir.Var) and o.name in self.given:
                    self.found |= passed
                elif isinstance(o, ir.Var):
                    self.hold(o.name, _around(passed))
                named = self.named(arguments) if name in NAMING else _NOTHING
                shown = self.everything if name == "copy" and self.has_own(arguments) else _NOTHING
                itself = self.of(o) if name.startswith("__") else _NOTHING  # `xs.__iadd__(ys)`
                return _inner(self.of(o)) | passed | _around(passed) | named | shown | itself
            case ir.Call(function, arguments):
                return self.call(function, arguments)
            case ir.Closure(inner):
                read = {n.name for n in nodes(inner) if isinstance(n, ir.Attr) and n.name.startswith("_")}
                kept = self.all_of(n for n in nodes(inner) if isinstance(n, ir.Var) and not n.name.startswith("%"))
                return kept | {(name, OBJECT) for name in read}
        return _NOTHING

    def passed(self, arguments: Iterable[object]) -> Held:
        """What a call may hand on of what it was given."""
        given = self.all_of(arguments)
        return given | _around(given)

    def call(self, function: object, arguments: tuple[object, ...]) -> Held:
        name = self.globals.get(function.name) if isinstance(function, ir.Var) else None
        if name in PLAIN or name in SHOWN or (name == "sum" and len(arguments) == 1):  # a second is where it starts
            return _NOTHING
        if name in NAMING:
            return self.named(arguments) | self.all_of(arguments[2:])
        if name in ("vars", "copy") and self.has_own(arguments):
            return self.everything
        given = self.all_of(arguments)
        if name in HOLDING:
            named = self.all_of(a for a in arguments if isinstance(a, ir.Keyword))  # `dict` holds these themselves
            called = self.all_of(arguments[:1]) if name in _CALLING and len(arguments) > 1 else _NOTHING
            inside = frozenset((n, of if of == AROUND else INSIDE) for n, of in given | self.of(function))
            return inside | _around(named) | called
        if name in CHOOSING:
            return given | _inner(given)
        if name is None:  # a function that the caller gave, or that the object keeps
            self.found |= given
        return given | _around(given) | self.of(function)

    def has_own(self, arguments: Iterable[object]) -> bool:
        return any(isinstance(argument, ir.Var) and argument.name in self.own for argument in arguments)

    def named(self, arguments: Iterable[object]) -> Held:
        """The attributes of these names; all, where one is computed."""
        names = [argument.value for argument in arguments if isinstance(argument, ir.Const)]
        found = {(name, OBJECT) for name in names if isinstance(name, str) and name.startswith("_")}
        return frozenset(found) if any(isinstance(name, str) for name in names) else self.everything


def _reads_global(node: object) -> bool:
    return isinstance(node, ir.Assign) and isinstance(node.value, ir.Global)


def _inner(held: Held) -> Held:
    """What is held of something inside of it."""
    found = {(name, AROUND if of == AROUND else INSIDE) for name, of in held}
    return frozenset(found | {(name, OBJECT) for name, of in held if of == AROUND})


def _around(held: Held) -> Held:
    """What is held of something that holds it."""
    return frozenset((name, INSIDE if of == INSIDE else AROUND) for name, of in held)
