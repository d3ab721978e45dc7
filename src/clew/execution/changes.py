"""What may change an object, read off the text of the project: which methods a proof must try on it beforehand, and
whether it can matter that two arguments are one object.

The question is asked of one body, but code that no call shows (properties, special methods, iterators) runs too, so
the names of the methods that change something are found first, for the whole project, to a fixpoint.  Where a name is
not known the answer is yes; only a builtin's own methods are known to be harmless.
"""

from __future__ import annotations

import builtins
from collections.abc import Collection, Iterator
from typing import Final

from clew.execution.bodies import METHOD_OWNERS, statements
from clew.ir import tree as ir

QUIET: Final = frozenset(
    n for n in dir(builtins) if n not in ("next", "setattr", "delattr", "exec", "eval", "map", "filter", "zip", "iter")
)
MUTATORS: Final = frozenset(
    {
        "append", "extend", "insert", "remove", "pop", "popleft", "appendleft", "extendleft", "clear", "sort",
        "reverse", "update", "add", "discard", "setdefault", "popitem", "rotate", "intersection_update",
        "difference_update", "symmetric_difference_update", "write", "push",
    }
)  # fmt: skip
_HARMLESS: Final = frozenset(
    name
    for owner in METHOD_OWNERS.values()
    for name in dir(owner)
    if name not in MUTATORS and not name.startswith("__")
)
_ITERATORS: Final = frozenset({"iter", "map", "filter", "zip", "enumerate", "reversed", "open"})
_LOOKUPS: Final = frozenset({"__getattr__", "__getattribute__", "__get__"})
_STARTING: Final = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__", "__del__"})


def changing_names(functions: Collection[tuple[str, ir.Function]]) -> frozenset[str]:
    """The names of the functions, by qualified name, that may change what they are given or what they belong to.

    `__getitem__` and `__next__` stand for dicts with defaults and for iterators that objects keep, too.
    """
    found: set[str] = set()
    for qualname, function in functions:
        if "." in qualname and _keeps_iterator(function):
            found.add("__next__")
        if any(name == "defaultdict" for name in _mentioned(function)):
            found.add("__getitem__")
    before = -1
    while before < len(found):
        before = len(found)
        for qualname, function in functions:
            name = qualname.rpartition(".")[2]
            if name not in found and name not in _STARTING and _changes(function, found, sure=True):
                found.add(name)
    return frozenset(found)


def certain_names(functions: Collection[tuple[str, ir.Function]]) -> frozenset[str]:
    """The names of those that say themselves that they change something, or call one of these by its name."""
    found: set[str] = set()
    before = -1
    while before < len(found):
        before = len(found)
        for qualname, function in functions:
            name = qualname.rpartition(".")[2]
            if name not in found and name not in _STARTING and changes_by_name(function, found):
                found.add(name)
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
            case ir.Assign(_, ir.MethodCall(o, name)) if not (isinstance(o, ir.Var) and o.name in fresh):
                if name in names or name in MUTATORS:
                    return True
            case ir.Assign(_, ir.Call(ir.Var(callee))) if globals_read.get(callee) in names:
                return True
    return False


def may_change_self(function: ir.Function, names: Collection[str] = ()) -> bool:
    """Whether a method may change the object it is called on, or something reached from it; says yes when unsure.

    names: of the methods of the project that change something.
    """
    return _changes(function, names, sure=False)


def aliasing_matters(function: ir.Function, names: Collection[str] = (), objects: bool = False) -> bool:
    """Whether it can make a difference that two arguments are one object; says yes when unsure.

    objects: some are instances of classes, which may be compared by what they are, not by what they hold.
    """
    if may_change_self(function, names):
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


def _changes(function: ir.Function, names: Collection[str], sure: bool) -> bool:
    """sure: what calls of functions that are not of the project do is left out."""
    globals_read: dict[str, str] = {}
    fresh = _fresh_locals(function)
    hidden = any(name.startswith("__") for name in names if name not in _STARTING)
    for statement in statements(function.body):
        match statement:
            case ir.SetItem(ir.Var(o)) | ir.DelItem(ir.Var(o)) if o in fresh:
                pass
            case ir.SetAttr() | ir.SetItem() | ir.DelItem() | ir.DelAttr():
                return True
            case ir.NativeStatement() | ir.With() if not sure:
                return True
            case ir.For() | ir.Unpack() | ir.If() | ir.While() | ir.With() if hidden:
                return True
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = name
            case ir.Assign(_, ir.Attr(_, name)):
                if name in names or not _LOOKUPS.isdisjoint(names):
                    return True
            case ir.Assign(_, ir.Binary(op, _, right)) if op.endswith("=") and op not in ("==", "!=", "<=", ">="):
                # A constant on the right makes it a number's or a string's, but a list can be repeated.
                if hidden or (not isinstance(right, ir.Const) and not sure) or op == "*=":
                    return True
            case ir.Assign(_, ir.MethodCall(o, name)) if not isinstance(o, ir.Const):
                if name in names:
                    return True
                if isinstance(o, ir.Var) and o.name in fresh:
                    continue
                if hidden or name in MUTATORS or (name not in _HARMLESS and not sure):
                    return True
            case ir.Assign(_, ir.Call(callee)):
                name = globals_read.get(callee.name, "") if isinstance(callee, ir.Var) else ""
                if name in names or name == "next" or hidden or (name not in QUIET and not sure):
                    return True
            case ir.Assign(_, ir.SuperCall() | ir.Native() | ir.Closure() | ir.Yield() | ir.YieldFrom() | ir.Await()):
                if not sure:
                    return True
            case ir.Assign(_, ir.Item() | ir.Binary() | ir.Unary() | ir.Format()) if hidden:
                return True
    return False


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


def _keeps_iterator(function: ir.Function) -> bool:
    """Does it store what a call of `iter` or the like gave in an attribute?"""
    globals_read: dict[str, str] = {}
    iterators: set[str] = set()
    for statement in statements(function.body):
        match statement:
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = name
            case ir.Assign(target, ir.Call(ir.Var(callee))) if globals_read.get(callee) in _ITERATORS:
                iterators.add(target.name)
            case ir.Assign(target, ir.MethodCall(_, name)) if name in _ITERATORS or name in _MAKERS:
                iterators.add(target.name)
            case ir.Assign(target, ir.Var(name)) if name in iterators:
                iterators.add(target.name)
            case ir.SetAttr(_, _, ir.Var(name)) if name in iterators:
                return True
    return False


_MAKERS: Final = frozenset({"count", "cycle", "chain", "islice", "repeat", "finditer", "__iter__"})


def _mentioned(function: ir.Function) -> Iterator[str]:
    for statement in statements(function.body):
        match statement:
            case ir.Assign(_, ir.Global(name) | ir.Attr(_, name) | ir.MethodCall(_, name)):
                yield name
