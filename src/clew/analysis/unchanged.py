"""Arguments that nothing changes while a function runs, and lists that a comprehension has made.

Where all arguments are builtin containers of builtin scalars, and the function calls nothing but builtins, no code runs
that the analysis does not see.  A container passed in is unchanged then if no operation that changes an object is
applied to a variable that may hold it.
"""

from __future__ import annotations

import builtins
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from clew.effects.library import CHANGING, CHOOSERS, READERS
from clew.ir import tree as ir
from clew.ir.operators import IN_PLACE
from clew.ir.walk import nodes

_READERS: Final = frozenset(getattr(builtins, name) for name in READERS)
_CHOOSERS: Final = frozenset(getattr(builtins, name) for name in CHOOSERS)
BUILDING: Final = {"append": "list", "add": "set"}


def unchanged(
    function: ir.Function,
    containers: frozenset[str],
    nested: bool,
    value_of_global: Callable[[str], Any],
    itself: str = "",
) -> frozenset[str]:
    """The parameters that hold the containers they were given, as these were, whenever they are read.

    containers: the parameters that are builtin containers; every other one is a builtin scalar, as are all elements
    or, if nested, what they hold in the end.  itself: a name of the module for this function, which it calls with such
    arguments only.
    """
    if function.flags or function.free or not containers:
        return frozenset()

    def value_of(name: str) -> Any:
        return ITSELF if name == itself else value_of_global(name)

    return containers if _only_reads(function, containers, nested, value_of) else frozenset()


def _only_reads(
    function: ir.Function, given: frozenset[str], nested: bool, value_of_global: Callable[[str], Any]
) -> bool:
    """Is there nothing in the function that could change a container?  given: names that hold one passed in."""
    own = list(nodes(function.body, nested=False))
    callees: dict[str, Any] = {}
    inside: list[ir.Function] = []
    for node in own:
        match node:
            case ir.Assign(target, ir.Global(name)):
                callees[target.name] = value_of_global(name)
                if not _harmless(callees[target.name]):
                    return False
            case ir.Assign(target, ir.Closure(inner)):
                callees[target.name] = _GENERATOR if "generator" in inner.flags else _FUNCTION
                inside.append(inner)
    times = Counter(node.target.name for node in own if isinstance(node, ir.Assign))
    callees = {name: value for name, value in callees.items() if times[name] == 1}
    may_hold, nested = _holders(own, given, nested, callees)
    if any(_might_change(node, may_hold, callees) for node in own):
        return False
    for inner in inside:
        passed = frozenset(p.name for p in inner.parameters) if nested else frozenset()
        if inner.nonlocals or not _only_reads(inner, passed | may_hold & set(inner.free), nested, value_of_global):
            return False
    return True


ITSELF: Final = object()
_FUNCTION: Final = object()  # one defined here, looked at itself
_GENERATOR: Final = object()


def _harmless(value: Any) -> bool:
    """A builtin, a constant, or a module or exception class whose use runs no code of the program."""
    if isinstance(value, type) and issubclass(value, BaseException):
        return all(c.__module__ == "builtins" or vars(c).keys().isdisjoint(_MAKING) for c in value.__mro__)
    if type(value) in (bool, int, float, str, bytes, re.Pattern):
        return True
    if value is ITSELF:
        return True
    return value is math or value is re or value is type or is_one_of(value, _READERS) or is_one_of(value, _CHOOSERS)


_MAKING: Final = frozenset(("__init__", "__new__", "__init_subclass__", "__str__", "__repr__", "__del__"))


def is_one_of(value: Any, functions: frozenset[Any]) -> bool:
    """By identity: the value may be anything, with an equality of its own."""
    return any(value is f for f in functions)


def _holders(
    own: list[Any], containers: frozenset[str], nested: bool, callees: Mapping[str, Any]
) -> tuple[frozenset[str], bool]:
    """Variables that may hold a container passed in, and whether one may be taken out of another object."""
    found = set(containers)

    def holds(argument: ir.Argument) -> bool:
        atom = argument.value if isinstance(argument, ir.Star | ir.Keyword) else argument
        return isinstance(atom, ir.Var) and atom.name in found

    def given(value: Any) -> bool:
        """May the value be a container passed in, or one inside?"""
        match value:
            case ir.Var(name):
                return name in found
            case ir.Item() | ir.MethodCall():
                return nested
            case ir.Display("tuple", items):
                return any(holds(i) for i in items)
            case ir.Call(ir.Var(name), arguments):
                function = callees.get(name)
                if function is _GENERATOR or is_one_of(function, _READERS):
                    return nested
                return nested or function is _FUNCTION or any(map(holds, arguments))
            case _:
                return False

    while True:
        before = len(found), nested
        for node in own:
            match node:
                case ir.Assign(target, value) if given(value):
                    found.add(target.name)
                    nested = nested or isinstance(value, ir.Display)
                case ir.For(target) if nested:
                    found.add(target.name)
                case ir.Unpack(targets) if nested:
                    found.update(t.name for t in targets)
        if (len(found), nested) == before:
            return frozenset(found), nested


def _might_change(node: Any, may_hold: frozenset[str], callees: Mapping[str, Any]) -> bool:
    """May the statement or operation change a container passed in, keep it in another, or run unknown code?"""

    def held(*atoms: Any) -> bool:
        return any(isinstance(a, ir.Var) and a.name in may_hold for a in atoms)

    match node:
        case ir.SetItem(o, k, v):
            return held(o, k, v)
        case ir.DelItem(o):
            return held(o)
        case ir.Binary(op, left):
            return op in IN_PLACE and held(left)
        case ir.Call(ir.Var(name), arguments):
            function = callees.get(name)
            if function is None:
                return True
            if function is type:  # of three it makes a class, which may run code
                return len(arguments) != 1 or isinstance(arguments[0], ir.Star | ir.Keyword)
            if function is ITSELF or is_one_of(function, _READERS) or is_one_of(function, _CHOOSERS):
                return any(isinstance(a, ir.Star | ir.Keyword) and held(a.value) for a in arguments)
            return any(held(a.value if isinstance(a, ir.Star | ir.Keyword) else a) for a in arguments)
        case ir.Call():
            return True
        case ir.MethodCall(o, name, arguments):
            if name.startswith("__") or (name in CHANGING and held(o)):
                return True
            plain = [a.value if isinstance(a, ir.Star | ir.Keyword) else a for a in arguments]
            return held(*plain) and name not in ("join", "extend", "update", "index", "count")
        case ir.Display(kind, items):
            return any(held(i.value if isinstance(i, ir.Star) else i) for i in items) and kind != "tuple"
        case ir.DictDisplay(items):
            return any(held(*pair) for pair in items)
        case ir.Closure(_, defaults, keyword_defaults):
            return held(*defaults, *(value for _, value in keyword_defaults))
        case ir.Yield(value):
            return held(value)
        case ir.Attr(o):
            return held(o)
        case ir.SetAttr() | ir.DelAttr() | ir.SetGlobal() | ir.DelGlobal() | ir.With() | ir.Native():
            return True
        case ir.NativeStatement() | ir.SuperCall() | ir.YieldFrom() | ir.Await():
            return True
    return False


def accumulated(function: ir.Function) -> Mapping[str, str]:
    """The temporaries that a comprehension fills and nothing else changes, with the kind of container."""
    kinds: dict[str, str] = {}
    made: Counter[str] = Counter()
    uses: Counter[str] = Counter()
    fills: Counter[str] = Counter()
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Var(name) if name.startswith("%"):
                uses[name] += 1
            case ir.Native(_, _, reads) | ir.NativeStatement(_, _, reads):
                uses.update(reads)
            case ir.Closure(inner):
                uses.update(inner.free)
            case ir.Assign(ir.Var(name), ir.Display(kind, ())) if name.startswith("%") and kind != "tuple":
                kinds[name] = kind
                made[name] += 1
            case ir.Assign(_, ir.MethodCall(ir.Var(name), "append" | "add" as method, (argument,))):
                if kinds.get(name, BUILDING[method]) == BUILDING[method] and argument != ir.Var(name):
                    fills[name] += 1
    # One use makes it, those that fill it, and one that takes it when it is done.
    return {n: kind for n, kind in kinds.items() if made[n] == 1 and fills[n] and uses[n] == fills[n] + 2}


def fills_always(body: tuple[ir.Statement, ...], names: Mapping[str, str]) -> list[str]:
    """The temporaries that get an element in every round of a loop with this body."""
    if any(isinstance(n, ir.Break | ir.Continue | ir.Return | ir.Try | ir.With) for n in nodes(body, nested=False)):
        return []
    return [
        s.value.object.name
        for s in body
        if isinstance(s, ir.Assign)
        and isinstance(s.value, ir.MethodCall)
        and isinstance(s.value.object, ir.Var)
        and s.value.object.name in names
    ]
