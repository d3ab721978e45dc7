"""What a function compares its inputs with: constants of its body, of what it calls, and of the globals it reads."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from clew.analysis.calls import called_names
from clew.effects.bodies import constants_of
from clew.frontend.module import Unit
from clew.inputs.regex_samples import looks_like_pattern, samples
from clew.inputs.signatures import Catalogue
from clew.ir import tree as ir
from clew.records import dataclass

MOST_CALLED: Final = 12
MOST_MEMBERS: Final = 40
SAMPLES: Final = 12
_MAKING: Final = frozenset({"__init__", "__post_init__", "__new__"})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """numbers and words in order of appearance; whole: strings a regular expression of the function accepts."""

    numbers: tuple[int | float, ...] = ()
    words: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()

    def constants(self) -> tuple[int | float | str, ...]:
        return (*self.numbers, *self.whole, *self.words)


def vocabulary_of(unit: Unit, module: str, catalogue: Catalogue) -> Vocabulary:
    """That of the unit, what it calls, and what makes the objects it is about."""
    values: list[Any] = []
    classes = catalogue.classes()
    for current in [*with_called(unit.function, catalogue.functions), *_makers(unit, catalogue.functions)]:
        values.extend(constants_of(current))
        for name in sorted(called_names(current)):
            for found in (vars(sys.modules[module]).get(name), *(vars(cls).get(name) for cls in classes)):
                if found is not None and not callable(found):
                    values.extend(_parts(found, 0))
    return _sorted_out(dict.fromkeys(values))


def _makers(unit: Unit, functions: Mapping[tuple[str, str], ir.Function]) -> Iterator[ir.Function]:
    """Constructors of the unit's class and of those that it names."""
    classes = {unit.qualname.rpartition(".")[0], *called_names(unit.function)}
    for (_, qualname), function in functions.items():
        cls, _, name = qualname.rpartition(".")
        if name in _MAKING and cls in classes:
            yield function


def with_called(function: ir.Function, functions: Mapping[tuple[str, str], ir.Function]) -> list[ir.Function]:
    """The function and what it may call, by name."""
    by_name: dict[str, list[ir.Function]] = {}
    for (_, qualname), lowered in functions.items():
        by_name.setdefault(qualname.rpartition(".")[2], []).append(lowered)
    found = [function]
    for current in found:
        for name in sorted(called_names(current)):
            for other in by_name.get(name, ()):
                if len(found) <= MOST_CALLED and all(other is not known for known in found):
                    found.append(other)
    return found


def _parts(value: Any, depth: int) -> Iterator[Any]:
    """Scalars and patterns in a global."""
    if isinstance(value, int | float | str | bytes | re.Pattern) and not isinstance(value, bool):
        yield value
    elif depth < 2 and type(value) in (list, tuple, set, frozenset, dict):
        members: Iterable[Any] = value if not isinstance(value, dict) else [*value, *value.values()]
        ordered = sorted(members, key=repr) if isinstance(value, set | frozenset) else list(members)
        for member in ordered[:MOST_MEMBERS]:
            yield from _parts(member, depth + 1)


def _sorted_out(values: Iterable[Any]) -> Vocabulary:
    numbers: dict[int | float, None] = {}
    words: dict[str, None] = {}
    whole: dict[str, None] = {}
    for value in values:
        if isinstance(value, re.Pattern):
            whole.update(dict.fromkeys(samples(value.pattern, SAMPLES, value.flags)))
        elif isinstance(value, bytes):
            words[value.decode("latin-1")] = None
        elif isinstance(value, str):
            if looks_like_pattern(value):
                whole.update(dict.fromkeys(samples(value, SAMPLES)))
            if len(value) <= 64:
                words[value] = None
        else:
            numbers[value] = None
    return Vocabulary(tuple(numbers), tuple(words), tuple(whole))
