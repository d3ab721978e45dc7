"""Random terms, each with the tree it was asked for and the value CPython gives that tree.

A `Tree` keeps the operation and the sub-trees; `built` is what the constructors made of it, `naive_value` computes the
tree itself and knows nothing of terms.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import partial
from math import floor, inf, isnan, nan, trunc
from typing import Any

from hypothesis import strategies as st

from clew.logic import terms as t
from clew.logic.evaluate import Model
from clew.logic.sorts import BOOL, FLOAT, INT
from clew.logic.terms import Term

INT_NAMES = ("x", "y", "z")
BOOL_NAMES = ("p", "q")
FLOAT_NAMES = ("f", "g")


@dataclass(frozen=True)
class Tree:
    op: str
    args: tuple[Any, ...]
    built: Term


INTEGERS = st.one_of(st.integers(-6, 6), st.sampled_from([64, -64, 255, 1 << 40, -(1 << 70)]))
DOUBLES = st.one_of(
    st.floats(-8, 8),
    st.sampled_from([0.0, -0.0, 0.5, 1.5, 2.5, 1e308, -1e308, 5e-324, inf, -inf, nan, 2.0**53]),
)
MODELS = st.fixed_dictionaries(
    {
        **dict.fromkeys(INT_NAMES, INTEGERS),
        **{name: st.booleans() for name in BOOL_NAMES},
        **dict.fromkeys(FLOAT_NAMES, DOUBLES),
    }
)


RANGES = ((-3, -1), (2, 2), (5, 64), (200, 1 << 41))

# For each sort: the operation, its constructor, the sorts of its arguments.
_OPERATIONS: dict[str, list[tuple[str, Any, tuple[str, ...]]]] = {
    "Int": [
        ("+", t.add, ("Int", "Int")),
        ("-", t.sub, ("Int", "Int")),
        ("*", t.mul, ("Int", "Int")),
        ("neg", t.neg, ("Int",)),
        ("//", t.floor_div, ("Int", "Int")),
        ("%", t.floor_mod, ("Int", "Int")),
        ("&", partial(t.bit_op, "bitand"), ("Int", "Int")),
        ("|", partial(t.bit_op, "bitor"), ("Int", "Int")),
        ("^", partial(t.bit_op, "bitxor"), ("Int", "Int")),
        ("ite", t.ite, ("Bool", "Int", "Int")),
        ("int", partial(t.operation, "float_to_int"), ("Float",)),
    ],
    "Bool": [
        ("<=", t.le, ("Int", "Int")),
        ("<", t.lt, ("Int", "Int")),
        ("==", t.eq, ("Int", "Int")),
        ("!=", t.ne, ("Int", "Int")),
        ("iff", t.eq, ("Bool", "Bool")),
        ("not", t.not_, ("Bool",)),
        ("and", t.and_, ("Bool", "Bool")),
        ("or", t.or_, ("Bool", "Bool")),
        ("ite", t.ite, ("Bool", "Bool", "Bool")),
        ("in", lambda a: t.in_ranges(a, RANGES), ("Int",)),
        ("f<", partial(t.operation, "flt"), ("Float", "Float")),
        ("f<=", partial(t.operation, "fle"), ("Float", "Float")),
        ("f==", partial(t.operation, "feq"), ("Float", "Float")),
        ("isnan", partial(t.operation, "fisnan"), ("Float",)),
    ],
    "Float": [
        ("f+", partial(t.operation, "fadd"), ("Float", "Float")),
        ("f-", partial(t.operation, "fsub"), ("Float", "Float")),
        ("f*", partial(t.operation, "fmul"), ("Float", "Float")),
        ("fneg", partial(t.operation, "fneg"), ("Float",)),
        ("fabs", partial(t.operation, "fabs"), ("Float",)),
        ("ffloor", partial(t.operation, "ffloor"), ("Float",)),
        ("ite", t.ite, ("Bool", "Float", "Float")),
        ("float", partial(t.operation, "int_to_float"), ("Int",)),
    ],
}
_FLOAT_PARTS = frozenset({"int", "f<", "f<=", "f==", "isnan"})


@st.composite
def terms_of(draw: Any, sort: str, depth: int, floats: bool = True) -> Tree:
    """A tree of a sort, not deeper than this."""
    return _drawn(draw, sort, depth, floats)


def _drawn(draw: Any, sort: str, depth: int, floats: bool) -> Tree:
    choice = draw(st.integers(0, 2 + 2 * bool(depth)))
    if choice == 0:
        return _constant(draw, sort)
    if choice <= 2:
        names = {"Int": INT_NAMES, "Bool": BOOL_NAMES, "Float": FLOAT_NAMES}[sort]
        name = names[draw(st.integers(0, len(names) - 1))]
        return Tree("name", (name,), t.var(name, {"Int": INT, "Bool": BOOL, "Float": FLOAT}[sort]))
    operations = [o for o in _OPERATIONS[sort] if floats or o[0] not in _FLOAT_PARTS]
    op, build, sorts = operations[draw(st.integers(0, len(operations) - 1))]
    args = tuple(_drawn(draw, s, depth - 1, floats) for s in sorts)
    return Tree(op, args, build(*(a.built for a in args)))


def _constant(draw: Any, sort: str) -> Tree:
    if sort == "Int":
        number = draw(INTEGERS)
        return Tree("value", (number,), t.integer(number))
    if sort == "Bool":
        truth = draw(st.booleans())
        return Tree("value", (truth,), t.boolean(truth))
    double = draw(DOUBLES)
    return Tree("value", (double,), t.floating(double))


def naive_value(tree: Tree, model: Model) -> Any:
    if tree.op == "name":
        return model[tree.args[0]]
    if tree.op == "value":
        return tree.args[0]
    values = [naive_value(a, model) for a in tree.args]
    return _VALUES[tree.op](*values)


def _to_float(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def _floor(number: float) -> float:
    if isnan(number) or number in (inf, -inf):
        return number
    return -0.0 if str(number) == "-0.0" else float(floor(number))


_VALUES: dict[str, Any] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "neg": operator.neg,
    "//": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "ite": lambda c, a, b: a if c else b,
    "int": lambda a: 0 if isnan(a) or abs(a) == inf else trunc(a),
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
    "iff": operator.eq,
    "not": operator.not_,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "in": lambda a: any(low <= a <= high for low, high in RANGES),
    "f<": operator.lt,
    "f<=": operator.le,
    "f==": operator.eq,
    "isnan": isnan,
    "f+": operator.add,
    "f-": operator.sub,
    "f*": operator.mul,
    "fneg": operator.neg,
    "fabs": abs,
    "ffloor": _floor,
    "float": _to_float,
}
