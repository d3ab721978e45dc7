"""The operators of the tree form by symbol, each fact about them once.

`x += 1` is `+=`, an operator of its own, since an object may do it in place.  Which operators there are in block form
is in `block_operators`; what each computes and means is in `semantics`.
"""

from __future__ import annotations

from typing import Final

ARITHMETIC: Final = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "<<": "lshift", ">>": "rshift", "&": "and", "|": "or", "^": "xor",
}  # fmt: skip
"""Special methods by their middle part: `+` asks for `__add__` and `__radd__`, `+=` for `__iadd__` first."""
IN_PLACE: Final = {f"{op}=": op for op in ARITHMETIC}
COMPARISONS: Final = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
ORDER: Final = frozenset({"<", "<=", ">", ">="})
IDENTITY: Final = frozenset({"is", "is-not"})
MEMBERSHIP: Final = frozenset({"in", "not-in"})
ALWAYS_BOOL: Final = IDENTITY | MEMBERSHIP
"""They give a truth value, whatever their operands do."""
BINARY: Final = frozenset({*ARITHMETIC, *IN_PLACE, *COMPARISONS, *ALWAYS_BOOL})
UNARY: Final = frozenset({"-", "+", "~", "not", "is-sequence", "is-mapping"})

TURNED: Final = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""`a < b` is `b > a`."""
OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
"""What holds of two ints where the comparison does not."""


def with_in_place(*ops: str) -> frozenset[str]:
    return frozenset({*ops, *(f"{op}=" for op in ops)})


DIVISIONS: Final = with_in_place("/", "//", "%")
POWERS: Final = with_in_place("**")
SHIFTS: Final = with_in_place("<<", ">>")
