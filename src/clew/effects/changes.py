"""What may change an object, read off the text of the project: which methods a proof must try on it beforehand, and
whether it can matter that two arguments are one object.

The question is asked of one body, but code that no call shows (properties, special methods, iterators) runs too, so
the names of the methods that change something are found first, for the whole project, to a fixpoint.  Where a name is
not known the answer is yes; only a builtin's own methods are known to be harmless.
"""

from __future__ import annotations

import builtins
from collections.abc import Collection, Iterator, Mapping, Set
from types import MappingProxyType
from typing import Final

from clew.effects.bodies import METHOD_OWNERS
from clew.effects.library import CHANGING, CHANGING_SPECIAL
from clew.ir import tree as ir
from clew.ir.operators import ARITHMETIC, COMPARISONS, IDENTITY, IN_PLACE, MEMBERSHIP
from clew.ir.walk import statements
from clew.records import dataclass

QUIET: Final = frozenset(
    n for n in dir(builtins) if n not in ("next", "setattr", "delattr", "exec", "eval", "map", "filter")
)
MUTATORS: Final = CHANGING | CHANGING_SPECIAL | {"write", "push"}
HARMLESS: Final = frozenset(
    name
    for owner in METHOD_OWNERS.values()
    for name in dir(owner)
    if name not in MUTATORS and not name.startswith("__")
)
_READING: Final = frozenset({"getattr", "hasattr"})
_LOOKUPS: Final = frozenset({"__getattr__", "__getattribute__", "__get__"})
_TRUTH: Final = frozenset({"__bool__", "__len__"})
_ITERATING: Final = frozenset({"__iter__", "__next__", "__getitem__", "__len__", "__length_hint__"})
_LOOKING_UP: Final = frozenset({"__getitem__", "__missing__", "__hash__", "__eq__", "__index__", "__class_getitem__"})
_TEXTS: Final = frozenset({"__format__", "__str__", "__repr__"})
_WITHIN: Final = frozenset({"__enter__", "__exit__", "__aenter__", "__aexit__"})
_COMPARING: Final = frozenset(f"__{name}__" for name in COMPARISONS.values())
_NUMBERS: Final = frozenset({"__index__", "__int__", "__float__", "__complex__", "__trunc__", "__round__", "__abs__"})
_NOTHING: Final = frozenset[str]()
_OF_UNARY: Final = {
    "-": frozenset({"__neg__"}), "+": frozenset({"__pos__"}), "~": frozenset({"__invert__"}), "not": _TRUTH,
}  # fmt: skip


def _of_operator(op: str, name: str) -> frozenset[str]:
    """Containers compare, hash and iterate over their elements; `%` writes texts; `*` asks for an index."""
    inside = {"%": _TEXTS | _LOOKING_UP | _NUMBERS, "*": _NUMBERS}.get(op.removesuffix("="), _NOTHING)
    if op.removesuffix("=") in "&|^-+":
        inside |= _LOOKING_UP | _ITERATING
    return inside | {f"__{name}__", f"__r{name}__"} | ({f"__i{name}__"} if op.endswith("=") else set())


_OF_BINARY: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(IDENTITY, _NOTHING),
    **dict.fromkeys(COMPARISONS, _COMPARING | _LOOKING_UP | _ITERATING | _TRUTH),
    **dict.fromkeys(MEMBERSHIP, _LOOKING_UP | _ITERATING | _TRUTH | {"__contains__"}),
    **{op: _of_operator(op, name) for op, name in ARITHMETIC.items()},
    **{op: _of_operator(op, ARITHMETIC[plain]) for op, plain in IN_PLACE.items()},
}  # fmt: skip
# What calls of these builtins may run; the others may run every special method.
_OF_CALL: Final[Mapping[str, frozenset[str]]] = {
    "len": frozenset({"__len__"}), "bool": _TRUTH, "iter": frozenset({"__iter__", "__getitem__"}),
    "isinstance": frozenset({"__instancecheck__"}), "issubclass": frozenset({"__subclasscheck__"}),
    "type": _NOTHING, "id": _NOTHING, "callable": _NOTHING, "ord": _NOTHING, "chr": _NUMBERS, "range": _NUMBERS,
    "int": _NUMBERS, "float": _NUMBERS, "abs": _NUMBERS, "round": _NUMBERS | {"__format__"},
    "str": _TEXTS, "repr": _TEXTS, "format": _TEXTS, "hash": frozenset({"__hash__"}), "list": _ITERATING,
    "tuple": _ITERATING, "enumerate": _ITERATING, "any": _ITERATING | _TRUTH, "all": _ITERATING | _TRUTH,
    "set": _ITERATING | _LOOKING_UP, "frozenset": _ITERATING | _LOOKING_UP,
    **dict.fromkeys(("sorted", "min", "max"), _ITERATING | _COMPARING | _TRUTH | {"__call__"}),
    **{n: _TEXTS for n in dir(builtins) if n.endswith(("Error", "Exception", "Warning", "Interrupt"))},
}  # fmt: skip
# What no code in C runs but for statements that name it.
_BY_STATEMENTS: Final = _WITHIN | {
    "__setitem__", "__delitem__", "__set_name__", "__set__", "__delete__", "__setattr__", "__delattr__", "__del__",
    "__init_subclass__", "__await__", "__aiter__", "__anext__", *(f"__i{n}__" for n in ARITHMETIC.values()),
}  # fmt: skip
_STARTING: Final = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__", "__del__"})


@dataclass(frozen=True, slots=True)
class Changing:
    """What running code of the project may change, by the names that it is called by.

    names: functions, methods and properties that may change what they are given or what they belong to.  special: those
    of them that no call names.  harmless: global names whose call changes nothing by itself.  library: those of modules
    and functions of which the same holds for their members.  reading: some attribute changes something when it is read.
    """

    names: Set[str] = frozenset()
    special: Set[str] = frozenset()
    harmless: Set[str] = QUIET
    library: Set[str] = frozenset()
    reading: bool = False


NONE: Final = Changing()


def changing_names(
    functions: Collection[ir.Function],
    makers: Mapping[str, tuple[ir.Function, ...] | None] = MappingProxyType({}),
    library: frozenset[str] = frozenset(),
    other: Collection[str] = (),
    aliases: Mapping[str, Collection[str | None]] = MappingProxyType({}),
) -> Changing:
    """To a fixpoint over the project.

    makers: by global name of a class, what runs when an instance is made; None where that is not known.  library:
    global names of functions and modules of the library that change nothing.  other: all other global names.
    aliases: members of classes that run functions of other names, as `other_names` gives them.
    `__getitem__` and `__next__` stand for dicts with defaults and for iterators that objects keep, too.
    """
    generators = {function.name for function in functions if "generator" in function.flags}
    special: set[str] = set()
    for function in functions:
        if "." in function.qualname and _keeps_iterator(function, generators):
            special.add("__next__")
        if any(name == "defaultdict" for name in _mentioned(function)):
            special.add("__getitem__")
    found = set(special)
    harmless = {name for name, run in makers.items() if run is not None} | QUIET.difference(other) | library
    reading = False
    before = -1
    while before != (before := len(found) - len(harmless)):
        for function in functions:
            if function.name in found or function.name in _STARTING:
                continue
            if _changes(function, Changing(found, special, harmless, library, reading)):
                found.add(function.name)
                if function.name.startswith("__"):
                    special.add(function.name)
                reading = reading or bool(function.decorators) or function.name in _LOOKUPS
        for name, runs in aliases.items():
            if name not in found and (None in runs or not found.isdisjoint(runs)):
                found.add(name)
                special.update([name] if name.startswith("__") else ())
        for name in sorted(harmless & makers.keys()):
            changing = Changing(found, special, harmless, library, reading)
            if any(_changes(f, changing, f.parameters[0].name) for f in makers[name] or () if f.parameters):
                harmless.discard(name)
    return Changing(frozenset(found), frozenset(special), frozenset(harmless), library, reading)


def certain_names(functions: Collection[ir.Function]) -> frozenset[str]:
    """The names of those that say themselves that they change something, or call one of these by its name."""
    found: set[str] = set()
    before = -1
    while before < len(found):
        before = len(found)
        for function in functions:
            if function.name not in found and function.name not in _STARTING and changes_by_name(function, found):
                found.add(function.name)
    return frozenset(found)


def changes_by_name(function: ir.Function, names: Collection[str]) -> bool:
    """Whether it assigns attributes or items, calls a method that changes containers, or something of these names."""
    fresh = _fresh_locals(function)
    globals_read: dict[str, str] = {}
    for statement in statements(function.body):
        match statement:
            case ir.SetItem(ir.Var(o)) | ir.DelItem(ir.Var(o)) if o in fresh:
                pass
            case ir.SetAttr() | ir.SetItem() | ir.DelItem() | ir.DelAttr():
                return True
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = name
            case ir.Assign(_, ir.Attr(_, name)) if name in MUTATORS:
                return True
            case ir.Assign(_, ir.MethodCall(o, name)) if not (isinstance(o, ir.Var) and o.name in fresh):
                if name in names or name in MUTATORS:
                    return True
            case ir.Assign(_, ir.Call(ir.Var(callee))) if globals_read.get(callee) in names:
                return True
    return False


def changes_something(function: ir.Function, changing: Changing) -> bool:
    """May a call of it change more than objects of its own, or do what is not known?

    A method that nothing in the project defines and whose name changes no container is taken to belong to what the
    function was given by the library.
    """
    if function.nonlocals or function.globals or "generator" in function.flags or "async" in function.flags:
        return True
    if changes_by_name(function, changing.names):
        return True
    globals_read: dict[str, str] = {}
    for statement in statements(function.body):
        match statement:
            case ir.NativeStatement() | ir.With() | ir.Assign(_, ir.Native()):
                return True
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = name
            case ir.Assign(_, ir.Call(callee)):
                called = globals_read.get(callee.name) if isinstance(callee, ir.Var) else None
                if called not in changing.harmless:
                    return True
    return False


def may_change_self(function: ir.Function, changing: Changing = NONE) -> bool:
    """Whether a method may change the object it is called on, or something reached from it; says yes when unsure."""
    return _changes(function, changing)


def aliasing_matters(function: ir.Function, changing: Changing = NONE, objects: bool = False) -> bool:
    """Whether it can make a difference that two arguments are one object; says yes when unsure.

    objects: some are instances of classes, which may be compared by what they are, not by what they hold.
    """
    if may_change_self(function, changing):
        return True
    for statement in statements(function.body):
        match statement:
            case ir.Assign(_, ir.Binary("is" | "is-not", _, right)) if not isinstance(right, ir.Const):
                return True
            case ir.Assign(_, ir.Binary("==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not-in")) if objects:
                return True
            case ir.Assign(_, ir.Item() | ir.Call() | ir.MethodCall() | ir.DictDisplay() | ir.Display("set")) if (
                objects
            ):
                return True
    return False


def _changes(function: ir.Function, changing: Changing, own: str = "") -> bool:
    """own: the attributes of this variable may be set, as a constructor does."""
    globals_read: dict[str, str] = {}
    supers: set[str] = set()
    fresh = _fresh_locals(function)
    made: set[str] = set()  # temporaries: each is set before it is used, at one place
    names = changing.names
    for statement in statements(function.body):
        if not changing.special.isdisjoint(_implied(statement, globals_read, changing.special)):
            return True
        match statement:
            case ir.Assign(target, ir.Binary() | ir.Unary() | ir.Format()) if _is_temporary(target):
                made.add(target.name)
        match statement:
            case ir.SetItem(ir.Var(o)) | ir.DelItem(ir.Var(o)) if o in fresh:
                pass
            case ir.SetAttr(ir.Var(o), name) if o == own and name not in names and "__setattr__" not in names:
                pass
            case ir.SetAttr() | ir.SetItem() | ir.DelItem() | ir.DelAttr():
                return True
            case ir.NativeStatement() | ir.With():
                return True
            case ir.SetGlobal(_, ir.Var(o)) if o not in made:
                return True  # whoever uses the variable has the object, too
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = name
            case ir.Assign(_, ir.Attr(_, name)):
                if name in names or name in MUTATORS or not _LOOKUPS.isdisjoint(names):
                    return True  # a bound method may be called by whoever has it
            case ir.Assign(_, ir.Binary(op, _, right)) if op in IN_PLACE:
                # A constant on the right makes it a number's or a string's, but a list can be repeated.
                if not isinstance(right, ir.Const) or op == "*=":
                    return True
            case ir.Assign(_, ir.MethodCall(o, name, given)) if not isinstance(o, ir.Const):
                if isinstance(o, ir.Var) and name == "__init__" and o.name in supers:
                    continue
                if name == "__setattr__" and given[:1] == (ir.Var(own),) and name not in names:
                    continue
                if name in names or name in CHANGING_SPECIAL:
                    return True
                if isinstance(o, ir.Var) and (o.name in fresh or globals_read.get(o.name) in changing.library):
                    continue
                if name not in HARMLESS:
                    return True
            case ir.Assign(_, ir.Call(_, given)) if any(isinstance(a, ir.Keyword) and a.name == "file" for a in given):
                return True  # `print`
            case ir.Assign(_, ir.Call(callee)):
                name = globals_read.get(callee.name, "") if isinstance(callee, ir.Var) else ""
                if name in names or name == "next" or (name in _READING and changing.reading):
                    return True
                if name not in changing.harmless:
                    return True
            case ir.Raise(ir.Var(raised)) if raised in globals_read:
                if globals_read[raised] not in changing.harmless:
                    return True
            case ir.Assign(target, ir.SuperCall()) if own:
                supers.add(target.name)
            case ir.Assign(_, ir.SuperCall() | ir.Native() | ir.Closure() | ir.Yield() | ir.YieldFrom() | ir.Await()):
                return True
    return False


def _is_temporary(variable: ir.Var) -> bool:
    return variable.name.startswith("%")


def _implied(statement: ir.Statement, globals_read: Mapping[str, str], every: Set[str]) -> Set[str]:
    """The special methods that the statement may run without naming them; of `every` one where it may be any."""
    match statement:
        case ir.For() | ir.Unpack():
            return _ITERATING
        case ir.If() | ir.While():
            return _TRUTH
        case ir.With():
            return _WITHIN
        case ir.Assign(_, ir.Binary(op)):
            return _OF_BINARY[op]
        case ir.Assign(_, ir.Unary(op)):
            return _OF_UNARY.get(op, frozenset())
        case ir.Assign(_, ir.Item()):
            return _LOOKING_UP
        case ir.Assign(_, ir.Format()):
            return _TEXTS
        case ir.Assign(_, ir.DictDisplay() | ir.Display()):
            return _LOOKING_UP | _ITERATING
        case ir.Assign(_, ir.Call(ir.Var(callee), arguments)) if not any(isinstance(a, ir.Star) for a in arguments):
            return _OF_CALL.get(globals_read.get(callee, ""), every)
        case ir.Assign(_, ir.Call() | ir.MethodCall()):
            return every - _BY_STATEMENTS
        case _:
            return frozenset()


def _fresh_locals(function: ir.Function) -> frozenset[str]:
    """Variables that only ever hold an object made by a display in this function (and copies of none)."""
    made: set[str] = set()
    other = {p.name for p in function.parameters} | set(function.nonlocals) | set(function.globals) | set(function.free)
    for statement in statements(function.body):
        match statement:
            case ir.Assign(target, ir.Display() | ir.DictDisplay()):
                made.add(target.name)
            case ir.Assign(target) | ir.For(target):
                other.add(target.name)
            case ir.Unpack(targets):
                other.update(v.name for v in targets)
            case ir.With(_, ir.Var(name)):
                other.add(name)
            case ir.NativeStatement(writes=writes):
                other.update(writes)
    return frozenset(made - other)


def _keeps_iterator(function: ir.Function, generators: Collection[str]) -> bool:
    """Does it store what a call of `iter` or the like, or of a generator function, gave in an attribute?"""
    globals_read: dict[str, str] = {}
    iterators: set[str] = set()
    for statement in statements(function.body):
        match statement:
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = name
            case ir.Assign(target, ir.Closure(inner)) if "generator" in inner.flags:
                globals_read[target.name] = "iter"
            case ir.Assign(target, ir.Call(ir.Var(callee))):
                if globals_read.get(callee) in _MAKERS or globals_read.get(callee) in generators:
                    iterators.add(target.name)
            case ir.Assign(target, ir.MethodCall(_, name)):
                if name in _MAKERS or name in generators:
                    iterators.add(target.name)
            case ir.Assign(target, ir.Var(name)) if name in iterators:
                iterators.add(target.name)
            case ir.SetAttr(_, _, ir.Var(name)) if name in iterators:
                return True
    return False


# What gives an iterator, as a function or as a method.
_MAKERS: Final = frozenset({
    "BytesIO", "DictReader", "StringIO", "__iter__", "accumulate", "chain", "combinations", "compress", "count",
    "cycle", "dropwhile", "enumerate", "filter", "filterfalse", "finditer", "glob", "groupby", "iglob", "islice",
    "iter", "iterdir", "map", "open", "pairwise", "permutations", "product", "reader", "repeat", "reversed",
    "rglob", "scandir", "starmap", "takewhile", "tee", "zip", "zip_longest",
})  # fmt: skip


def _mentioned(function: ir.Function) -> Iterator[str]:
    for statement in statements(function.body):
        match statement:
            case ir.Assign(_, ir.Global(name) | ir.Attr(_, name) | ir.MethodCall(_, name)):
                yield name
