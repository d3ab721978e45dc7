"""What an operation of the tree form may raise by itself: the exceptions that claims are about.

Read off single operations, with what the text says of their operands where it says it plainly: a constant, the
annotation of a parameter, a display.  Too many classes cost only a proof; a class that is missing here is not silent
either, since every exception that leaves a function is told of where it is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from clew.contracts.operands import MAPPING, SEQUENCE, SET, Operands
from clew.ir import tree as ir
from clew.ir.operators import DIVISIONS, SHIFTS

Classes: TypeAlias = tuple[str, ...]

LOOKUP: Final[Mapping[str | None, Classes]] = {
    SEQUENCE: ("IndexError",),
    MAPPING: ("KeyError",),
    SET: (),
    None: ("LookupError",),
}
LOOKUPS: Final[Mapping[str, Classes]] = {"LookupError": ("IndexError", "KeyError")}
"""What stands for several classes where the text does not say which; who takes one of them says which it is."""
CALLS: Final[Mapping[str, str]] = {
    "int": "ValueError", "float": "ValueError", "chr": "ValueError", "min": "ValueError", "max": "ValueError",
    "next": "StopIteration", "divmod": "ZeroDivisionError",
}  # fmt: skip
WITH_ONE: Final = frozenset({"min", "max", "next"})
"""Builtin functions that fail so only where they have a single argument, and no default."""
METHODS: Final[Mapping[str, Mapping[str | None, Classes]]] = {
    "index": {None: ("ValueError",)},
    "rindex": {None: ("ValueError",)},
    "remove": {SET: ("KeyError",), SEQUENCE: ("ValueError",), None: ("KeyError", "ValueError")},
    "pop": {SET: ("KeyError",), **{k: v for k, v in LOOKUP.items() if k != SET}},
    "popitem": {None: ("KeyError",)},
    "popleft": {None: ("IndexError",)},
}


def raised_by(statement: ir.Statement, operands: Operands) -> Iterator[str]:
    """The classes of the exceptions that the statement may raise by itself."""
    match statement:
        case ir.Assign(value=value):
            yield from _of_value(value, operands)
        case ir.SetItem(object, key):
            yield from _none("TypeError", operands, object)
            if operands.kind(object) not in (MAPPING, SET) and not _is_slice(key, operands):
                yield "IndexError"
        case ir.DelItem(object, key):
            yield from _none("TypeError", operands, object)
            if not _is_slice(key, operands):
                yield from LOOKUP[operands.kind(object)]
        case ir.SetAttr(object):
            yield from _none("AttributeError", operands, object)
        case ir.Unpack(targets, starred, value):
            length = operands.lengths.get(value.name) if isinstance(value, ir.Var) else None
            if length is None or length != len(targets) or starred is not None:
                yield "ValueError"
            yield from _none("TypeError", operands, value)


def _of_value(value: ir.Value, operands: Operands) -> Iterator[str]:
    match value:
        case ir.Binary(op, left, right):
            yield from _of_operator(op, left, right, operands)
        case ir.Unary("-" | "+" | "~", operand):
            yield from _none("TypeError", operands, operand)
        case ir.Item(object, key):
            yield from _none("TypeError", operands, object)
            if not _is_slice(key, operands):
                yield from LOOKUP[operands.kind(object) or (SEQUENCE if operands.is_index(key) else None)]
        case ir.Attr(object):
            yield from _none("AttributeError", operands, object)
        case ir.Call(ir.Var(function), arguments):
            yield from _none("TypeError", operands, ir.Var(function))
            name = operands.globals.get(function, "")
            if name in CALLS and arguments and not _is_safe(name, arguments):
                yield CALLS[name]
        case ir.MethodCall(object, name, arguments):
            yield from _none("AttributeError", operands, object)
            of_kind = METHODS.get(name, {})
            known = operands.kind(object)
            if of_kind and not (name == "pop" and len(arguments) == 2):
                yield from of_kind.get(known, of_kind[None])


def _of_operator(op: str, left: ir.Atom, right: ir.Atom, operands: Operands) -> Iterator[str]:
    if op.startswith("is") or op in ("==", "!="):
        return
    if not _takes_none(op, left):
        yield from _none("TypeError", operands, *((right,) if op.endswith("in") else (left, right)))
    number = right.value if isinstance(right, ir.Const) else None
    if op in ("/", "/=") and (isinstance(number, str) or operands.is_path(left)):
        return
    text = op.startswith("%") and (operands.kind(left) is not None or _is_text(left, operands))
    if op in DIVISIONS and not text and not (isinstance(number, int | float | complex) and number):
        yield "ZeroDivisionError"
    if op in SHIFTS and not (isinstance(number, int) and number >= 0):
        yield "ValueError"


def _takes_none(op: str, left: ir.Atom) -> bool:
    """Is it a text with a place for whatever comes, None included?"""
    if op != "%" or not isinstance(left, ir.Const) or not isinstance(left.value, str):
        return False
    try:
        return bool(left.value % (None,))
    except (TypeError, ValueError):
        return False


def _none(cls: str, operands: Operands, *atoms: ir.Atom) -> Iterator[str]:
    if any(operands.may_be_none(atom) for atom in atoms):
        yield cls


def _is_slice(key: ir.Atom, operands: Operands) -> bool:
    return isinstance(key, ir.Var) and key.name in operands.slices


def _is_text(atom: ir.Atom, operands: Operands) -> bool:
    return isinstance(atom, ir.Var) and atom.name in operands.texts


def _is_safe(name: str, arguments: tuple[ir.Argument, ...]) -> bool:
    """A call with a default, with several numbers to choose from, or with a constant."""
    if name not in WITH_ONE:
        return isinstance(arguments[-1], ir.Const)
    keywords = {a.name for a in arguments if isinstance(a, ir.Keyword)}
    plain = [a for a in arguments if not isinstance(a, ir.Keyword)]
    return "default" in keywords or (len(plain) > 1 and not any(isinstance(a, ir.Star) for a in plain))
