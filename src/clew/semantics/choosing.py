"""One of several values, by conditions of which exactly one holds: an entry of a table under a key of the input.

The values are grouped by what a shadow can describe together: numbers of one type, strings of one length, tuples of one
length, one and the same object.  One decision says which group it is; within the group an `ite` term chooses.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, TypeAlias

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.operation import Machine
from clew.semantics.shadow import (
    Concretized,
    Items,
    Shadow,
    Text,
    Tracked,
    items_of,
    known_text,
    simplified,
    term_of,
    text_of,
)

WIDEST_CHOICE: Final = 320  # values one term chooses among
LONGEST_TEXT: Final = 64
_NUMBERS: Final = frozenset({int, bool, float})

Case: TypeAlias = tuple[Term, Tracked]


def choose(machine: Machine, cases: list[Case], actual: int) -> Tracked:
    """The value whose condition holds, which in this run is number `actual`."""
    value = cases[actual][1].value
    if len(cases) > WIDEST_CHOICE:
        return _single(machine, cases[actual])
    groups = [_group(element) for _, element in cases]
    if groups[actual] is None:
        return _single(machine, cases[actual])
    members = [case for case, group in zip(cases, groups, strict=True) if group == groups[actual]]
    if len(members) < len(cases):
        machine.decide(t.or_(*(condition for condition, _ in members)), True)
    if len(members) == 1:
        return cases[actual][1]
    if type(value) in _NUMBERS:
        return Tracked(value, simplified(_merged([(c, _number(e)) for c, e in members])))
    if isinstance(value, str | bytes):
        texts = [(c, _text(e).first(len(value))) for c, e in members]
        return Tracked(value, known_text(tuple(_merged([(c, x[i]) for c, x in texts]) for i in range(len(value)))))
    if type(value) is tuple:
        place = next(i for i, (_, e) in enumerate(members) if e is cases[actual][1])
        return _tuple(machine, members, place)
    return Tracked(value, None)


def _single(machine: Machine, case: Case) -> Tracked:
    machine.decide(case[0], True)
    return case[1]


def _group(element: Tracked) -> Hashable:
    """Values of the same group are chosen among by a term; None: by decisions alone."""
    value, shadow = element
    kind: type = type(value)
    if kind in _NUMBERS:
        return kind if term_of(value, shadow) is not None else None
    if kind in (str, bytes):
        text = text_of(value, shadow) if not isinstance(shadow, Concretized) else None
        known = text is not None and t.is_const(text.length) and len(value) <= LONGEST_TEXT
        return (kind, len(value)) if known else None
    if kind is tuple and isinstance(shadow, Items | None):
        return (kind, len(value))
    return ("is", id(value)) if shadow is None else None


def _number(element: Tracked) -> Term:
    term = term_of(element.value, element.shadow)
    assert term is not None
    return term


def _text(element: Tracked) -> Text:
    text = text_of(element.value, element.shadow)
    assert text is not None
    return text


def _merged(cases: list[tuple[Term, Term]]) -> Term:
    """The term whose condition holds; equal terms share one condition, and the commonest needs none."""
    conditions: dict[Term, list[Term]] = {}
    for condition, term in cases:
        conditions.setdefault(term, []).append(condition)
    ordered = sorted(conditions.items(), key=lambda entry: len(entry[1]))
    result = ordered[-1][0]
    for term, alternatives in reversed(ordered[:-1]):
        result = t.ite(t.or_(*alternatives), term, result)
    return result


def _tuple(machine: Machine, members: list[Case], actual: int) -> Tracked:
    """Item by item; an item that no term describes decides for all."""
    shadows: list[Shadow] = []
    chosen: Tracked = members[actual][1]
    for place, value in enumerate(chosen.value):
        column = [(condition, Tracked(e.value[place], _shadow_at(e, place))) for condition, e in members]
        item = choose(machine, column, actual)
        assert item.value is value or item.value == value or value != value
        shadows.append(item.shadow)
    shadow = items_of(tuple(shadows))
    if shadow is None and any(e.value is not chosen.value for _, e in members):
        return _single(machine, members[actual])  # equal, but not the same object
    return Tracked(chosen.value, shadow)


def _shadow_at(element: Tracked, place: int) -> Shadow:
    return element.shadow.shadows[place] if isinstance(element.shadow, Items) else None
