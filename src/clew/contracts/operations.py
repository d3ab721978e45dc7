"""What an operation of the tree form may raise by itself: the exceptions that claims are about.

Read off single operations, with what the text says of their operands where it says it plainly: a constant, the
annotation of a parameter, a display.  Too many classes cost only a proof; a class that is missing here is not silent
either, since every exception that leaves a function is told of where it is seen.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from typing import Final, TypeAlias

from clew.frontend.module_facts import may_mean_none
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass

Classes: TypeAlias = tuple[str, ...]

SEQUENCE, MAPPING, SET = "sequence", "mapping", "set"

LOOKUP: Final[Mapping[str | None, Classes]] = {
    SEQUENCE: ("IndexError",),
    MAPPING: ("KeyError",),
    SET: (),
    None: ("IndexError", "KeyError"),
}
DIVISIONS: Final = frozenset({"/", "//", "%", "/=", "//=", "%="})
SHIFTS: Final = frozenset({"<<", ">>", "<<=", ">>="})
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

_KINDS: Final = {
    **dict.fromkeys(("list", "tuple", "str", "bytes", "bytearray", "range", "deque", "sequence"), SEQUENCE),
    **dict.fromkeys(("mutablesequence",), SEQUENCE),
    **dict.fromkeys(("dict", "mapping", "mutablemapping", "counter", "ordereddict", "defaultdict"), MAPPING),
    **dict.fromkeys(("set", "frozenset", "abstractset", "mutableset"), SET),
}
_MADE: Final = {
    **dict.fromkeys(("list", "tuple", "str", "bytes", "bytearray", "range", "sorted", "divmod", "repr"), SEQUENCE),
    "dict": MAPPING,
    "set": SET,
    "frozenset": SET,
}
_UNLESS_NONE: Final = re.compile(r"\s*\|\s*None\b|\bNone\s*\|\s*|^(?:typing\.|t\.)?Optional\[")
_HEAD: Final = re.compile(r"(?:\w+\.)*(\w+)\s*(?:\[|\]?$)")


@dataclass(frozen=True, slots=True)
class Operands:
    """What the text of a function says of its variables.

    globals: temporaries that hold a global; kinds: variables that hold only containers of one kind; optional: variables
    that may hold None; slices, texts: temporaries that hold one.
    """

    globals: Mapping[str, str]
    kinds: Mapping[str, str]
    optional: frozenset[str]
    slices: frozenset[str]
    texts: frozenset[str]

    def kind(self, atom: ir.Atom) -> str | None:
        if isinstance(atom, ir.Var):
            return self.kinds.get(atom.name)
        return SEQUENCE if isinstance(atom.value, str | bytes | tuple) else None

    def may_be_none(self, atom: ir.Atom) -> bool:
        return isinstance(atom, ir.Var) and atom.name in self.optional


def operands_of(function: ir.Function, around: Operands | None, optional: Container[str]) -> Operands:
    """around: those of the function that it is defined in; optional: as in `ModuleFacts`."""
    values = _assigned(function)
    globals = {n: v.name for n, (v, *rest) in values.items() if isinstance(v, ir.Global) and not rest}
    kinds = {n: found.pop() for n, vs in values.items() if len(found := {_kind(v, globals) for v in vs}) == 1}
    if around is not None:
        kinds |= {n: around.kinds[n] for n in function.free if n in around.kinds}
    return Operands(
        globals,
        {n: kind for n, kind in kinds.items() if kind is not None},
        _optional(values, globals, optional),
        frozenset(n for n, vs in values.items() if all(isinstance(v, ir.Slice) for v in vs)),
        frozenset(n for n, vs in values.items() if all(isinstance(v, ir.Join | ir.Format) for v in vs)),
    )


_Known: TypeAlias = "ir.Value | ir.Parameter | None"


def _assigned(function: ir.Function) -> dict[str, list[_Known]]:
    """All that variables of a function may be; None: something that is not known."""
    values: dict[str, list[_Known]] = {p.name: [p] for p in function.parameters}
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(target, value):
                values.setdefault(target.name, []).append(value)
            case ir.For(target):
                values.setdefault(target.name, []).append(None)
            case ir.Unpack(targets):
                for each in targets:
                    values.setdefault(each.name, []).append(None)
            case ir.With(target=ir.Var(name)) | ir.Handler(name=ir.Var(name)):
                values.setdefault(name, []).append(None)
            case ir.NativeStatement(writes=writes):
                for name in writes:
                    values.setdefault(name, []).append(None)
    return values


def _kind(value: _Known, globals: Mapping[str, str]) -> str | None:
    match value:
        case ir.Parameter(kind="*"):
            return SEQUENCE
        case ir.Parameter(kind="**"):
            return MAPPING
        case ir.Parameter(annotation=str(text)):
            head = _HEAD.match(_UNLESS_NONE.sub("", text.strip("\"'")))
            return _KINDS.get(head.group(1).lower()) if head is not None else None
        case ir.Display("set"):
            return SET
        case ir.Display():
            return SEQUENCE
        case ir.DictDisplay():
            return MAPPING
        case ir.Call(ir.Var(name)):
            return _MADE.get(globals.get(name, ""))
        case ir.MethodCall(_, "split" | "rsplit" | "splitlines" | "partition" | "rpartition"):
            return SEQUENCE
        case ir.Const(str() | bytes() | tuple()) | ir.Join():
            return SEQUENCE
    return None


def _optional(
    values: Mapping[str, list[_Known]], globals: Mapping[str, str], optional: Container[str]
) -> frozenset[str]:
    """The variables that may hold None, those included that get the value of one."""
    found = {n for n, vs in values.items() if any(_may_be_none(v, globals, optional) for v in vs)}
    copies = [(n, v.name) for n, vs in values.items() for v in vs if isinstance(v, ir.Var)]
    while new := {target for target, source in copies if source in found} - found:
        found |= new
    return frozenset(found)


def _may_be_none(value: _Known, globals: Mapping[str, str], optional: Container[str]) -> bool:
    """Does the text itself say that it may be None?"""
    match value:
        case ir.Parameter(annotation=str(text)):
            return may_mean_none(text)
        case ir.Attr(_, name) | ir.MethodCall(_, name) if name in optional:
            return True
        case ir.Call(ir.Var(name)):
            return globals.get(name, "") in optional
        case ir.Const(None):
            return True
        case ir.MethodCall(ir.Var(name), "match" | "search" | "fullmatch"):
            return globals.get(name) == "re"
        case ir.MethodCall(_, "get", (_,)) | ir.MethodCall(_, "group", (_,)):
            return True
    return False


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
        case ir.Unpack(value=value):
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
                yield from LOOKUP[operands.kind(object)]
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
    yield from _none("TypeError", operands, *((right,) if op.endswith("in") else (left, right)))
    number = right.value if isinstance(right, ir.Const) else None
    text = op.startswith("%") and (operands.kind(left) is not None or _is_text(left, operands))
    if op in DIVISIONS and not text and not (isinstance(number, int | float | complex) and number):
        yield "ZeroDivisionError"
    if op in SHIFTS and not (isinstance(number, int) and number >= 0):
        yield "ValueError"


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
