"""Questions that can tell the inhabitants of an annotation apart (`inhabitants`), noted when an input is asked one.

An input that stands for others carries its own variable as shadow, or is known by its identity; so does whatever is the
same object: an argument, an element, what `max` or a summary chose among several.  The result of arithmetic is of one
class whatever its operands were.  A call that cannot tell is in `QUIET`; every other one asks, and so do identity,
formatting, attributes that not all inhabitants have, and what depends on a missing key.
"""

from __future__ import annotations

import bisect
import builtins
import collections
import heapq
import itertools
import math
import operator
import re
import types
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from clew.effects import object_graph
from clew.effects.library import CHANGES
from clew.inputs.inhabitants import BASES, DICTS, promoted
from clew.logic.sorts import FLOAT, INT
from clew.logic.terms import Term, variables
from clew.regexes import regex
from clew.search.trace import Told
from clew.semantics.shadow import Choice, Fields, Items, Mapping, Members, Pair, Sequence, Shadow, Text

if TYPE_CHECKING:
    from clew.concolic.machine import Machine


# The result of these is of the same class whatever the operands were.
_COMPUTED: Final = frozenset({"+", "*", "div", "mod", "const", "float_to_int"})

_BUILTINS: Final = (
    "abs", "all", "any", "bin", "bool", "bytearray", "bytes", "chr", "complex", "dict", "divmod", "enumerate", "filter",
    "float", "frozenset", "hash", "hex", "id", "int", "iter", "len", "list", "map", "max", "min", "next", "object",
    "oct", "ord", "pow", "range", "reversed", "round", "set", "slice", "sorted", "sum", "super", "tuple", "zip",
)  # fmt: skip
_ASKING: Final = frozenset({operator.is_, operator.is_not, operator.mod, operator.imod})


# Functions whose hash and equality are not the user's.
_PLAIN: Final = (types.BuiltinFunctionType, types.FunctionType, types.MethodDescriptorType, type)


def _callables(space: Any) -> Iterator[Any]:
    return (f for name, f in vars(space).items() if callable(f) and not name.startswith("_") and isinstance(f, _PLAIN))


def _is_among(key: Any, keys: Iterable[Any]) -> bool:
    """Is it one of these constants?  Never asks an object of the user's for its hash, or whether it is equal."""
    return any(type(key) is type(one) and key == one for one in keys)


QUIET: Final[frozenset[Any]] = frozenset(
    (
        *(getattr(builtins, name) for name in _BUILTINS),
        *(f for module in (math, itertools, heapq, bisect, re) for f in _callables(module)),
        *(f for f in _callables(operator) if f not in _ASKING),
        *(collections.deque, *DICTS, itertools.chain.from_iterable, dict.fromkeys),
    )
)
"""What gives the same for values that are equal, and hands on the very object it was given where it hands on one."""

QUIET_RECEIVERS: Final = (list, tuple, set, frozenset, collections.deque, str, bytes, int, bool, float, re.Pattern)
_ASKING_METHODS: Final = frozenset({"format", "format_map"})
_OF_INTS: Final = frozenset(
    {"real", "imag", "numerator", "denominator", "bit_length", "bit_count", "conjugate", "to_bytes", "as_integer_ratio"}
)
# Of a deque: what these do depends on how long it may be.
_GROWING: Final = CHANGES["deque"] - {"clear", "pop", "popleft", "remove", "reverse"} | {"maxlen", "__iadd__"}
_MAKING: Final = frozenset({"copy", "popitem"})  # of a dict: what they give depends on its class
_OF_KEYS: Final = frozenset({"get", "pop", "setdefault", "__contains__", "__getitem__"})


def ask(machine: Machine, value: Any, shadow: Shadow, asked: type | None = None) -> None:
    """The value was asked something that can tell its class."""
    for root, base in _standing(machine, value, shadow):
        machine.run.told.add(Told(root, base, asked))


def ask_all(machine: Machine, operands: Iterable[Pair]) -> None:
    """And so was everything below."""
    if not machine.standing and not machine.given:
        return
    pairs = list(operands)
    for value, shadow in pairs:
        ask(machine, value, shadow)
    for value in object_graph.reachable(pairs, machine.looks):
        if value is object_graph.TOO_MANY:
            machine.run.told.update(Told(*one) for one in _everything(machine))
            return
        ask(machine, value, None)
        for inner, shadow in _held(machine, value):
            ask(machine, inner, shadow)


def of_call(machine: Machine, f: Any, operands: list[Pair], named: Iterable[Pair] = ()) -> None:
    """A call of what is not a function of the project."""
    if not machine.standing and not machine.given:
        return
    for value, shadow in operands:
        if f is not isinstance and f is not callable and f is not id:
            of_use(machine, value, shadow)
    if isinstance(f, _PLAIN) and f in QUIET:
        return
    if f is isinstance and len(operands) == 2:
        _instance(machine, operands[0], operands[1][0])
    elif f is type and len(operands) == 1:
        ask(machine, *operands[0])
    elif not any(f is known for known in (getattr, hasattr, callable, setattr, delattr)):
        ask_all(machine, [*operands, *named])


def of_method(machine: Machine, receiver: Any, shadow: Shadow, name: str, operands: list[Pair]) -> None:
    """`receiver.name(…)`, where the receiver is of a builtin class."""
    if not machine.standing and not machine.given:
        return
    of_attribute(machine, receiver, shadow, name)
    for value, inner in operands:
        of_use(machine, value, inner)
    if isinstance(receiver, str | bytes) and name in _ASKING_METHODS:
        ask_all(machine, operands)
    keys = machine.given[id(receiver)][3] if id(receiver) in machine.given else None
    if keys is not None and not (name in _OF_KEYS and operands and _is_among(operands[0][0], keys)):
        ask(machine, receiver, shadow)


def of_attribute(machine: Machine, o: Any, so: Shadow, name: str) -> None:
    """`o.name`"""
    if id(o) in machine.given:
        own = _DIRECTORY.get(type(o), frozenset())
        grows = name in _GROWING and type(o) is collections.deque
        if name not in own or name.startswith("__") or name in _MAKING or grows:
            ask(machine, o, so)
    elif so is not None:
        known = _OF_INTS if isinstance(o, int) else _DIRECTORY.get(type(o), frozenset())
        if name not in known or name.startswith("__"):
            ask(machine, o, so)


_DIRECTORY: Final = {
    kind: frozenset(dir(kind)) for kind in (str, bytes, bytearray, list, tuple, set, frozenset, dict, collections.deque)
}


def of_identity(machine: Machine, a: Any, sa: Shadow, b: Any, sb: Shadow) -> None:
    """`a is b`: with None, and what is of no class that could stand for the other, it tells nothing."""
    for (x, sx), y in (((a, sa), b), ((b, sb), a)):
        for root, base in _standing(machine, x, sx):
            if isinstance(y, (base, *promoted(base))):
                machine.run.told.add(Told(root, base, type(y) if type(y) not in (base, bool) else None))


_OF_BITS: Final = frozenset({"&", "|", "^", "&=", "|=", "^="})


def of_operator(machine: Machine, op: str, a: Any, sa: Shadow, b: Any, sb: Shadow) -> None:
    """`a op b`: formatting, what an `IntFlag` keeps within its bits, what a subclass of `dict` does in its own way."""
    if op in ("%", "%=") and isinstance(a, str | bytes):
        ask_all(machine, [(b, sb)])
    elif op in _OF_BITS and machine.flags():
        ask(machine, a, sa)
        ask(machine, b, sb)
    if machine.given and (id(a) in machine.given or id(b) in machine.given):
        if op in ("|", "|="):
            ask(machine, a, sa)
            ask(machine, b, sb)
        elif op in ("==", "!="):
            for one in (a, b):
                if isinstance(one, dict) and ((isinstance(a, dict) and isinstance(b, dict)) or _keys(machine, one)):
                    ask(machine, one, None)


def _keys(machine: Machine, value: Any) -> bool:
    return id(value) in machine.given and machine.given[id(value)][3] is not None


def of_key(machine: Machine, o: Any, so: Shadow, key: Any, missing: bool) -> None:
    """`o[key]`, `key in o`: what is missing may be made by the dict, or be one of the keys that nobody declared."""
    if id(o) not in machine.given:
        return
    keys = machine.given[id(o)][3]
    if missing if keys is None else not _is_among(key, keys):
        ask(machine, o, so)


def of_use(machine: Machine, o: Any, so: Shadow) -> None:
    """All keys of `o` are looked at."""
    if _keys(machine, o):
        ask(machine, o, so)


def of_walk(machine: Machine, o: Any, so: Shadow) -> None:
    """`o` is iterated: once, everything iterable does it; the second time an iterator has nothing left."""
    if id(o) in machine.given and machine.given[id(o)][2] is not Iterator:
        if id(o) in machine.walked or _keys(machine, o):
            ask(machine, o, so)
        machine.walked.add(id(o))


def of_truth(machine: Machine, o: Any, so: Shadow) -> None:
    """Is `o` empty?  An iterator does not say."""
    if id(o) in machine.given:
        ask(machine, o, so)


def _instance(machine: Machine, operand: Pair, wanted: Any) -> None:
    """`isinstance(value, wanted)`: do all inhabitants give one answer?"""
    for root, base in _standing(machine, *operand):
        for cls in _classes(wanted):
            below = _is_subclass(cls, base) and cls is not base
            differ = any(_is_subclass(other, cls) != _is_subclass(base, cls) for other in _others(base))
            abstract = base is Iterator and not _is_subclass(base, cls)  # some are, and some are not
            if below or differ or abstract or _of_user(cls):
                named = below and cls is not bool and cls not in DICTS
                machine.run.told.add(Told(root, base, cls if named else None))


def _others(base: type) -> tuple[type, ...]:
    """The classes of the standard library that may stand for one."""
    if base in (int, float, complex):
        return (bool, *promoted(base))
    return DICTS if base is dict else ()


_OF_THE_LIBRARY: Final = frozenset({"builtins", "collections", "collections.abc", "numbers", "types", "typing"})


def _of_user(cls: Any) -> bool:
    return not isinstance(cls, type) or cls.__module__ not in _OF_THE_LIBRARY


def _is_subclass(cls: type, other: Any) -> bool:
    try:
        return issubclass(cls, other)
    except TypeError:
        return False


def _classes(wanted: Any) -> list[Any]:
    if isinstance(wanted, tuple):
        return [c for each in wanted for c in _classes(each)]
    inner = getattr(wanted, "__args__", None)
    return [c for each in inner for c in _classes(each)] if inner and not isinstance(wanted, type) else [wanted]


# ---------------------------------------------------------------- what a value stands for


def _standing(machine: Machine, value: Any, shadow: Shadow) -> list[tuple[str, type]]:
    """The parts of the inputs that the value may be, each with the class its annotation names."""
    found: list[tuple[str, type]] = []
    while isinstance(shadow, Choice):
        # The answer may be known for all alternatives at once, and none of the others is looked at then.
        roots = {root_of(str(variable.data)) for variable in variables(shadow.kind)}
        found += [(root, kind) for root in sorted(roots) for kind in dict.fromkeys(shadow.types) if kind in BASES]
        shadow = shadow.inner
    if isinstance(shadow, Term) and shadow.sort in (INT, FLOAT):
        for name in _leaves(shadow):
            if name in machine.standing:
                found.append((root_of(name), machine.standing[name]))
    elif isinstance(shadow, Text) and shadow.source in machine.standing:
        found.append((root_of(shadow.source), machine.standing[shadow.source]))
    if id(value) in machine.given:
        _, name, base, _ = machine.given[id(value)]
        found.append((root_of(name), base))
    if isinstance(shadow, Items):
        for item, inner in zip(tuple.__iter__(value), shadow.shadows, strict=False) if isinstance(value, tuple) else ():
            found += _standing(machine, item, inner)
    return found


def _everything(machine: Machine) -> Iterator[tuple[str, type]]:
    yield from ((root_of(name), base) for name, base in machine.standing.items())
    yield from ((root_of(name), base) for _, name, base, _ in machine.given.values())


def _leaves(term: Term) -> Iterator[str]:
    """The variables that the value may be the very value of."""
    stack = [term]
    while stack:
        one = stack.pop()
        if one.op == "var":
            yield str(one.data)
        elif one.op not in _COMPUTED:
            stack.extend(arg for arg in one.args if arg.sort is term.sort)


def root_of(name: str) -> str:
    """The parameter that a variable belongs to."""
    found = _ROOT.match(name)
    return found[0] if found else name


_ROOT: Final = regex(r"[^.\[:?#(]+")


def _held(machine: Machine, value: Any) -> list[Pair]:
    """What an object holds, with shadows."""
    match machine.contents(value):
        case Sequence(items):
            return list(zip(value, items, strict=False))
        case Mapping(entries):
            return [pair for k, (sk, sv) in entries.items() for pair in ((k, sk), (None, sv))]
        case Members(entries):
            return list(entries.items())
        case Fields(attributes):
            return [(None, s) for s in attributes.values()]
        case _:
            return []
