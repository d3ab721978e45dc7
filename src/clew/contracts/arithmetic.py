"""What operators on numbers, and functions of numbers, may raise by themselves.

`ZeroDivisionError` and `ValueError` wherever the text does not exclude them.  `OverflowError` only where the text says
that there is a float, or an int that becomes one: other ints have no largest.  That an int is too large for a float is
claimed of `/`, `**` and `float(n)`, of nothing else that computes with both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from clew.contracts.operands import Operands
from clew.ir import tree as ir
from clew.ir.operators import DIVISIONS, POWERS, SHIFTS

Classes: TypeAlias = tuple[str, ...]

INTS: Final = frozenset({"int", "bool"})
NUMBERS: Final = INTS | {"float"}
OF_FLOATS: Final[Classes] = ("ValueError", "OverflowError")
"""Of what makes a whole number of one that may be nan, or infinite."""
FUNCTIONS: Final[Mapping[str, Mapping[str, Classes]]] = {
    "int": {"": ("ValueError",), "int": (), "bool": (), "float": OF_FLOATS},
    "float": {"": ("ValueError",), "int": ("OverflowError",), "bool": (), "float": ()},
    "round": {"": (), "float": OF_FLOATS},
    "chr": {"": ("ValueError",)}, "Decimal": {"": ("InvalidOperation",)}, "range": {"": ("ValueError",)},
    "divmod": {"": ("ZeroDivisionError",)},
}  # fmt: skip
"""By the class of the only argument, where the text says it: else the row without a name counts."""
_OF_DOMAIN: Final = "sqrt log log2 log10 log1p acos asin acosh atanh fmod factorial isqrt comb perm pow gamma lgamma"
_GROWING: Final = "exp exp2 expm1 cosh sinh ldexp pow gamma lgamma"
_ROUNDING: Final = "floor ceil trunc"
MATH: Final[Mapping[str, Mapping[str, Classes]]] = {
    **{name: {"": ("ValueError",)} for name in _OF_DOMAIN.split()},
    **{name: {"": ("OverflowError",)} for name in _GROWING.split()},
    **{name: {"": OF_FLOATS} for name in _GROWING.split() if name in _OF_DOMAIN.split()},
    **{name: {"": (), "float": OF_FLOATS} for name in _ROUNDING.split()},
}
"""The same of functions of `math`.  (What refuses infinities only, such as `sin`, is left out.)"""


def raised_by_operator(op: str, left: ir.Atom, right: ir.Atom, operands: Operands) -> Iterator[str]:
    """For operands that are no texts, and no paths."""
    number = right.value if isinstance(right, ir.Const) else None
    if op in DIVISIONS and not (isinstance(number, int | float | complex) and number):
        yield "ZeroDivisionError"
    if op in SHIFTS and not (isinstance(number, int) and number >= 0):
        yield "ValueError"
    one, other = operands.head(left), operands.head(right)
    if op in ("/", "/=") and {one, other} <= NUMBERS and not INTS.isdisjoint({one, other}):
        if not all(isinstance(atom, ir.Const) for atom in _ints(left, right, operands)):
            yield "OverflowError"
    if op in POWERS:
        yield from _of_power(left, right, operands)


def _ints(left: ir.Atom, right: ir.Atom, operands: Operands) -> Iterator[ir.Atom]:
    """Those of the operands that have to become floats: of two ints, the left one decides how large the quotient is."""
    if operands.head(left) in INTS:
        yield left
    elif operands.head(right) in INTS:
        yield right


def _of_power(base: ir.Atom, exponent: ir.Atom, operands: Operands) -> Iterator[str]:
    fixed = [atom.value if isinstance(atom, ir.Const) else None for atom in (base, exponent)]
    if all(isinstance(value, int | float) for value in fixed):
        return
    least = fixed[1] if isinstance(fixed[1], int | float) else -1
    if least < 0 and not (isinstance(fixed[0], int | float) and fixed[0]):
        yield "ZeroDivisionError"
    heads = {operands.head(base), operands.head(exponent)}
    if heads <= NUMBERS and "float" in heads and fixed[1] not in (0, 1):
        yield "OverflowError"


def raised_by_function(name: str, arguments: tuple[ir.Argument, ...], operands: Operands) -> Iterator[str]:
    """name: under which the function is known to the module."""
    if name == "pow" and len(arguments) == 2:
        base, exponent = arguments
        if isinstance(base, ir.Var | ir.Const) and isinstance(exponent, ir.Var | ir.Const):
            yield from _of_power(base, exponent, operands)
    elif name in FUNCTIONS and not _is_safe(name, arguments):
        yield from _of_row(FUNCTIONS[name], arguments, operands)
    elif operands.imported.get(name) in MATH:
        yield from raised_by_math(operands.imported[name], arguments, operands)


def raised_by_math(name: str, arguments: tuple[ir.Argument, ...], operands: Operands) -> Iterator[str]:
    """name: of a function of `math`."""
    if name in MATH and not all(isinstance(a, ir.Const) for a in arguments):
        yield from _of_row(MATH[name], arguments, operands)
        if name == "log" and len(arguments) == 2 and not isinstance(arguments[1], ir.Const):
            yield "ZeroDivisionError"


def _of_row(row: Mapping[str, Classes], arguments: tuple[ir.Argument, ...], operands: Operands) -> Classes:
    only = arguments[0] if len(arguments) == 1 else None
    head = operands.head(only) if isinstance(only, ir.Var | ir.Const) else ""
    return row.get(head, row[""])


def _is_safe(name: str, arguments: tuple[ir.Argument, ...]) -> bool:
    """A call with constants, or whose argument that matters is one."""
    plain = [a for a in arguments if not isinstance(a, ir.Keyword)]
    match name:
        case "range":
            return len(plain) < 3 or (isinstance(plain[2], ir.Const) and bool(plain[2].value))
        case "divmod":
            return isinstance(plain[-1], ir.Const) and bool(plain[-1].value)
    return all(isinstance(a, ir.Const) for a in arguments)
