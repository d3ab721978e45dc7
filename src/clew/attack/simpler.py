"""Simpler cases that do the same: what was found by chance is to be read by people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from typing import TypeVar

from clew.inputs.recipes import Case, Collection, Dictionary, Function, Literal, Made, Recipe, Step

T = TypeVar("T")
TRIES = 200  # cases that are run


def simplest(case: Case, same: Callable[[Case], bool], tries: int = TRIES) -> Case:
    """The result of greedy steps that each keep what the case does; same: does it still?  tries: cases that are run."""
    improved = True
    while improved:
        improved = False
        for simpler in simpler_cases(case):
            if tries == 0:
                return case
            tries -= 1
            if same(simpler):
                case, improved = simpler, True
                break
    return case


def simpler_cases(case: Case) -> Iterator[Case]:
    """Each with one thing simpler, the largest steps first."""
    if case.kwargs:
        for place in range(len(case.kwargs)):
            yield replace(case, kwargs=(*case.kwargs[:place], *case.kwargs[place + 1 :]))
    if case.receiver is not None:
        for receiver in simpler_recipes(case.receiver):
            yield replace(case, receiver=receiver)
    for place, recipe in enumerate(case.args):
        for simpler in simpler_recipes(recipe):
            yield replace(case, args=(*case.args[:place], simpler, *case.args[place + 1 :]))
    for place, (name, recipe) in enumerate(case.kwargs):
        for simpler in simpler_recipes(recipe):
            yield replace(case, kwargs=(*case.kwargs[:place], (name, simpler), *case.kwargs[place + 1 :]))


def with_ints(case: Case, parameters: Sequence[str], numbers: Set[str]) -> Case:
    """With an int for each bool that a number was asked for as: the one is as small, and what a reader expects.

    parameters: names of the positional ones; numbers: of those that are annotated as numbers, or as holding them.
    """
    args = [
        as_int(recipe) if place < len(parameters) and parameters[place] in numbers else recipe
        for place, recipe in enumerate(case.args)
    ]
    kwargs = [(name, as_int(recipe) if name in numbers else recipe) for name, recipe in case.kwargs]
    return replace(case, args=tuple(args), kwargs=tuple(kwargs))


def are_numbers(annotation: str | None) -> bool:
    """Does it ask for numbers, and for no bool?"""
    words = set(re.findall(r"\w+", annotation or ""))
    return not words.isdisjoint(("int", "float", "complex")) and words.isdisjoint(("bool", "Any", "object", "Literal"))


def as_int(recipe: Recipe) -> Recipe:
    match recipe:
        case Literal(bool(value)):
            return Literal(int(value))
        case Collection(kind, items):
            return Collection(kind, tuple(map(as_int, items)))
        case Dictionary(kind, pairs):
            return Dictionary(kind, tuple((as_int(key), as_int(value)) for key, value in pairs))
    return recipe


def simpler_recipes(recipe: Recipe) -> Iterator[Recipe]:
    match recipe:
        case Made(whole=True):
            return
        case Literal(value):
            yield from map(Literal, simpler_values(value))
        case Collection(kind, items):
            if kind != "tuple":
                yield from (Collection(kind, kept) for kept in shorter(items))
            yield from (Collection(kind, changed) for changed in one_simpler(items))
        case Dictionary(kind, pairs):
            for place, (key, value) in enumerate(pairs):
                for simpler in simpler_recipes(value):
                    yield Dictionary(kind, (*pairs[:place], (key, simpler), *pairs[place + 1 :]))
        case Made(callee, args, kwargs, steps):
            yield from (Made(callee, args, kwargs, kept) for kept in shorter(steps))
            yield from (Made(callee, changed, kwargs, steps) for changed in one_simpler(args))
            for place, step in enumerate(steps):
                for given in one_simpler(step.args):
                    done = Step(step.name, given, step.kwargs, step.how)
                    yield Made(callee, args, kwargs, (*steps[:place], done, *steps[place + 1 :]))
        case Function(text, result) if result is not None:
            yield from (Function(text, simpler) for simpler in simpler_recipes(result))
        case _:
            pass


def one_simpler(recipes: tuple[Recipe, ...]) -> Iterator[tuple[Recipe, ...]]:
    for place, recipe in enumerate(recipes):
        for simpler in simpler_recipes(recipe):
            yield (*recipes[:place], simpler, *recipes[place + 1 :])


def shorter(items: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    if len(items) > 1:
        yield items[: len(items) // 2]
        yield items[len(items) // 2 :]
    for place in range(len(items)):
        yield (*items[:place], *items[place + 1 :])


def simpler_values(value: object) -> Iterator[object]:
    """Of the same type; a bool is as simple as it gets."""
    match value:
        case bool():
            return
        case int() if abs(value) > 1:
            yield from (0, 1, value // 2 if value > 0 else -(-value // 2))
            if value < 0:
                yield -value
        case float() if value not in (0.0, 1.0):
            yield from (0.0, 1.0)
            if value == value and abs(value) < 1e15 and value != int(value):
                yield float(int(value))
        case str() | bytes() if value:
            yield value[:0]
            if len(value) > 1:
                yield value[: len(value) // 2]
                yield value[len(value) // 2 :]
                yield value[1:]
                yield value[:-1]
        case _:
            pass
