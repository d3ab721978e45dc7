"""Operators between builtin types that have no entry: what depends on the types alone.

`1 == "a"` is False and `1 < "a"` a TypeError whatever the values are.  Only where CPython computes something is the
result lost.
"""

from __future__ import annotations

from functools import cache
from types import NoneType
from typing import Any, Final

from clew.semantics.fallback import lost_of, unmodelled
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Tracked
from clew.semantics.symbols import CONCRETE

_FAMILY: Final[dict[type, str]] = {
    int: "number", bool: "number", float: "number", complex: "number", str: "str", bytes: "bytes", bytearray: "bytes",
    list: "list", tuple: "tuple", dict: "dict", set: "set", frozenset: "set", range: "range", NoneType: "None",
}  # fmt: skip


def find_mismatched(op: str, left: type, right: type) -> Operation | None:
    """An entry for two builtin types of different families; None where values could matter."""
    a, b = _FAMILY.get(left), _FAMILY.get(right)
    if op not in CONCRETE or a is None or b is None or a == b:
        return None
    if op in ("==", "!="):
        return _of_types(op)
    return None if op.startswith("%") and left in (str, bytes, bytearray) else _type_error(op)


@cache
def _of_types(op: str) -> Operation:
    compute = CONCRETE[op]

    def run(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
        if lost_of(machine, a) or lost_of(machine, b):
            return unmodelled(machine, op, compute, (a, b), {})
        return Tracked(compute(a.value, b.value), None)

    return Operation(op, compute, shadow=run)


@cache
def _type_error(op: str) -> Operation:
    compute = CONCRETE[op]

    def run(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
        left: type = type(a.value)
        right: type = type(b.value)
        if not (lost_of(machine, a) or lost_of(machine, b)) and not _defined(op, left, right):
            return Tracked(compute(a.value, b.value), None)  # a TypeError
        return unmodelled(machine, op, compute, (a, b), {})

    return Operation(op, compute, shadow=run)


@cache
def _defined(op: str, left: type, right: type) -> bool:
    """CPython has the operator for these types: it accepts plain values of them."""
    try:
        CONCRETE[op](_plain(left), _plain(right))
    except TypeError:
        return False
    return True


def _plain(kind: type) -> Any:
    return range(0) if kind is range else None if kind is NoneType else kind()
