"""What strategies of Hypothesis gave that the user registered: values of types that clew cannot make, as recipes."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterable, Iterator
from typing import Any

from clew.inputs.readymade import realise
from clew.inputs.recipes import Collection, Dictionary, Literal, Made, Name, Recipe
from clew.records import dataclass
from clew.semantics.operation import Machine
from clew.semantics.shadow import Tracked

_KINDS: dict[str, Any] = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}


@dataclass(frozen=True, slots=True)
class Drawing:
    """places: modules that register strategies, or functions in them that do, as `module:function`; modules: those that
    are analysed."""

    places: tuple[str, ...]
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Of one class.  why: there is no recipe."""

    module: str
    qualname: str
    recipes: tuple[Recipe, ...]
    why: str = ""


def names_in(recipe: Recipe) -> Iterator[Name]:
    """What it names of modules."""
    match recipe:
        case Name():
            yield recipe
        case Made(callee, args, kwargs):
            yield from names_in(callee)
            for part in (*args, *(value for _, value in kwargs)):
                yield from names_in(part)
        case Collection(_, items):
            for part in items:
                yield from names_in(part)
        case Dictionary(_, pairs):
            for pair in pairs:
                for part in pair:
                    yield from names_in(part)


def modules_named(recipes: Iterable[Recipe]) -> tuple[str, ...]:
    """The modules that they name."""
    return tuple(dict.fromkeys(name.module for recipe in recipes for name in names_in(recipe)))


def import_named(recipes: Iterable[Recipe]) -> None:
    """Import the modules that they name; what cannot be is found out where it is to be made."""
    for module in modules_named(recipes):
        with contextlib.suppress(Exception):
            importlib.import_module(module)


def made_in_run(machine: Machine, recipe: Recipe) -> Tracked:
    """The value of the recipe, with what it calls of the project stepped into; it raises what that raises."""
    match recipe:
        case Made(callee, args, kwargs):
            function = Tracked(realise(callee), None)
            given = tuple(made_in_run(machine, each) for each in args)
            return machine.call(function, given, {name: made_in_run(machine, each) for name, each in kwargs})
        case Literal() | Name():
            return Tracked(realise(recipe), None)
        case Collection(kind, items) if kind in _KINDS:
            return Tracked(_KINDS[kind](made_in_run(machine, each).value for each in items), None)
        case Dictionary("dict", pairs):
            made = [(made_in_run(machine, key).value, made_in_run(machine, held).value) for key, held in pairs]
            return Tracked(dict(made), None)
        case _:
            raise AssertionError(f"no strategy gives {recipe}")
