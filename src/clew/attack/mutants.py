"""Cases like those that were found, but for one or two of their values."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from clew.attack.inhabitants import EXTREME, FLOATS, TEXTS
from clew.inputs.recipes import Case, Collection, Dictionary, Literal, Made, Recipe, Shared, Step


class Mutation:
    """constants: of the function, numbers and texts that values are set to.  fixed: names of arguments whose annotation
    admits fewer values than their type has, `self` for the receiver: these stay.
    """

    extreme: Sequence[int] = EXTREME
    floats: Sequence[float] = FLOATS
    texts: Sequence[str] = TEXTS

    def __init__(self, rng: random.Random, constants: Sequence[object], fixed: frozenset[str]) -> None:
        self.rng = rng
        self.constants: dict[type, list[Any]] = {}
        for each in constants:
            self.constants.setdefault(type(each), []).append(each)
        self.fixed = fixed

    def case(self, case: Case, names: Sequence[str]) -> Case:
        """names: of the positional parameters; what is beyond them stays."""
        free = [name not in self.fixed for name in names[: len(case.args)]]
        free += [False] * (len(case.args) - len(free))
        receiver = case.receiver
        if receiver is not None and "self" not in self.fixed:
            receiver = self.recipe(receiver)
        return replace(
            case,
            args=tuple(self.recipe(a) if f else a for a, f in zip(case.args, free, strict=True)),
            kwargs=tuple((k, v if k in self.fixed else self.recipe(v)) for k, v in case.kwargs),
            receiver=receiver,
        )

    def recipe(self, recipe: Recipe) -> Recipe:
        rng = self.rng
        if rng.random() < 0.4:
            return recipe
        match recipe:
            case Made(whole=True):
                return recipe
            case Literal(value):
                return Literal(self.value(value))
            case Collection(kind, items):
                return Collection(kind, tuple(map(self.recipe, items)) if kind == "tuple" else self.items(items))
            case Dictionary(kind, pairs):
                kept = [(k, self.recipe(v)) for k, v in pairs if rng.random() < 0.9]
                return Dictionary(kind, tuple(kept))
            case Made(callee, args, kwargs, steps):
                done = [Step(s.name, tuple(map(self.recipe, s.args)), s.kwargs, s.how) for s in steps]
                if done and rng.random() < 0.3:
                    done.insert(rng.randrange(len(done)), rng.choice(done))
                changed = tuple((k, self.recipe(v)) for k, v in kwargs)
                return Made(callee, tuple(map(self.recipe, args)), changed, tuple(done))
            case Shared():
                return recipe  # every mention of it would have to change alike
            case _:
                return recipe

    def items(self, items: tuple[Recipe, ...]) -> tuple[Recipe, ...]:
        rng = self.rng
        found = [self.recipe(i) for i in items]
        if found and rng.random() < 0.5:
            place = rng.randrange(len(found))
            match rng.randrange(4):
                case 0:
                    del found[place]
                case 1:
                    found.insert(place, rng.choice(found))
                case 2:
                    found = found * 2
                case _:
                    found.reverse()
        return tuple(found)

    def value(self, value: object) -> object:
        """Another value of the same type."""
        rng = self.rng
        alike = self.constants.get(type(value), [])
        match value:
            case bool():
                return not value
            case int():
                near = (value + 1, value - 1, -value, 2 * value, value // 2, value + 10, rng.choice(self.extreme))
                return rng.choice((*near, *alike, *(c + 1 for c in alike)))
            case float():
                return rng.choice((value + 1, -value, value / 2, *alike, rng.choice(self.floats)))
            case str():
                other = rng.choice((*alike, rng.choice(self.texts)))
                assert isinstance(other, str)
                place = rng.randint(0, len(value))
                changed = (value[:place] + other + value[place:], value[:place], value[place:], value.swapcase(), other)
                return rng.choice(changed)[:2_000]
            case bytes():
                return rng.choice((value + b"\xff", value[1:], value[:-1], value * 2, b""))
            case _:
                return value
