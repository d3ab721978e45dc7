"""An int says what a bool says, where that is given for an int: `share(7, 0)` is plainer than `share(7, False)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from clew.frontend.module import Module, Unit
from clew.inputs.recipes import Case, Collection, Dictionary, Literal, Recipe
from clew.regexes import regex
from clew.search.request import Found

_INT: Final = regex(r"\bint\b")
_BOOL: Final = regex(r"\bbool\b")


def plainer(module: Module, cases: Sequence[Found]) -> Iterator[Found]:
    """For those that give bools where ints are called for, the case that gives ints."""
    units = {unit.qualname: unit for unit in module.units}
    for each in cases:
        unit = units.get(each.case.qualname)
        if unit is not None and each.case.via is None and (case := _with_ints(each.case, unit)) is not None:
            yield replace(each, case=case)


def _with_ints(case: Case, unit: Unit) -> Case | None:
    """None where that is no other case."""
    parameters = [p for p in unit.function.parameters if p.kind in ("positional", "positional-only", "keyword-only")]
    wanted = {p.name for p in parameters if _INT.search(p.annotation or "") and not _BOOL.search(p.annotation or "")}
    positional = [p.name for p in parameters if p.kind != "keyword-only"]
    names = positional[unit.binding in ("method", "class", "property", "setter", "deleter") :]
    args = tuple(
        _as_int(recipe) if place < len(names) and names[place] in wanted else recipe
        for place, recipe in enumerate(case.args)
    )
    kwargs = tuple((name, _as_int(recipe) if name in wanted else recipe) for name, recipe in case.kwargs)
    before, after = (*case.args, *(r for _, r in case.kwargs)), (*args, *(r for _, r in kwargs))
    return None if _same(before, after) else replace(case, args=args, kwargs=kwargs)


def _as_int(recipe: Recipe) -> Recipe:
    """The very recipe where it has no bool in it: equality does not tell True from 1."""
    match recipe:
        case Literal(bool() as value):
            return Literal(int(value))
        case Collection(kind, items):
            plain = tuple(map(_as_int, items))
            return recipe if _same(items, plain) else Collection(kind, plain)
        case Dictionary(kind, pairs):
            numbers = tuple((_as_int(key), _as_int(value)) for key, value in pairs)
            return recipe if all(map(_same, pairs, numbers)) else Dictionary(kind, numbers)
    return recipe


def _same(before: Iterable[Recipe], after: Iterable[Recipe]) -> bool:
    return all(a is b for a, b in zip(before, after, strict=True))
