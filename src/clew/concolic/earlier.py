"""Calls of the program's functions before the call under test, which leave something behind for it.

Where the function reads what calls share (`shared_state`), its inputs alone decide little: a cache is empty, a counter
at its start.  Here functions that change it, and the one under test itself, are called first, with inputs like any
others; so what they leave depends on these, and the search finds those with which the last call goes elsewhere.
"""

from __future__ import annotations

import itertools
import sys
import types
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from clew.analysis.names_as_values import matching
from clew.analysis.state import changed_state
from clew.concolic.building import Builder
from clew.frontend.module import Unit
from clew.inputs.recipes import Collection, Dictionary, Literal, Made, Name, Preset, Recipe
from clew.inputs.signatures import ParameterShape
from clew.logic import terms as t
from clew.records import dataclass
from clew.search.tree import Model
from clew.semantics.shadow import Tracked

if TYPE_CHECKING:
    from clew.concolic.entry import Entry
    from clew.concolic.prepared import Prepared

MOST_EARLIER: Final = 12  # calls before the one under test
_COUNTS: Final = (1, 2, 3, 5, MOST_EARLIER)  # that are tried of one function, without a query
_MOST_FUNCTIONS: Final = 6
_MOST_KEPT: Final = 20  # items of a container that a test writes down


@dataclass(frozen=True, slots=True)
class Changer:
    """A function that may leave something behind."""

    name: Name
    function: types.FunctionType
    parameters: tuple[ParameterShape, ...]


def changers(prepared: Prepared, entry: Entry) -> tuple[Changer, ...]:
    """The function under test first, then the public ones of the project's modules that change what it may read, and
    those that call these.
    """
    shared, changing = prepared.machine.shared, prepared.catalogue.changing().names
    names = {variable.name for variable in shared.variables} | {a.name for a in shared.attributes}
    own: list[tuple[str, Unit, types.FunctionType]] = []
    direct, others = own[:], own[:]
    changing_ones: set[str] = set()
    for module in sorted(prepared.project.modules.values(), key=lambda m: m.name != entry.module):
        for unit in module.units:
            change = changed_state(unit.function, changing)
            changes = not names.isdisjoint(change.globals | change.set) or bool(matching(change.attributes, names))
            if changes:
                changing_ones.add(unit.function.name)
            function = vars(prepared.loaded(module.name)).get(unit.qualname)
            if unit.parent is not None or unit.function.flags or not isinstance(function, types.FunctionType):
                continue
            each = (module.name, unit, function)
            if module.name == entry.module and unit.qualname == entry.unit.qualname:
                own.append(each)
            elif not unit.qualname.startswith("_"):
                (direct if changes else others).append(each)
    closure = prepared.name_closure
    indirect = (each for each in others if not changing_ones.isdisjoint(closure.reached(each[1].function)))
    chosen = itertools.islice(itertools.chain(own, direct, indirect), _MOST_FUNCTIONS)
    signature = prepared.catalogue.signature
    return tuple(Changer(Name(m, unit.qualname), f, signature(f, unit.function)) for m, unit, f in chosen)


def call_earlier(builder: Builder, possible: tuple[Changer, ...]) -> tuple[Made, ...]:
    """So many calls as the input says.

    Raises:
        ConstructionFailed: one of them failed, so the call under test is not made.
    """
    made: list[Made] = []
    count, term = builder.ranged("earlier?calls", 0, MOST_EARLIER, 0)
    for i in range(MOST_EARLIER):
        if not builder.machine.decide(t.lt(t.integer(i), term), count > i):
            break
        which, kind = builder.choose(f"earlier?call{i}", len(possible))
        builder.decide(kind, which)
        changer = possible[which]
        arguments = builder.arguments(changer.parameters, f"earlier{i}.")
        builder.call(changer.name, Tracked(changer.function, None), arguments)
        made.append(Made(changer.name, arguments.arg_recipes, arguments.kwarg_recipes))
    return tuple(made)


def earlier_seeds(possible: tuple[Changer, ...]) -> Iterator[Model]:
    """One function so often, then pairs of different ones."""
    for count in _COUNTS:
        for which in range(len(possible)):
            yield {"earlier?calls": count, **{f"earlier?call{i}": which for i in range(count)}}
    for first in range(len(possible)):
        for second in range(len(possible)):
            if first != second:
                yield {"earlier?calls": 2, "earlier?call0": first, "earlier?call1": second}


def presets_of(prepared: Prepared) -> tuple[Preset, ...]:
    """What the import left in the variables that calls change, where it can be written down: a test sets these, so that
    it neither depends on others nor disturbs them.
    """
    found = []
    for variable in prepared.machine.shared.variables:
        value = vars(sys.modules[variable.module]).get(variable.name)
        recipe = _written(value)
        if recipe is not None:
            found.append(Preset(variable.module, variable.name, recipe))
    return tuple(found)


def _written(value: Any) -> Recipe | None:
    kind = type(value)
    if kind in (int, float, str, bytes, bool, type(None)):
        return Literal(value)
    if kind not in (list, tuple, set, dict) or len(value) > _MOST_KEPT:
        return None
    items = [_written(v) for v in (value.values() if kind is dict else value)]
    keys = [_written(k) for k in value] if kind is dict else items
    if None in items or None in keys:
        return None
    if kind is dict:
        return Dictionary("dict", tuple((k, v) for k, v in zip(keys, items, strict=True) if k and v))
    return Collection(kind.__name__, tuple(item for item in items if item))
