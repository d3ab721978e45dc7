"""Strategies of Hypothesis that the user has registered → recipes of what they give; runs in a guarded process.

An object is of use only as a call that makes one like it: tests are to be read, and run without clew and Hypothesis.
What strategies call is seen as they draw (`builds`, `map`); other objects are read off their fields, or off attributes
called like the parameters of their constructors.  Each recipe is tried: what it makes has to be like what was drawn.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import random
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

from clew.attack.building import Workshop
from clew.attack.inhabitants import CannotMake, Family, Inhabitants
from clew.attack.written import NoRecipe, alike, recipe_of
from clew.inputs.class_names import class_name, name_of
from clew.inputs.drawn import Drawing, Drawn
from clew.inputs.recipes import Made, Recipe
from clew.records import dataclass
from clew.workers.host_process import Emit

EXAMPLES: Final = 60  # drawn of each type
MOST: Final = 16  # values of a type that are kept
LONGEST: Final = 600  # characters of a recipe's own text; nobody reads a longer one
TRIED: Final = 40  # calls of a constructor, with arguments by its annotations


@dataclass(frozen=True, slots=True)
class Prepared:
    """registered: the classes, in order; own: first names of the packages analysed; modules: of them, imported."""

    registered: tuple[type, ...]
    own: tuple[str, ...]
    modules: tuple[Any, ...]


def prepare(drawing: Drawing) -> Prepared:
    """Import the modules that register strategies; whatever they raise comes through."""
    from hypothesis import strategies

    registered: dict[type, None] = {}
    register = strategies.register_type_strategy

    def noted(custom_type: Any, strategy: Any) -> None:
        register(custom_type, strategy)
        if isinstance(custom_type, type):
            registered[custom_type] = None

    strategies.register_type_strategy = noted
    for place in drawing.places:
        module, _, function = place.partition(":")
        imported = importlib.import_module(module)
        if function:
            getattr(imported, function)()
    strategies.register_type_strategy = register
    modules = []
    for name in drawing.modules:
        with contextlib.suppress(Exception):
            modules.append(importlib.import_module(name))
    return Prepared(tuple(registered), tuple(name.partition(".")[0] for name in drawing.modules), tuple(modules))


def draw(prepared: Prepared, paths: tuple[str, ...], emit: Emit) -> tuple[Drawn, ...]:
    """Task: what is known of each class that a strategy was registered for and that clew does not make by itself.

    paths: where the tests that are written import from.
    """
    wanted = (cls for cls in prepared.registered if not _is_made(cls, prepared))
    return tuple(_drawn(cls, paths) for cls in wanted)


def _is_made(cls: type, prepared: Prepared) -> bool:
    """Is it a class of the project of which the constructor, called by its annotations, has given an object?"""
    if cls.__module__.partition(".")[0] not in prepared.own or inspect.isabstract(cls):
        return False
    for module in prepared.modules:
        if module.__name__.partition(".")[0] != cls.__module__.partition(".")[0]:
            continue
        maker = Inhabitants(random.Random(0), module, (), Family(module))
        for _ in range(TRIED):
            maker.begin()
            with contextlib.suppress(CannotMake, RecursionError, Exception):
                args, kwargs = maker.arguments(cls, 0)
                Workshop().build(Made(maker.of_name(cls), args, kwargs))
                return True
        return False
    return False


def _drawn(cls: type, paths: tuple[str, ...]) -> Drawn:
    """Up to MOST values of the class: the shortest ones, and some of the others."""
    name = class_name(cls)
    found: dict[Recipe, None] = {}
    why: dict[str, None] = {}
    try:
        for value, made in _examples(cls):
            try:
                found[_tried(value, made, paths)] = None
            except NoRecipe as error:
                why[str(error)] = None
    except Exception as error:
        why[f"drawing from it raises {type(error).__name__}: {error}"] = None
    recipes = sorted(found, key=lambda recipe: len(repr(recipe)))
    short, rest = recipes[: MOST // 2], recipes[MOST // 2 :]
    kept = (*short, *rest[:: max(1, -(-len(rest) // (MOST // 2)))])
    return Drawn(name.module, name.qualname, kept, "" if kept else next(iter(why), "it gives nothing"))


def _tried(value: object, made: Mapping[int, tuple[object, Recipe]], paths: tuple[str, ...]) -> Recipe:
    recipe = recipe_of(value, made, paths)
    if len(repr(recipe)) > LONGEST:
        raise NoRecipe("what makes them is too long to read")
    try:
        again = Workshop().build(recipe)
    except Exception as error:
        raise NoRecipe(f"made again, it raises {type(error).__name__}") from error
    if not alike(value, again):
        raise NoRecipe(f"calling {type(value).__qualname__} again as it was called is not seen to give a like object")
    return recipe


def _examples(cls: type) -> Iterator[tuple[object, Mapping[int, tuple[object, Recipe]]]]:
    """What the strategy gives, with the calls that were seen to make objects, by the ids of these."""
    from hypothesis import HealthCheck, Phase, given, settings, strategies

    drawn: list[tuple[object, Mapping[int, tuple[object, Recipe]]]] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=timedelta(seconds=5),
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(strategies.data())
    def example(data: Any) -> None:
        made: dict[int, tuple[object, Recipe]] = {}
        with _calls_noted(made):
            value = data.draw(strategies.from_type(cls))
        drawn.append((value, made))

    example()
    return iter(drawn)


@contextlib.contextmanager
def _calls_noted(made: dict[int, tuple[object, Recipe]]) -> Iterator[None]:
    """While Hypothesis draws it tells its context what it called, so that it can show a failing example."""
    from hypothesis import control

    context: Any = getattr(control, "BuildContext", None)
    record: Callable[..., None] | None = getattr(context, "record_call", None)
    if record is None:  # a version that does not: objects are read off their fields
        yield
        return

    def noted(self: Any, value: object, function: Any, **given: Any) -> None:
        record(self, value, function, **given)
        name = name_of(function)
        if name is None or name.module == "__main__":
            return
        with contextlib.suppress(NoRecipe, RecursionError):
            args = tuple(recipe_of(each, made) for each in given.get("args", ()))
            kwargs = tuple((key, recipe_of(each, made)) for key, each in given.get("kwargs", {}).items())
            made[id(value)] = value, Made(name, args, kwargs, whole=True)

    context.record_call = noted
    try:
        yield
    finally:
        context.record_call = record
