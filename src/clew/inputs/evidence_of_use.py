"""What the body of a function does with a parameter, as evidence for what it is.

Every operation on the parameter, on a plain copy of it, or (a few calls deep) on the parameter it is passed to, speaks
for some kinds; its name does weakly.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import sys
import types
from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from clew.inputs.class_names import name_of
from clew.inputs.shapes import MadeShape, Shape
from clew.ir import tree as ir
from clew.ir.operators import IN_PLACE, MEMBERSHIP
from clew.ir.walk import statements
from clew.records import dataclass

if TYPE_CHECKING:
    from clew.inputs.signatures import Catalogue

CALLS = 2  # followed
MOST_KEYS = 16

_COPYING = frozenset({"list", "tuple", "reversed", "sorted", "iter", "set", "frozenset", "deque"})

_OPERANDS: Mapping[str, str] = {"not": "bool", "is-sequence": "list", "is-mapping": "dict"}

# What an argument of a builtin, or of `json.loads`, must be, likeliest first.
BUILTIN_ARGUMENTS: Mapping[str, tuple[tuple[str, float], ...]] = {
    "abs": (("int", 2), ("float", 1)), "all": (("list", 3),), "any": (("list", 3),), "bin": (("int", 3),),
    "bool": (("bool", 0.5),), "callable": (("callable", 2),), "chr": (("int", 3),), "dict": (("dict", 2),),
    "divmod": (("int", 3),), "enumerate": (("list", 2), ("str", 1)), "float": (("str", 2), ("float", 2), ("int", 1)),
    "hex": (("int", 3),), "int": (("str", 3), ("int", 1), ("float", 1)), "iter": (("list", 2), ("iterator", 1)),
    "len": (("list", 2), ("str", 1.5), ("dict", 0.5)), "list": (("list", 2), ("str", 0.5)), "max": (("list", 2),),
    "min": (("list", 2),), "next": (("iterator", 3),), "oct": (("int", 3),), "open": (("str", 3),),
    "ord": (("char", 3),), "pow": (("int", 3),), "range": (("int", 3),), "reversed": (("list", 2), ("str", 1)),
    "round": (("float", 2), ("int", 1)), "set": (("list", 2), ("str", 0.5)), "sorted": (("list", 2),),
    "sum": (("numbers", 3),), "tuple": (("list", 2),), "zip": (("list", 2),), "str": (("int", 0.5), ("str", 0.5)),
    "frozenset": (("list", 2),), "loads": (("str", 3),),
}  # fmt: skip

# Functions of the library that are given a function, and as which argument.
TAKING_FUNCTIONS: Mapping[object, int] = {
    types.MethodType: 0, functools.partial: 0, functools.wraps: 0, functools.update_wrapper: 1, functools.lru_cache: 0,
    functools.cache: 0, functools.cmp_to_key: 0, functools.singledispatch: 0, inspect.signature: 0,
    itertools.starmap: 0, itertools.takewhile: 0, itertools.dropwhile: 0, itertools.filterfalse: 0,
}  # fmt: skip
# What functions of these modules are given.
LIBRARY_ARGUMENTS: Mapping[str, str] = {"json": "str", "re": "str", "math": "float"}

# fmt: off
NAMES: Mapping[str, frozenset[str]] = {
    "int": frozenset((
        "n", "i", "j", "k", "m", "count", "size", "num", "number", "index", "idx", "width", "height",
        "depth", "length", "x", "y", "a", "b", "start", "stop", "end", "limit", "year", "month", "day",
        "total", "step", "base", "amount", "value", "low", "high", "lo", "hi", "target", "capacity",
    )),
    "str": frozenset((
        "s", "text", "name", "string", "word", "line", "path", "msg", "message", "url", "prefix", "suffix",
        "sep", "char", "c", "ch", "pattern", "filename", "content", "token", "title", "label", "source",
        "expr", "expression", "version", "email", "password", "username", "code", "phrase", "sentence",
    )),
    "list": frozenset((
        "xs", "ys", "items", "lst", "values", "nums", "numbers", "arr", "array", "seq", "sequence", "data",
        "iterable", "elements", "words", "lines", "rows", "points", "tokens", "names", "list", "edges",
        "args", "stack", "queue", "collection",
    )),
    "strings": frozenset(("words", "lines", "names", "tokens", "strings", "strs", "texts", "parts")),
    "grid": frozenset((
        "matrix", "grid", "board", "table",
    )),
    "dict": frozenset((
        "d", "mapping", "config", "options", "kwargs", "params", "dictionary", "graph", "counts",
        "settings", "headers", "record",
    )),
    "callable": frozenset((
        "f", "fn", "func", "function", "callback", "pred", "predicate", "key_func", "factory", "handler",
        "mapper",
    )),
    "float": frozenset((
        "ratio", "rate", "price", "weight", "probability", "temperature", "radius", "tol", "tolerance",
        "epsilon",
    )),
    "bool": frozenset((
        "flag", "verbose", "strict", "reverse", "force", "enabled", "recursive", "inclusive",
    )),
}

# fmt: on


@dataclass(slots=True)
class Evidence:
    """scores: by kind.  attributes: what is read from it or called on it.  classes: seen in isinstance tests.

    shapes: with a score.  elements, values: variables that hold what was taken out of it; keys: by the text it is
    looked up under, variables that hold what was found there; defaults: by that text, what is taken in place of it;
    fields, methods: by attribute, variables that hold it or what calling it gave.
    seen: how often the same was said; the second time it weighs half, and so on: ten subscripts are hardly more than
    two.
    """

    scores: dict[str, float] = field(default_factory=dict)
    seen: Counter[tuple[str, float]] = field(default_factory=Counter)
    attributes: dict[str, None] = field(default_factory=dict)
    classes: dict[str, None] = field(default_factory=dict)
    shapes: dict[Shape, float] = field(default_factory=dict)
    elements: list[tuple[ir.Function, str]] = field(default_factory=list)
    values: list[tuple[ir.Function, str]] = field(default_factory=list)
    keys: dict[str, list[tuple[ir.Function, str]]] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    fields: dict[str, list[tuple[ir.Function, str]]] = field(default_factory=dict)
    methods: dict[str, list[tuple[ir.Function, str]]] = field(default_factory=dict)

    def add(self, kind: str, weight: float) -> None:
        self.scores[kind] = self.scores.get(kind, 0) + weight / 2 ** self.seen[kind, weight]
        self.seen[kind, weight] += 1


@dataclass(frozen=True, slots=True)
class _Names:
    """What the variables of a function hold.

    same: the parameter; copies: a sequence of some of its elements; globals_read: the value of a global; views: its
    `values()` or `items()`; pairs: one of those items; displays: a tuple made of these items; slices: a slice; supers:
    what `super()` gave.
    """

    same: set[str]
    copies: set[str] = field(default_factory=set)
    globals_read: dict[str, str] = field(default_factory=dict)
    views: dict[str, str] = field(default_factory=dict)
    pairs: set[str] = field(default_factory=set)
    displays: dict[str, tuple[ir.Var | ir.Const | ir.Star, ...]] = field(default_factory=dict)
    slices: set[str] = field(default_factory=set)
    supers: set[str] = field(default_factory=set)

    @staticmethod
    def of(function: ir.Function, parameter: str) -> _Names:
        names = _Names({parameter})
        for statement in statements(function.body):
            match statement:
                case ir.Assign(target, ir.Global(name)):
                    names.globals_read[target.name] = name
                case ir.Assign(target, ir.Display("tuple", items)):
                    names.displays[target.name] = items
                case ir.Assign(target, ir.MethodCall(o, "values" | "items" as view, ())) if names.holds_it(o):
                    names.views[target.name] = view
                case ir.For(target, ir.Var(view)) if names.views.get(view) == "items":
                    names.pairs.add(target.name)
                case ir.Assign(target, ir.Slice()):
                    names.slices.add(target.name)
                case ir.Assign(target, ir.SuperCall()):
                    names.supers.add(target.name)
                case ir.Assign(target, ir.Var() as value) if names.holds_it(value):
                    names.same.add(target.name)
                case ir.Assign(target, ir.Call(callee, (ir.Var() as value,))) if names.read(callee) in _COPYING:
                    if names.holds_it(value) or names.holds_part(value):
                        names.copies.add(target.name)
                case ir.Assign(target, ir.Item(ir.Var() as value, ir.Var(key))) if key in names.slices:
                    if names.holds_it(value) or names.holds_part(value):
                        names.copies.add(target.name)
                case ir.Assign(target, ir.Var() as value) if names.holds_part(value):
                    names.copies.add(target.name)
                case ir.Unpack(targets, None, ir.Var(name)) if len(names.displays.get(name, ())) == len(targets):
                    pairs = zip(targets, names.displays[name], strict=True)
                    names.same.update(target.name for target, item in pairs if names.holds_it(item))
        return names

    def holds_it(self, atom: object) -> bool:
        return isinstance(atom, ir.Var) and atom.name in self.same

    def holds_part(self, atom: object) -> bool:
        return isinstance(atom, ir.Var) and atom.name in self.copies

    def read(self, atom: object) -> str:
        """The global that a variable holds; "" where it holds none."""
        return self.globals_read.get(atom.name, "") if isinstance(atom, ir.Var) else ""


@dataclass(frozen=True, slots=True)
class Collector:
    """Reads bodies.  module: the one the function belongs to."""

    catalogue: Catalogue
    module: str

    def collect(self, function: ir.Function, name: str, evidence: Evidence, depth: int) -> None:
        _name_hint(name, evidence)
        names = _Names.of(function, name)
        for statement in statements(function.body):
            self.statement(function, statement, names, evidence, depth)

    def statement(
        self, function: ir.Function, statement: ir.Statement, names: _Names, evidence: Evidence, depth: int
    ) -> None:
        is_it = names.holds_it
        match statement:
            case ir.Assign(target, value):
                self.value(function, target, value, names, evidence, depth)
            case ir.For(target, iterable) if is_it(iterable):
                evidence.add("list", 2)
                evidence.add("str", 0.8)
                evidence.add("iterator", 0.4)
                evidence.elements.append((function, target.name))
            case ir.For(target, ir.Var(view)) if names.views.get(view) == "values":
                evidence.values.append((function, target.name))
            case ir.Unpack((_, target), None, ir.Var(pair)) if pair in names.pairs:
                evidence.values.append((function, target.name))
            case ir.For(target, iterable) if names.holds_part(iterable):
                evidence.elements.append((function, target.name))
            case ir.Try(handlers=handlers) if any(is_it(handler.type) for handler in handlers):
                evidence.add("error-class", 4)
            case ir.SetItem(o, k) if is_it(o):
                evidence.add("dict", 3 if isinstance(k, ir.Const) and isinstance(k.value, str) else 1.5)
                evidence.add("list", 0 if isinstance(k, ir.Const) and isinstance(k.value, str) else 2)
            case ir.DelItem(o, _) if is_it(o):
                evidence.add("dict", 1.5)
                evidence.add("list", 1.5)
            case ir.SetAttr(o, name) if is_it(o):
                evidence.attributes[name] = None
                evidence.fields.setdefault(name, [])
            case ir.SetAttr(ir.Var(receiver), name, value) if depth < CALLS and _is_receiver(receiver, function):
                if is_it(value):
                    self.attribute(function, name, evidence, depth)
                elif names.holds_part(value):
                    part = Evidence()
                    self.attribute(function, name, part, depth)
                    evidence.elements += part.elements
            case ir.Unpack(targets, _, value) if is_it(value):
                evidence.add("pair" if len(targets) == 2 else "list", 3)
            case ir.If(condition) | ir.While(condition=condition) if is_it(condition):
                evidence.add("bool", 0.5)

    def attribute(self, method: ir.Function, name: str, evidence: Evidence, depth: int) -> None:
        """The value is kept as `self.name`: what the methods of the class do with that counts too."""
        path = next((q for (m, q), f in self.catalogue.functions.items() if f is method and m == self.module), "")
        cls = path.rpartition(".")[0]
        for (module, qualname), other in self.catalogue.functions.items():
            if not cls or module != self.module or qualname.rpartition(".")[0] != cls or not other.parameters:
                continue
            receiver = ir.Var(other.parameters[0].name)
            for statement in statements(other.body):
                match statement:
                    case ir.Assign(target, ir.Attr(o, attribute)) if o == receiver and attribute == name:
                        self.collect(other, target.name, evidence, depth + 1)
                    case ir.Assign(_, ir.MethodCall(o, attribute)) if o == receiver and attribute == name:
                        evidence.add("callable", 4)

    def value(
        self,
        function: ir.Function,
        target: ir.Var,
        value: ir.Value,
        names: _Names,
        evidence: Evidence,
        depth: int,
    ) -> None:
        is_it = names.holds_it
        match value:
            case ir.Binary("in" | "not-in", left, right) if is_it(left) and names.read(right):
                self.key(names.read(right), evidence)
            case ir.Binary("in" | "not-in" as op, ir.Const(str(text)) as left, right) if is_it(right):
                _operator(op, left, False, evidence)
                evidence.keys.setdefault(text, [])
            case ir.Binary(op, left, right) if is_it(left) or is_it(right):
                _operator(op, right if is_it(left) else left, is_it(left), evidence)
            case ir.Unary(op, operand) if is_it(operand):
                evidence.add(_OPERANDS.get(op, "int"), 1.2)
            case ir.Item(o, ir.Var(k)) if is_it(o) and k in names.slices:
                evidence.add("list", 2)
                evidence.add("str", 1)
            case ir.Item(o, k) if is_it(o):
                _subscript(k, evidence)
                if isinstance(k, ir.Const) and isinstance(k.value, str):
                    evidence.keys.setdefault(k.value, []).append((function, target.name))
                evidence.elements.append((function, target.name))
                evidence.values.append((function, target.name))
            case ir.Item(o, ir.Const(int())) if names.holds_part(o):
                evidence.elements.append((function, target.name))
            case ir.Item(o, k) if is_it(k) and names.read(o):
                self.key(names.read(o), evidence)
            case ir.Attr(o, name) if is_it(o):
                evidence.attributes[name] = None
                evidence.fields.setdefault(name, []).append((function, target.name))
            case ir.MethodCall(o, name, arguments) if is_it(o):
                evidence.attributes[name] = None
                evidence.methods.setdefault(name, []).append((function, target.name))
                if name in ("get", "setdefault", "pop") and arguments:
                    evidence.values.append((function, target.name))
                    _looked_up(function, target, arguments, evidence)
            case ir.MethodCall(o, name, arguments) if any(is_it(_given(a)) for a in arguments):
                called = self.method(function, names, o, name)
                if called is not None:
                    self.follow(called, arguments, names, evidence, depth)
                elif isinstance(o, ir.Const) and isinstance(o.value, str):
                    evidence.add("strings" if name == "join" else "str", 3)
                elif names.read(o) == "weakref" and is_it(arguments[0]):
                    evidence.add("object", 3)
                elif kind := LIBRARY_ARGUMENTS.get(names.read(o)):
                    evidence.add(kind, 3)
                elif names.read(o) and is_it(arguments[0]):
                    self.key(names.read(o), evidence)
            case ir.Call(callee, arguments):
                if is_it(callee):
                    evidence.add("callable", 4)
                self.call(names.read(callee), value, names, evidence, depth)
            case ir.Format(o) if is_it(o):
                evidence.add("str", 0.3)
            case ir.YieldFrom(o) if is_it(o):
                evidence.add("list", 1)
            case ir.Closure(inner, _, _):
                for name in names.same & set(inner.free):
                    self.collect(inner, name, evidence, depth)

    def key(self, container: str, evidence: Evidence) -> None:
        """The value is looked up in a container of the module: what is in that can be found there."""
        held = vars(sys.modules[self.module]).get(container) if self.module in sys.modules else None
        if isinstance(held, dict | set | frozenset | list | tuple):
            named = tuple(name for name in map(name_of, held) if name is not None)[:MOST_KEYS]
            kinds = {shape_of_scalar(k) for k in itertools.islice(held, MOST_KEYS)}
            for kind in sorted(kinds - {""}):
                evidence.add(kind, 2)
            if named:
                evidence.shapes[MadeShape(f"a key of {container}", named)] = 3

    def call(self, callee: str, call: ir.Call, names: _Names, evidence: Evidence, depth: int) -> None:
        """An argument of a builtin, or of a function of the same module."""
        is_it = names.holds_it
        for index, argument in enumerate(call.arguments):
            if isinstance(argument, ir.Star) and is_it(argument.value):
                evidence.add("list", 2)
            if not is_it(argument):
                continue
            if callee == "isinstance" and index == 0 and len(call.arguments) == 2:
                tested = call.arguments[1]
                several = names.displays.get(tested.name, (tested,)) if isinstance(tested, ir.Var) else ()
                evidence.classes.update(dict.fromkeys(name for name in map(names.read, several) if name))
            elif callee in ("map", "filter", "reduce"):
                evidence.add("callable" if index == 0 else "list", 3)
            elif callee in ("min", "max") and len(call.arguments) > 1:
                evidence.add("int", 2)
            elif callee in BUILTIN_ARGUMENTS:
                for kind, weight in BUILTIN_ARGUMENTS[callee]:
                    evidence.add(kind, weight)
        called = self.function(self.global_(callee)) if callee and callee not in BUILTIN_ARGUMENTS else None
        if called is not None:
            self.follow(called, call.arguments, names, evidence, depth)

    # ------------------------------------------------------------ what it is handed on to

    def global_(self, name: str) -> Any:
        return vars(sys.modules[self.module]).get(name) if self.module in sys.modules else None

    def function(self, value: Any) -> _Called | None:
        """What a call of this runs: a function, or the `__init__` of a class."""
        if _taking(value) is not None:
            return _Called(value, 0)
        if isinstance(value, type):
            return _Called(inspect.getattr_static(value, "__init__", None), 1)
        return _Called(value, 0) if isinstance(value, types.FunctionType) else None

    def method(self, function: ir.Function, names: _Names, o: ir.Atom, name: str) -> _Called | None:
        """What `o.name(...)` runs, where `o` is the receiver, a class, a module or what `super()` gave."""
        if names.read(o):
            owner = self.global_(names.read(o))
            if isinstance(owner, types.ModuleType):
                return self.function(vars(owner).get(name))
            return _member((owner,), name, 0) if isinstance(owner, type) else None
        if not isinstance(o, ir.Var) or "." not in function.qualname:
            return None
        cls = self.global_(function.qualname.partition(".")[0])
        for part in function.qualname.split(".")[1:-1]:
            cls = vars(cls).get(part) if isinstance(cls, type) else None
        if not isinstance(cls, type) or not (o.name in names.supers or _is_receiver(o.name, function)):
            return None
        return _member(cls.__mro__[o.name in names.supers :], name, 1)

    def follow(
        self, called: _Called, arguments: tuple[ir.Argument, ...], names: _Names, evidence: Evidence, depth: int
    ) -> None:
        """What the function does with the parameter that it is."""
        taking = _taking(called.function)
        lowered = None
        if isinstance(called.function, types.FunctionType) and depth < CALLS:
            function = inspect.unwrap(called.function)
            lowered = self.catalogue.definition(function)
        for index, argument in enumerate(arguments):
            if isinstance(argument, ir.Star) or not names.holds_it(_given(argument)):
                continue
            if taking is not None:
                evidence.add("callable", 4 if index == taking else 0)
                continue
            for number, p in enumerate(lowered.parameters if lowered is not None else ()):
                if isinstance(argument, ir.Keyword):
                    matches = p.name == argument.name
                else:
                    matches = number == index + called.bound and p.kind in ("positional", "positional-only")
                if matches and lowered is not None:
                    Collector(self.catalogue, function.__module__).collect(lowered, p.name, evidence, depth + 1)


@dataclass(frozen=True, slots=True)
class _Called:
    """bound: how many parameters come before the first argument."""

    function: Any
    bound: int


def _member(classes: tuple[type, ...], name: str, bound: int) -> _Called | None:
    """The member that the first of the classes has, as a call by its name binds it."""
    raw = next((vars(cls)[name] for cls in classes if name in vars(cls)), None)
    if isinstance(raw, staticmethod | classmethod):
        return _Called(raw.__func__, 1 if isinstance(raw, classmethod) else 0)
    return _Called(raw, bound) if isinstance(raw, types.FunctionType) else None


def _taking(value: Any) -> int | None:
    return TAKING_FUNCTIONS.get(value) if type(value) in (type, types.FunctionType, types.BuiltinFunctionType) else None


def _given(argument: ir.Argument) -> object:
    return argument.value if isinstance(argument, ir.Keyword) else argument


def _is_receiver(name: str, function: ir.Function) -> bool:
    return bool(function.parameters) and function.parameters[0].name == name


def _operator(op: str, other: ir.Atom, on_left: bool, evidence: Evidence) -> None:
    op = IN_PLACE.get(op, op)
    if isinstance(other, ir.Const):
        kind = {int: "int", str: "str", float: "float", bytes: "bytes", bool: "bool", type(None): "none"}.get(
            type(other.value)
        )
        if op in MEMBERSHIP:
            if on_left and kind == "str":
                evidence.add("char", 3)
            elif not on_left:
                evidence.add("str" if kind == "str" else "list", 2)
                evidence.add("list" if kind == "str" else "set", 1)
        elif op == "*" and kind == "int":
            evidence.add("int", 2)
        elif op == "%" and kind == "str" and not on_left:
            evidence.add("str", 0.5)
        elif kind is not None:
            evidence.add(kind, 0.5 if kind == "none" else 3)
            if kind == "float":
                evidence.add("int", 0.5)
        return
    match op:
        case "in" | "not-in":
            for kind in ("list", "str", "dict", "set") if not on_left else ("int", "str"):
                evidence.add(kind, 1 if kind == "list" else 0.8)
        case "-" | "/" | "//" | "**":
            evidence.add("int", 2)
            evidence.add("float", 1)
        case "%" | "<<" | ">>" | "&" | "|" | "^":
            evidence.add("int", 2)
        case "+" | "*":
            evidence.add("int", 1)
            evidence.add("str", 0.4)
            evidence.add("list", 0.4)
        case "<" | "<=" | ">" | ">=":
            evidence.add("int", 1.5)
        case "==" | "!=":
            evidence.add("int", 0.4)
            evidence.add("str", 0.3)


def _subscript(key: ir.Atom, evidence: Evidence) -> None:
    match key:
        case ir.Const(str()):
            evidence.add("dict", 3)
        case ir.Const(int()):
            evidence.add("list", 2)
            evidence.add("str", 1)
            evidence.add("pair", 0.8)
        case _:
            evidence.add("list", 1.5)
            evidence.add("str", 0.8)
            evidence.add("dict", 0.9)


def _looked_up(function: ir.Function, target: ir.Var, arguments: tuple[object, ...], evidence: Evidence) -> None:
    """By `get`, `setdefault` or `pop`, with a key and perhaps a default."""
    match arguments:
        case (ir.Const(str(text)), *rest):
            evidence.keys.setdefault(text, []).append((function, target.name))
            if rest and isinstance(rest[0], ir.Const) and (kind := shape_of_scalar(rest[0].value)):
                evidence.defaults[text] = kind


def _name_hint(name: str, evidence: Evidence) -> None:
    plain = name.lower().rstrip("0123456789_")
    for kind, names in NAMES.items():
        if plain in names or name in names:
            evidence.add(kind, 0.6)
    if plain.startswith(("is_", "has_", "use_", "allow_")):
        evidence.add("bool", 0.6)
    if plain.endswith(("_name", "_str", "_text", "_path")):
        evidence.add("str", 0.6)
    if plain.endswith(("_count", "_size", "_len", "_index", "_id")):
        evidence.add("int", 0.6)


def shape_of_scalar(value: object) -> str:
    """The kind of evidence that a scalar gives; "" for anything else."""
    return {int: "int", str: "str", float: "float", bytes: "bytes", bool: "bool"}.get(type(value), "")
