"""What an operation of the tree form may raise by itself: the exceptions that claims are about.

Read off single operations, with what the text says of their operands where it says it plainly: a constant, the
annotation of a parameter, a display.  Too many classes cost only a proof; a class that is missing here is not silent
either, since every exception that leaves a function is told of where it is seen.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from clew.contracts.operands import MAPPING, SEQUENCE, SET, Operands
from clew.frontend.declared import orders_of, orders_of_elements
from clew.ir import tree as ir
from clew.ir.operators import DIVISIONS, ORDER, SHIFTS

Classes: TypeAlias = tuple[str, ...]

LOOKUP: Final[Mapping[str | None, Classes]] = {
    SEQUENCE: ("IndexError",),
    MAPPING: ("KeyError",),
    SET: (),
    None: ("LookupError",),
}
LOOKUPS: Final[Mapping[str, Classes]] = {"LookupError": ("IndexError", "KeyError")}
"""What stands for several classes where the text does not say which; who takes one of them says which it is."""
WITH_ONE: Final = frozenset({"min", "max", "next"})
"""Builtin functions that fail so only where they have a single argument, and no default."""
OF_FLOATS: Final[Classes] = ("ValueError", "OverflowError")
"""Of what makes a whole number of one that may be nan, or infinite."""
CALLS: Final[Mapping[str, Mapping[str, Classes]]] = {
    "int": {"": ("ValueError",), "int": (), "bool": (), "float": OF_FLOATS},
    "float": {"": ("ValueError",), "int": ("OverflowError",), "bool": (), "float": ()},
    "round": {"": (), "float": OF_FLOATS},
    "chr": {"": ("ValueError",)}, "min": {"": ("ValueError",)}, "max": {"": ("ValueError",)},
    "next": {"": ("StopIteration",)}, "divmod": {"": ("ZeroDivisionError",)}, "Decimal": {"": ("InvalidOperation",)},
    "range": {"": ("ValueError",)},
}  # fmt: skip
"""By the class of the first argument, where the text says it: else the row without a name counts."""
ORDERING: Final = frozenset({"sorted", "min", "max"})
TOTAL: Final = frozenset({"iso8859-1", "charmap"})
"""Encodings in which all bytes mean something."""
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
            if name in CALLS and arguments and not _is_safe(name, arguments):
                rows, first = CALLS[name], arguments[0]
                head = operands.head(first) if isinstance(first, ir.Var | ir.Const) and len(arguments) == 1 else ""
                yield from rows.get(head, rows[""])
            if name in ORDERING and _is_mixed(arguments, operands):
                yield "TypeError"
        case ir.MethodCall(object, name, arguments):
            yield from _none("AttributeError", operands, object)
            of_kind = METHODS.get(name, {})
            known = operands.kind(object)
            if of_kind and not (name == "pop" and len(arguments) == 2):
                yield from of_kind.get(known, of_kind[None])
            yield from _of_encoding(object, name, arguments, operands)


def _of_operator(op: str, left: ir.Atom, right: ir.Atom, operands: Operands) -> Iterator[str]:
    if op.startswith("is") or op in ("==", "!="):
        return
    if not _takes_none(op, left):
        yield from _none("TypeError", operands, *((right,) if op.endswith("in") else (left, right)))
    if op in ORDER and len(_orders((left, right), operands) - {"None"}) > 1:
        yield "TypeError"
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


def _is_mixed(arguments: tuple[ir.Argument, ...], operands: Operands) -> bool:
    """May there be elements of which none is less than the other, by what is stated of them?"""
    if any(isinstance(a, ir.Star) or (isinstance(a, ir.Keyword) and a.name != "default") for a in arguments):
        return False
    given = [a for a in arguments if isinstance(a, ir.Var | ir.Const)]
    if len(given) == 1:
        return len(orders_of_elements(operands.annotation(given[0]))) > 1
    return len(_orders(given, operands)) > 1


def _orders(atoms: Iterable[ir.Atom], operands: Operands) -> frozenset[str]:
    """Kinds of values among which there is no order; none where not all are known."""
    known = [orders_of(operands.annotation(atom)) for atom in atoms]
    return frozenset[str]().union(*known) if all(known) else frozenset()


def _of_encoding(object: ir.Atom, name: str, arguments: tuple[ir.Argument, ...], operands: Operands) -> Iterator[str]:
    """Texts in other encodings than Unicode's, and bytes in all but those in which everything means something."""
    kinds = {"encode": ("str",), "decode": ("bytes", "bytearray")}.get(name)
    if kinds is None or any(isinstance(a, ir.Star) for a in arguments):
        return
    given = {
        a.name if isinstance(a, ir.Keyword) else ("encoding", "errors")[min(i, 1)]: a for i, a in enumerate(arguments)
    }
    values = {key: _constant(a) for key, a in given.items()}
    if values.get("errors", "strict") not in ("strict", None):
        return
    encoding = codec_of(values.get("encoding", "utf-8"))
    if operands.head(object) not in kinds and (operands.head(object) or (given and not encoding)):
        return
    if name == "encode" and not encoding.startswith("utf"):
        yield "UnicodeEncodeError"
    if name == "decode" and encoding not in TOTAL:
        yield "UnicodeDecodeError"


def _constant(argument: ir.Argument) -> object:
    value = argument.value if isinstance(argument, ir.Keyword) else argument
    return value.value if isinstance(value, ir.Const) else None


def codec_of(encoding: object) -> str:
    """The name that Python gives it; empty where it has none."""
    try:
        return codecs.lookup(encoding).name if isinstance(encoding, str) else ""
    except (LookupError, ValueError):
        return ""


def _is_safe(name: str, arguments: tuple[ir.Argument, ...]) -> bool:
    """A call with a default, with several numbers to choose from, or with constants."""
    keywords = {a.name: a.value for a in arguments if isinstance(a, ir.Keyword)}
    plain = [a for a in arguments if not isinstance(a, ir.Keyword)]
    match name:
        case "range":
            return len(plain) < 3 or (isinstance(plain[2], ir.Const) and bool(plain[2].value))
        case "divmod":
            return isinstance(plain[-1], ir.Const) and bool(plain[-1].value)
        case _ if name not in WITH_ONE:
            return all(isinstance(a, ir.Const) for a in arguments)
    return "default" in keywords or (len(plain) > 1 and not any(isinstance(a, ir.Star) for a in plain))
