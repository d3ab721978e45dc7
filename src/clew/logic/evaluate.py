"""The value of a term under a model, as CPython computes it.

A model maps names to values; a name it lacks has the plain value of its sort (False, 0, 0.0, the array of those).
Where a term is left open (division by zero, `float_to_int` of nan) the value here is 0: one of those allowed.

Terms are turned into nested closures once (closure generation; Feeley and Lapalme 1987) and then cost a fraction of a
microsecond per node, since the search evaluates remembered models on every new query.  What is not needed is not
computed (`and`, `or` and `ite` stop early).  The values of larger terms are remembered for as long as one model is
looked at, so a shared graph costs what its nodes cost, however large its tree would be.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from math import ceil, floor, inf, isinf, isnan, nan, sqrt, trunc
from typing import Any, Final, TypeAlias

from clew.logic.sorts import Sort
from clew.logic.terms import Term, by_id, value_of
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """An array, or an uninterpreted function (its keys are then tuples): `entries` where they say so, else `default`.

    Keys go through `key_of`, so that nan is one key and 0.0 and -0.0 are two.
    """

    default: Value
    entries: Mapping[Any, Value] = field(default_factory=dict)

    def __getitem__(self, index: Any) -> Value:
        return self.entries.get(key_of(index), self.default)

    def stored(self, index: Any, value: Value) -> ArrayValue:
        return ArrayValue(self.default, {**self.entries, key_of(index): value})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArrayValue) and self._essence() == other._essence()

    def __hash__(self) -> int:
        return hash(key_of(self.default))

    def _essence(self) -> tuple[Any, Any]:
        default = key_of(self.default)
        return default, {k: key_of(v) for k, v in self.entries.items() if key_of(v) != default}


Value: TypeAlias = bool | int | Fraction | float | ArrayValue
Model: TypeAlias = Mapping[str, Value]
Code: TypeAlias = Callable[[Model], Any]


def key_of(value: Any) -> Any:
    """A value by its identity in the logic: doubles by their bits (all nans are one)."""
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, tuple):
        return tuple(map(key_of, value))
    return value


def same_value(a: Any, b: Any) -> bool:
    """Equality as `=` has it."""
    return bool(key_of(a) == key_of(b))


def default_of(sort: Sort) -> Value:
    """The plain value of a sort."""
    if sort.name == "Array":
        return ArrayValue(default_of(sort.arguments[1]))
    return _PLAIN[sort.name]


_PLAIN: Final[Mapping[str, Value]] = {"Bool": False, "Int": 0, "Real": Fraction(0), "Float": 0.0}


def evaluate(term: Term, model: Model) -> Any:
    """The value of the term under the model: bool, int, Fraction, float or ArrayValue."""
    return compile_term(term)(model)


def compile_term(term: Term) -> Code:
    """A function from models to the term's value; made once per term."""
    if term.code is None:
        _compile(term)
    code: Code = term.code
    if term.weight <= LIGHT:
        return code
    return lambda model: _environment_value(term, dict(model))


class Environment:
    """Evaluates many terms under one model; what large ones share is computed once."""

    __slots__ = ("_values",)

    def __init__(self, model: Model) -> None:
        # Names of variables and sub-terms cannot be confused: the former are text.
        self._values: dict[Any, Any] = dict(model)

    def value(self, term: Term) -> Any:
        if term.code is None:
            _compile(term)
        return term.code(self._values) if term.weight <= LIGHT else _environment_value(term, self._values)


def all_hold(terms: Iterable[Term], model: Model) -> bool:
    """Are all the terms true under the model?"""
    values: Any = model
    for term in terms:
        if term.code is None:
            _compile(term)
        if term.weight <= LIGHT:
            if not term.code(values):
                return False
        else:
            if values is model:
                values = dict(model)
            if not _environment_value(term, values):
                return False
    return True


def _environment_value(term: Term, values: dict[Any, Any]) -> Any:
    for stone in term.stones:
        stone.code(values)
    return term.code(values)


LIGHT: Final = 24
"""The size of a term's tree up to which evaluating it twice is cheaper than remembering its value."""

_STEP: Final = 50
"""Nesting that closures may add before the next stepping stone."""


def _compile(root: Term) -> None:
    """Closures for the term and what is below it.

    A heavy node keeps its value in the environment, under itself.  On every way down each so-manieth node is a stepping
    stone: those below a term are evaluated first, so that no evaluation nests deeper than the distance between two.
    `depth` is the distance from the stones below.
    """
    stack = [root]
    while stack:
        node = stack[-1]
        if node.code is not None:
            stack.pop()
            continue
        missing = [a for a in node.args if a.code is None]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        node.weight = min(1 + sum(a.weight for a in node.args), _HEAVIEST)
        node.depth = 1 + max((a.depth for a in node.args), default=0)
        stones = _stones_of(node)
        code = _closure(node)
        if node.weight > LIGHT:
            code = _remembering(node, code)
            if node.depth >= _STEP:
                stones = (*stones, node)
                node.depth = 0
        node.stones = stones
        node.code = code


_HEAVIEST: Final = 1 << 60


def _stones_of(node: Term) -> tuple[Term, ...]:
    """Those of the arguments, each before those above it (a term is older than those it is part of)."""
    found: tuple[Term, ...] = ()
    for arg in node.args:
        if arg.stones and arg.stones is not found:
            found = tuple(sorted({*found, *arg.stones}, key=by_id)) if found else arg.stones
    return found


def _remembering(node: Term, code: Code) -> Code:
    def remembered(values: Any) -> Any:
        value = values.get(node)
        if value is None:
            value = values[node] = code(values)
        return value

    return remembered


def apply_op(term: Term, values: list[Any], model: Model) -> Any:
    """The term's own operation on the values of its arguments."""
    match term.op:
        case "const":
            return value_of(term)
        case "var":
            value = model.get(term.data)
            return default_of(term.sort) if value is None else value
        case "apply":
            function = model.get(term.data)
            return function[tuple(values)] if isinstance(function, ArrayValue) else default_of(term.sort)
        case "+":
            coefficients, constant = term.data
            return sum((c * v for c, v in zip(coefficients, values, strict=True)), start=constant)
        case "*":
            product = values[0]
            for value in values[1:]:
                product *= value
            return product
        case "<=0":
            return values[0] <= 0
        case "<0":
            return values[0] < 0
        case "=0":
            return values[0] == 0
        case "=":
            return same_value(values[0], values[1])
        case "not":
            return not values[0]
        case "and":
            return all(values)
        case "or":
            return any(values)
        case "ite":
            return values[1] if values[0] else values[2]
        case "div":
            return values[0] // values[1] if values[1] else 0
        case "mod":
            return values[0] % values[1] if values[1] else 0
        case "bitand":
            return values[0] & values[1]
        case "bitor":
            return values[0] | values[1]
        case "bitxor":
            return values[0] ^ values[1]
        case "in":
            return in_ranges_value(values[0], term.data)
        case "to_real":
            return Fraction(values[0])
        case "to_int":
            return floor(values[0])
        case "select":
            return values[0][values[1]]
        case "store":
            return values[0].stored(values[1], values[2])
        case "const_array":
            return ArrayValue(values[0])
        case _:
            result = apply_float(term.op, values)
            return 0 if result is None else result


def in_ranges_value(value: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    """Membership in sorted, disjoint ranges, by bisection."""
    index = bisect_right(ranges, (value, inf)) - 1
    return index >= 0 and value <= ranges[index][1]


# ---------------------------------------------------------------- closures


def _closure(term: Term) -> Code:
    """Nested closures for one node whose arguments have theirs."""
    match term.op:
        case "const":
            value = value_of(term)
            return lambda model: value
        case "var":
            return _variable_closure(term.data, default_of(term.sort))
        case "+":
            return _linear_closure(term)
        case "<=0":
            a = term.args[0].code
            return lambda model: a(model) <= 0
        case "<0":
            a = term.args[0].code
            return lambda model: a(model) < 0
        case "=0":
            a = term.args[0].code
            return lambda model: a(model) == 0
        case "not":
            a = term.args[0].code
            return lambda model: not a(model)
        case "and":
            parts = tuple(a.code for a in term.args)

            def conjunction(model: Model) -> bool:
                for part in parts:  # noqa: SIM110
                    if not part(model):
                        return False
                return True

            return conjunction
        case "or":
            parts = tuple(a.code for a in term.args)

            def disjunction(model: Model) -> bool:
                for part in parts:  # noqa: SIM110
                    if part(model):
                        return True
                return False

            return disjunction
        case "ite":
            condition, then, orelse = (a.code for a in term.args)
            return lambda model: then(model) if condition(model) else orelse(model)
        case "in":
            return _membership_closure(term)
        case _:
            parts = tuple(a.code for a in term.args)
            return lambda model: apply_op(term, [part(model) for part in parts], model)


def _variable_closure(name: str, plain: Value) -> Code:
    return lambda model: model.get(name, plain)


def _membership_closure(term: Term) -> Code:
    a = term.args[0].code
    lows, highs = tuple(zip(*term.data, strict=True))

    def member(model: Model) -> bool:
        value = a(model)
        index = bisect_right(lows, value) - 1
        return index >= 0 and bool(value <= highs[index])

    return member


def _linear_closure(term: Term) -> Code:
    coefficients, constant = term.data
    if all(a.op == "var" for a in term.args):
        names = tuple((c, a.data) for c, a in zip(coefficients, term.args, strict=True))
        if len(names) == 1:
            ((factor, name),) = names
            return lambda model: factor * model.get(name, 0) + constant

        def over_variables(model: Model) -> Any:
            total = constant
            for factor, name in names:
                total += factor * model.get(name, 0)
            return total

        return over_variables
    parts = tuple((c, a.code) for c, a in zip(coefficients, term.args, strict=True))

    def over_atoms(model: Model) -> Any:
        total = constant
        for factor, part in parts:
            total += factor * part(model)
        return total

    return over_atoms


# ---------------------------------------------------------------- doubles


def apply_float(op: str, values: list[Any]) -> Any:
    """IEEE 754 binary64 arithmetic, rounding to nearest even; None where the operation leaves the value open."""
    match op, values:
        case "fadd", [a, b]:
            return a + b
        case "fsub", [a, b]:
            return a - b
        case "fmul", [a, b]:
            return a * b
        case "fdiv", [a, b]:
            return _divided(a, b)
        case "fneg", [a]:
            return -a
        case "fabs", [a]:
            return abs(a)
        case "fsqrt", [a]:
            return nan if isnan(a) or a < 0 else sqrt(a)
        case "fround", [a]:
            return _integral(a, round)
        case "ffloor", [a]:
            return _integral(a, floor)
        case "fceil", [a]:
            return _integral(a, ceil)
        case "ftrunc", [a]:
            return _integral(a, trunc)
        case "int_to_float", [a]:
            return double_of(Fraction(a))
        case "flt", [a, b]:
            return a < b
        case "fle", [a, b]:
            return a <= b
        case "feq", [a, b]:
            return a == b
        case "fisnan", [a]:
            return isnan(a)
        case "fisinf", [a]:
            return isinf(a)
        case "float_to_int", [a]:
            return None if isnan(a) or isinf(a) else trunc(a)
    raise AssertionError(f"no float operation {op} on {len(values)} values")


def _divided(a: float, b: float) -> float:
    """IEEE division, which has a value for a zero divisor."""
    if b:
        return a / b
    if isnan(b) or isnan(a) or a == 0:
        return nan
    return inf if (a < 0) == (b.hex()[0] == "-") else -inf


def _integral(a: float, rounding: Callable[[float], int]) -> float:
    """Rounded to an integral double; the sign of zero is kept, nan and infinities are themselves."""
    if isnan(a) or isinf(a):
        return a
    result = float(rounding(a))
    return -abs(result) if result == 0 and a.hex()[0] == "-" else result


def double_of(number: Fraction) -> float:
    """The nearest double, ties to even; an infinity beyond the largest."""
    try:
        return number.numerator / number.denominator
    except OverflowError:
        return inf if number > 0 else -inf
