"""What an operation of the tree form may raise by itself: the exceptions that claims are about.

Read off single operations, with what the text says of their operands where it says it plainly: a constant, the
annotation of a parameter, a display.  Too many classes cost only a proof; a class that is missing here is not silent
either, since every exception that leaves a function is told of where it is seen.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from clew.contracts.arithmetic import raised_by_function, raised_by_math, raised_by_operator
from clew.contracts.operands import MAPPING, SEQUENCE, SET, Operands
from clew.contracts.ordering import FUNCTIONS, all_orders, is_mixed
from clew.ir import tree as ir
from clew.ir.operators import ORDER

Classes: TypeAlias = tuple[str, ...]

LOOKUP: Final[Mapping[str | None, Classes]] = {
    SEQUENCE: ("IndexError",),
    MAPPING: ("KeyError",),
    SET: (),
    None: ("LookupError",),
}
LOOKUPS: Final[Mapping[str, Classes]] = {"LookupError": ("IndexError", "KeyError")}
"""What stands for several classes where the text does not say which; who takes one of them says which it is."""
CALLS: Final[Mapping[str, str]] = {"min": "ValueError", "max": "ValueError", "next": "StopIteration"}
"""Those of a single argument, without a default, that may have nothing to give."""
CODED: Final[Mapping[str, Classes]] = {"encode": ("str",), "decode": ("bytes", "bytearray")}
CODING: Final[Mapping[str, str]] = {"str": "decode", "bytes": "encode", "bytearray": "encode"}
"""Classes that do so when they are called with an encoding."""
NEVER: Final = "assert_never"
"""Of these modules: a call says that nothing comes there."""
TYPING: Final = frozenset({"typing", "typing_extensions", "t"})
TOTAL: Final[Mapping[str, frozenset[str]]] = {
    "encode": frozenset({"utf-7", "unicode-escape", "raw-unicode-escape"}),
    "decode": frozenset({"iso8859-1", "charmap"}),
}
"""Encodings for whatever there is."""
METHODS: Final[Mapping[str, Mapping[str | None, Classes]]] = {
    "index": {None: ("ValueError",)},
    "rindex": {None: ("ValueError",)},
    "remove": {SET: ("KeyError",), SEQUENCE: ("ValueError",), None: ("KeyError", "ValueError")},
    "pop": {SET: ("KeyError",), **{k: v for k, v in LOOKUP.items() if k != SET}},
    "popitem": {None: ("KeyError",)},
    "popleft": {None: ("IndexError",)},
    "fromhex": {None: ("ValueError",)},
    "to_bytes": {None: ("OverflowError",)},
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
            if name in CALLS and arguments and not _has_other(arguments):
                yield CALLS[name]
            if name in FUNCTIONS and is_mixed(arguments, operands):
                yield "TypeError"
            if arguments:
                yield from raised_by_function(name, arguments, operands)
            if operands.imported.get(name) == NEVER:
                yield "AssertionError"
            if name in CODING and len(arguments) > 1:
                yield from _of_coding(CODING[name], arguments[0], arguments[1:], operands)
        case ir.MethodCall(object, name, arguments):
            yield from _none("AttributeError", operands, object)
            of_kind = METHODS.get(name, {})
            known = operands.kind(object)
            if of_kind and not (name == "pop" and len(arguments) == 2):
                yield from of_kind.get(known, of_kind[None])
            if name in ("encode", "decode"):
                yield from _of_coding(name, object, arguments, operands)
            if name == "sort" and is_mixed((object, *arguments), operands):
                yield "TypeError"
            module = operands.globals.get(object.name) if isinstance(object, ir.Var) else None
            if module == "math":
                yield from raised_by_math(name, arguments, operands)
            if module in TYPING and name == NEVER:
                yield "AssertionError"


def _of_operator(op: str, left: ir.Atom, right: ir.Atom, operands: Operands) -> Iterator[str]:
    if op.startswith("is") or op in ("==", "!="):
        return
    if not _takes_none(op, left):
        yield from _none("TypeError", operands, *((right,) if op.endswith("in") else (left, right)))
    if op in ORDER and len(all_orders((left, right), operands) - {"None"}) > 1:
        yield "TypeError"
    if op in ("/", "/=") and (operands.is_path(left) or (isinstance(right, ir.Const) and isinstance(right.value, str))):
        return
    text = op.startswith("%") and (operands.kind(left) is not None or _is_text(left, operands))
    if not text:
        yield from raised_by_operator(op, left, right, operands)


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


def _of_coding(name: str, text: ir.Argument, arguments: tuple[ir.Argument, ...], operands: Operands) -> Iterator[str]:
    """Texts in any encoding, since Unicode's have no bytes for half of a surrogate pair; and bytes in all but those in
    which everything means something.
    """
    if any(isinstance(a, ir.Star) for a in (text, *arguments)):
        return
    given = {
        a.name if isinstance(a, ir.Keyword) else ("encoding", "errors")[min(i, 1)]: a for i, a in enumerate(arguments)
    }
    values = {key: _constant(a) for key, a in given.items()}
    if values.get("errors", "strict") not in ("strict", None):
        return
    encoding = codec_of(values.get("encoding", "utf-8"))
    head = operands.head(text) if isinstance(text, ir.Var | ir.Const) else ""
    if head not in CODED[name] and (head or (given and not encoding)):
        return
    if encoding not in TOTAL[name]:
        yield "UnicodeEncodeError" if name == "encode" else "UnicodeDecodeError"


def _constant(argument: ir.Argument) -> object:
    value = argument.value if isinstance(argument, ir.Keyword) else argument
    return value.value if isinstance(value, ir.Const) else None


def codec_of(encoding: object) -> str:
    """The name that Python gives it; empty where it has none."""
    try:
        return codecs.lookup(encoding).name if isinstance(encoding, str) else ""
    except (LookupError, ValueError):
        return ""


def _has_other(arguments: tuple[ir.Argument, ...]) -> bool:
    """A default, or several to choose from."""
    plain = [a for a in arguments if not isinstance(a, ir.Keyword)]
    given = any(isinstance(a, ir.Keyword) and a.name == "default" for a in arguments)
    return given or (len(plain) > 1 and not any(isinstance(a, ir.Star) for a in plain))
