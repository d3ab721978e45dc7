"""The exceptions that calls into Python's library may raise, where that is known: rows of `library.EXCEPTIONS`.

What has no row may raise anything.  Memory and depth of recursion that run out are an assumption of their own
(`resources`), except where a few characters or one number do it: those rows name `MemoryError` and `RecursionError`.
"""

from __future__ import annotations

import functools
import re
import sys
import types
from collections.abc import Mapping, Sequence
from typing import Any, Final

from clew.effects.library import EXCEPTIONS
from clew.effects.raw_attribute import raw_attribute
from clew.records import dataclass
from clew.regexes import regex
from clew.semantics.class_lookup import in_bases
from clew.semantics.shadow import Concretized, Pair, Shadow

# Operators on numbers that were lost: what may be raised, by whether there is a float among them.
OF_INTS: Final = {
    "/": "ZeroDivisionError OverflowError", "//": "ZeroDivisionError", "%": "ZeroDivisionError",
    "**": "ZeroDivisionError OverflowError MemoryError", "<<": "ValueError OverflowError MemoryError",
    ">>": "ValueError OverflowError", "&": "-", "|": "-", "^": "-", "+": "-", "-": "-", "*": "-",
}  # fmt: skip
OF_FLOATS: Final = {
    "/": "ZeroDivisionError OverflowError", "//": "ZeroDivisionError OverflowError",
    "%": "ZeroDivisionError OverflowError", "**": "ZeroDivisionError OverflowError", "+": "OverflowError",
    "-": "OverflowError", "*": "OverflowError",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operand:
    """What one operand of a row may be: of these types (by name), or one of these constants, or anything."""

    types: frozenset[str]
    constants: frozenset[Any]
    anything: bool

    def takes(self, value: Any, shadow: Shadow) -> bool:
        if self.anything:
            return True
        if self.constants:
            return shadow is None and type(value) in (str, int) and value in self.constants
        kind: type | None = shadow.kind if isinstance(shadow, Concretized) else type(value)
        if "class" in self.types:
            return shadow is None and _plain_classes(value)
        return kind is not None and kind.__module__ in _EXACT and kind.__name__ in self.types


@dataclass(frozen=True, slots=True)
class Row:
    operands: tuple[Operand, ...]
    named: tuple[tuple[str, Operand], ...]
    raises: tuple[str, ...]

    def takes(self, operands: Sequence[Pair], named: Mapping[str, Pair]) -> bool:
        return (
            len(operands) == len(self.operands)
            and named.keys() == dict(self.named).keys()
            and all(o.takes(*pair) for o, pair in zip(self.operands, operands, strict=True))
            and all(o.takes(*named[name]) for name, o in self.named)
        )


_EXACT: Final = ("builtins", "random")


def of_call(
    f: Any, arguments: Sequence[Pair], named: Mapping[str, Pair], operands: Sequence[Pair]
) -> frozenset[type] | None:
    """The classes of exceptions that the call may raise; None where they are not known.

    operands: the arguments, and after them the receiver of a bound method.
    """
    f = raw_attribute(f, "clew_stands_for", f) if type(f) is types.FunctionType else f
    given = list(arguments)
    f, receiver = _unbound(f)
    if receiver is not None:
        given.insert(0, next((pair for pair in reversed(operands) if pair[0] is receiver), (receiver, None)))
    for row in _rows(_name_of(f)):
        if row.takes(given, named):
            return _classes(row.raises)
    return None


def of_operator(op: str, kinds: list[type | None]) -> frozenset[type] | None:
    """The exceptions that an operator on numbers of these types may raise; None where that is not known."""
    if any(k not in (int, bool, float) for k in kinds):
        return None
    names = (OF_FLOATS if float in kinds else OF_INTS).get(op.removesuffix("="))
    return None if names is None else _classes(tuple(names.split()))


def _unbound(f: Any) -> tuple[Any, Any]:
    """A bound method of an object as the function of its class, with what it is bound to."""
    owner = f.__self__ if type(f) in (types.BuiltinMethodType, types.MethodType) else None
    if owner is None or isinstance(owner, types.ModuleType | type):
        return f, None
    return in_bases(type(owner), f.__name__, f), owner


def _name_of(f: Any) -> str:
    """Its full name, if it is what Python's library has under that name; else an empty one."""
    if type(f) is types.BuiltinMethodType and isinstance(f.__self__, type):
        module, name = f.__self__.__module__, f"{f.__self__.__qualname__}.{f.__name__}"
    else:
        owner = raw_attribute(f, "__objclass__")
        module = raw_attribute(f, "__module__") if not isinstance(owner, type) else owner.__module__
        name = raw_attribute(f, "__qualname__")
        if not isinstance(name, str):
            return ""
    module = _ALIASES.get(f"{module}.{name}".partition(".")[0], module)
    if not isinstance(module, str) or module.partition(".")[0] not in sys.stdlib_module_names:
        return ""
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    same = found is f or (type(f) is types.BuiltinMethodType and type(found) is type(f) and found == f)
    if not same and raw_attribute(found, "__wrapped__") is not f:
        return ""
    return name if module == "builtins" else f"{module}.{name}"


_ALIASES: Final = {"_io": "io", "_random": "random", "posix": "os", "_json": "json"}


def _plain_classes(value: Any) -> bool:
    """Classes whose instance checks run no code of the program."""
    if isinstance(value, tuple):
        return all(map(_plain_classes, value))
    return isinstance(value, type) and type(value) is type


def _rows(name: str) -> tuple[Row, ...]:
    return _table().get(name, ()) if name else ()


@functools.cache
def _table() -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for name, row in all_rows():
        found[name] = (*found.get(name, ()), row)
    return found


_LINE: Final = regex(r"([\w.]+)\((.*?)\) +(.+)")


def all_rows() -> list[tuple[str, Row]]:
    """Every row, with the name of the function."""
    rows = []
    for line in EXCEPTIONS.strip().splitlines():
        match = _LINE.fullmatch(line)
        assert match is not None, line
        name, operands, raises = match.groups()
        parts = [p.strip() for p in operands.split(",")] if operands else []
        positional = tuple(_operand(p) for p in parts if not re.match(r"\w+=", p))
        named = tuple((n, _operand(o)) for p in parts if re.match(r"\w+=", p) for n, o in (p.split("=", 1),))
        rows.append(("io.open" if name == "open" else name, Row(positional, named, tuple(raises.split()))))
    return rows


def _operand(text: str) -> Operand:
    options = text.split("|")
    constants = frozenset(o[1:-1] for o in options if o[0] == "'")
    return Operand(frozenset(options) if not constants else frozenset(), constants, text == "*")


@functools.cache
def _classes(names: tuple[str, ...]) -> frozenset[type]:
    found: set[type] = set()
    for name in names:
        if name == "-":
            continue
        cls = class_of(name.removesuffix("*"))
        found.add(cls)
        if name.endswith("*"):
            found.update(_below(cls))
    return frozenset(found)


def class_of(name: str) -> type:
    if name == "JSONDecodeError":
        name = "json.decoder.JSONDecodeError"
    module, _, short = name.rpartition(".")
    found: Any = getattr(sys.modules[module or "builtins"], short)
    assert isinstance(found, type)
    return found


def _below(cls: type) -> list[type]:
    """The builtin classes below it: which of them an error of the system is depends on its number."""
    found: list[type] = []
    below: type
    for below in cls.__subclasses__():
        if below.__module__ == "builtins":
            found += [below, *_below(below)]
    return found
