"""Variables that no input reaches, such as those that note which definition was the last: what each may be, and when.

All that is assigned to one is made of constants and of others like it, so at every place it is one of a few values,
each under a condition of its own (value summaries; Sen, Necula, Gong and Choi 2015).  A test of nothing else is decided
by these conditions, and where ways meet nothing is left behind of what was told apart on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Final, TypeAlias

from clew.ir.blocks import Assign, Assume, Expr, Havoc, Literal, Procedure, names_in
from clew.logic.terms import FALSE, TRUE, Term, and_, boolean, integer, ite, or_
from clew.records import dataclass
from clew.semantics.block_operations import FUNCTIONS, python_text

MOST_VALUES: Final = 1_000
MOST_BITS: Final = 10_000
"""Of one of them, which may be squared again and again."""


def noted_variables(procedure: Procedure, counting: bool = False) -> frozenset[str]:
    """Those that tests of nothing else are about, and those that these are made of.

    counting: those that are made of themselves, too, which are a few values only where there is no loop.
    """
    made_of: dict[str, set[str]] = {}
    tests: list[set[str]] = []
    reached = {name.name for name in procedure.parameters}
    for block in procedure.blocks:
        for instr in block.instrs:
            match instr:
                case Assign(target, value):
                    made_of.setdefault(target.name, set()).update(names_in(value))
                case Havoc(target):
                    reached.add(target.name)
                case Assume(condition):
                    tests.append({*names_in(condition)})
    noted = {name for name in made_of.keys() - reached if counting or name not in made_of[name]}
    while dropped := {name for name in noted if not made_of[name] <= noted}:
        noted -= dropped
    wanted = [name for test in tests if test <= noted for name in test]
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += made_of[name]
    return frozenset(found)


@dataclass(frozen=True, slots=True, eq=False)
class Noted:
    """conditions: by each value that it may still have, when it has that; whole: the same before tests were passed.

    begun: under which condition these tests were come to; name, source, values: what it was computed of, with the
    values of that which make each of its own.
    """

    conditions: Mapping[int, Term]
    whole: Mapping[int, Term]
    begun: Term | None = None
    name: str = ""
    source: Noted | None = None
    values: Mapping[int, Sequence[int]] = field(default_factory=dict)

    @staticmethod
    def of(conditions: Mapping[int, Term]) -> Noted:
        return Noted(conditions, conditions)


Notes: TypeAlias = Mapping[str, Noted]


def assigned(value: Expr, before: Notes) -> Noted | None:
    """What a variable is after an assignment; None where that is not known."""
    if isinstance(value, Literal):
        return Noted.of({int(value.value): TRUE}) if isinstance(value.value, int) else None
    names = names_in(value)
    if len(names) != 1 or not names.keys() <= before.keys():
        return None
    (name,) = names
    values: dict[int, list[int]] = {}
    compute = _compiled(value)
    for each in before[name].conditions:
        made = compute(each)
        if not isinstance(made, int) or made.bit_length() > MOST_BITS:
            return None
        values.setdefault(int(made), []).append(each)
    conditions = before[name].conditions
    found = {value: or_(*(conditions[each] for each in of)) for value, of in values.items()}
    return Noted(found, found, None, name, before[name], values)


def passed(test: Expr, guard: Term, before: Notes) -> tuple[Term, dict[str, Noted]] | None:
    """The condition behind a test that variables are about which no input reaches, and what they may be there; None for
    another test.
    """
    names = names_in(test)
    if len(names) != 1 or not names.keys() <= before.keys():
        return None
    (name,) = names
    noted, compute = before[name], _compiled(test)
    left = [each for each in noted.conditions if compute(each)]
    found = {name: Noted({each: noted.conditions[each] for each in left}, noted.whole)}
    if noted.source is not None and before.get(noted.name) is noted.source:
        name, left = noted.name, [each for value in left for each in noted.values[value]]
        noted = noted.source
    begun = guard if noted.begun is None or guard is not _reached(noted.begun, noted) else noted.begun
    found[name] = Noted({each: noted.conditions[each] for each in left}, noted.whole, begun)
    return _reached(begun, found[name]), found


def _reached(begun: Term, noted: Noted) -> Term:
    return and_(begun, or_(*noted.conditions.values()))


def _compiled(expr: Expr) -> Callable[[int], object]:
    """Of the one variable in it."""
    return _compiled_text(python_text(expr, lambda name: "value"))


@cache
def _compiled_text(text: str) -> Callable[[int], object]:
    made: Callable[[int], object] = eval(f"lambda value: {text}", dict(FUNCTIONS))
    return made


def joined(ways: Sequence[tuple[Term, Noted]]) -> Noted | None:
    """Where ways meet that are come from under these conditions, in their order; None where it may be too much.

    An execution that passes the starts of several of them takes the last.
    """
    whole = ways[0][1].whole
    if all(noted.whole is whole for _, noted in ways):
        return Noted.of(whole)
    found: dict[int, Term] = {}
    values = {value: None for _, noted in ways for value in noted.conditions}
    if len(values) > MOST_VALUES:
        return None
    for value in values:
        found[value] = ways[0][1].conditions.get(value, FALSE)
        for guard, noted in ways[1:]:
            found[value] = ite(guard, noted.conditions.get(value, FALSE), found[value])
    return Noted.of(found)


def as_term(noted: Noted, type: str) -> Term:
    """As a value among others."""
    made: Term = boolean(False) if type == "bool" else integer(0)  # where nobody comes, anything
    for number, (value, condition) in enumerate(noted.conditions.items()):
        term = boolean(bool(value)) if type == "bool" else integer(value)
        made = ite(condition, term, made) if number else term
    return made
