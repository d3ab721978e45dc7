"""The value of a term under a model, as CPython computes it.

A model maps names to values; a name it lacks has the plain value of its sort (False, 0, 0.0, the array of those).
Where a term is left open (division by zero, `float_to_int` of nan) the value here is 0: one of those allowed.

Terms are turned into nested closures once (closure generation; Feeley and Lapalme 1987) and then cost a fraction of a
microsecond per node, since the search evaluates remembered models on every new query.  What is not needed is not
computed (`and`, `or` and `ite` stop early).  The values of larger terms are remembered for as long as one model is
looked at, so a shared graph costs what its nodes cost, however large its tree would be.

A quantifier is a loop.  Beyond `MOST_ROUNDS` of these, inner ones counted in, its value is not known: `Unevaluated`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any, Final, TypeAlias

from clew.logic.operators import OPERATORS
from clew.logic.sorts import FLOAT, Sort
from clew.logic.terms import Term, by_id, value_of
from clew.logic.values import double_of, key_of
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


def default_of(sort: Sort) -> Value:
    """The plain value of a sort."""
    if sort.name == "Array":
        return ArrayValue(default_of(sort.arguments[1]))
    return _PLAIN[sort.name]


_PLAIN: Final[Mapping[str, Value]] = {"Bool": False, "Int": 0, "Real": Fraction(0), "Float": 0.0}


MOST_ROUNDS: Final = 100_000


class Unevaluated(Exception):
    """A quantifier ranges over too many values."""


def evaluate(term: Term, model: Model) -> Any:
    """The value of the term under the model: bool, int, Fraction, float or ArrayValue; may raise Unevaluated."""
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
    """Are all the terms true under the model, and known to be?"""
    values: Any = model
    try:
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
    except Unevaluated:
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
        if node.op == "all":
            node.weight = max(node.weight, LIGHT + 1)
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
    """Those of the arguments, each before those above it (a term is older than those it is part of); those of a
    quantifier's body are evaluated there, for each value of its variable."""
    found: tuple[Term, ...] = ()
    for arg in node.args[:2] if node.op == "all" else node.args:
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


# ---------------------------------------------------------------- closures


def _closure(term: Term) -> Code:
    """The closure of one node whose arguments have theirs."""
    form = _FORMS.get(term.op)
    if form is not None:
        return form(term)
    operator = OPERATORS[term.op]
    parts = [a.code for a in term.args]
    if operator.code is not None:
        return operator.code(*parts)
    assert operator.value is not None
    return _computed(operator.value, *parts)


def _computed(value: Callable[..., Any], *parts: Code) -> Code:
    """The value from those of the parts; 0 where it is left open."""
    if len(parts) == 1:
        (part,) = parts

        def unary(model: Model) -> Any:
            result = value(part(model))
            return 0 if result is None else result

        return unary
    if len(parts) == 2:
        left, right = parts

        def binary(model: Model) -> Any:
            result = value(left(model), right(model))
            return 0 if result is None else result

        return binary
    return lambda model: value(*[part(model) for part in parts])


def _constant_closure(term: Term) -> Code:
    value = value_of(term)
    return lambda model: value


def _variable_closure(term: Term) -> Code:
    name, plain = term.data, default_of(term.sort)
    if term.sort is not FLOAT:
        return lambda model: model.get(name, plain)

    def double(model: Model) -> Any:
        value: Any = model.get(name, plain)
        return value if type(value) is float else double_of(value)  # a model of inputs that had other types there

    return double


def _application_closure(term: Term) -> Code:
    name, plain = term.data, default_of(term.sort)
    parts = tuple(a.code for a in term.args)

    def application(model: Model) -> Any:
        function = model.get(name)
        return function[tuple([part(model) for part in parts])] if isinstance(function, ArrayValue) else plain

    return application


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


_ROUNDS: Final = object()
"""Under this an environment keeps how many rounds its quantifiers may still go."""


def _quantifier_closure(term: Term) -> Code:
    low, high, body = term.args
    number = term.data
    first, last, inside = low.code, high.code, body.code
    light = body.weight <= LIGHT

    def all_values(model: Model) -> bool:
        values: dict[Any, Any] = dict(model)
        left = values.setdefault(_ROUNDS, [MOST_ROUNDS])
        for index in range(first(model), last(model)):
            left[0] -= 1
            if left[0] < 0:
                raise Unevaluated
            values[number] = index
            # What is remembered of a heavy body is remembered for this value only.
            if not (inside(values) if light else _environment_value(body, dict(values))):
                return False
        return True

    return all_values


def _bound_closure(term: Term) -> Code:
    number = term.data
    return lambda model: model[number]


_FORMS: Final[Mapping[str, Callable[[Term], Code]]] = {
    "const": _constant_closure,
    "var": _variable_closure,
    "bound": _bound_closure,
    "apply": _application_closure,
    "+": _linear_closure,
    "in": _membership_closure,
    "const_array": lambda term: _computed(ArrayValue, term.args[0].code),
    "all": _quantifier_closure,
}
"""What the table of operators does not say: the value of these needs more than those of the arguments."""
