"""The views of a dict as collections: membership, and the set algebra of keys, which gives a new set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from clew.ir.operators import COMPARISONS
from clew.logic import terms as t
from clew.semantics import dicts
from clew.semantics.dicts import VIEWS, dict_of
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.hashing import is_builtin
from clew.semantics.operation import Machine, Operation
from clew.semantics.sequences import member, plain
from clew.semantics.sets import KINDS as SETS
from clew.semantics.sets import elements_of, set_of_distinct
from clew.semantics.shadow import Tracked, simplified
from clew.semantics.symbols import CONCRETE

_KEYS: Final[tuple[type, ...]] = tuple(v for v in VIEWS if issubclass(v, VIEWS[0]))
_VALUES: Final[tuple[type, ...]] = tuple(v for v in VIEWS if issubclass(v, VIEWS[1]))


def _as_set(machine: Machine, operand: Tracked) -> Tracked:
    if type(operand.value) is set:
        return operand
    elements = elements_of(machine, operand)
    if not all(is_builtin(each.value) for each in elements):
        raise NotFollowed  # CPython asks which of their hashes, and compares them in an order of its own
    return set_of_distinct(machine, set, elements)


def _operator(op: str) -> Callable[..., Tracked]:
    def model(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
        return machine.binary(op, _as_set(machine, a), _as_set(machine, b))

    return model


def _in_keys(machine: Machine, element: Tracked, view: Tracked, /) -> Tracked:
    real = dict_of(view.value)
    if real is None:
        raise NotFollowed
    return dicts.contains(machine, element, Tracked(real, None))


def _in_values(machine: Machine, element: Tracked, view: Tracked, /) -> Tracked:
    values = list(machine.iterate(view))
    quiet = all(plain(each.value) for each in (element, *values))
    return member(machine, element, values if quiet else machine.iterate(view))


def _excluding(contains: Callable[..., Tracked]) -> Callable[..., Tracked]:
    def model(machine: Machine, element: Tracked, view: Tracked, /) -> Tracked:
        result = contains(machine, element, view)
        negated = simplified(t.not_(result.shadow)) if isinstance(result.shadow, t.Term) else None
        return Tracked(not result.value, negated)

    return model


_OPERATORS: Final = ("&", "|", "-", "^", *COMPARISONS)
_PAIRS: Final[tuple[tuple[type, type], ...]] = tuple(
    (a, b) for a in (*_KEYS, *SETS) for b in (*_KEYS, *SETS) if a not in SETS or b not in SETS
)
_MEMBERS: Final = (*((view, _in_keys) for view in _KEYS), *((view, _in_values) for view in _VALUES))

BINARY: Final[dict[tuple[str, type, type], Operation]] = {
    **{(op, a, b): followed(op, CONCRETE[op], _operator(op)) for op in _OPERATORS for a, b in _PAIRS},
    **{("in", object, view): followed("in", lambda a, b: a in b, model) for view, model in _MEMBERS},
    **{
        ("not-in", object, view): followed("not in", lambda a, b: a not in b, _excluding(model))
        for view, model in _MEMBERS
    },
}
