"""What code of the project may have changed of what libraries hold, where a function looks at it."""

from __future__ import annotations

import inspect
import re
import sys
import types
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from clew.concolic.project_texts import ProjectTexts
from clew.effects.class_homes import is_settable
from clew.effects.name_closure import changeable
from clew.effects.raw_attribute import raw_attribute
from clew.frontend.module import ANY_NAME
from clew.frontend.replaced_names import COMPUTED, CONTENTS, ELEMENTS, HANDED

_ENVIRONMENT: Final = ("os.environ[", "os.environb[")  # what the process holds, wherever it is looked at


def changed_in_libraries(
    texts: ProjectTexts, used: Collection[str], computed: bool, values: Collection[Any]
) -> tuple[str, ...]:
    """What code of the project puts in place of attributes of libraries, or into what they hold, of the names that a
    function uses, of what its modules import by other ones, and of the libraries whose code it may run.

    used: the names of globals and attributes.  computed: may there be others?  values: of its modules' variables.
    """
    replaced = _possible(texts.replaced, used, computed)
    if not replaced:
        return ()
    named = (raw_attribute(value, "__name__") for value in values)
    names = {*used, *(name for name in named if isinstance(name, str)), ANY_NAME}
    names.update(replaced if computed else ())
    found = {whole for name in names & replaced.keys() for whole in replaced[name]}
    others = {whole for name in replaced.keys() - names for whole in replaced[name]}
    ids = {id(value) for value in values if changeable(value)[0]}
    found |= {whole for whole in others if ids and not ids.isdisjoint(_ids_of(whole))}
    homes = {home.partition(".")[0] for value in values for home in _homes(value)}
    homes |= {name for name in used if name in sys.modules or name in sys.stdlib_module_names}  # imported in functions
    own = {name.partition(".")[0] for name in (module.name for module in texts.modules)}
    looked_at = _looked_at_by(homes - {"builtins"} - own) if others else set()
    found |= {whole for whole in others if re.split(r"\W", whole, maxsplit=1)[0] in looked_at}
    return tuple(sorted({whole.replace(HANDED, COMPUTED).replace(ELEMENTS, CONTENTS) for whole in found}))


def _possible(
    replaced: Mapping[str, Collection[str]], used: Collection[str], computed: bool
) -> Mapping[str, Collection[str]]:
    """As far as there is something that can change in this way, or may be when more is imported by a name in use."""
    found: dict[str, set[str]] = {}
    for name, every in replaced.items():
        for whole in (each for each in every if not each.startswith(_ENVIRONMENT)):
            missing = _not_loaded(whole)
            is_possible = _may_be(whole) if missing is None else computed or missing in used
            if is_possible:
                found.setdefault(name, set()).add(whole)
    return found


def _not_loaded(whole: str) -> str | None:
    """The first part of the name that is of no module, where it may be of one that is not loaded."""
    home = ""
    for part in re.findall(r"\w+", whole):
        package = vars(sys.modules[home]) if home else {"__path__": ()}
        if "__path__" not in package:
            return None
        home = f"{home}.{part}".removeprefix(".")
        if not isinstance(sys.modules.get(home), types.ModuleType):
            return None if part in package else part
    return None


def _may_be(whole: str) -> bool:
    """Is there something that can change in this way?"""
    name = whole.removesuffix(CONTENTS).removesuffix(CONTENTS).removesuffix(HANDED).removesuffix(COMPUTED)
    value = _held(name)
    if whole.endswith(ELEMENTS):
        return not isinstance(value, type | types.ModuleType | types.FunctionType) and changeable(value)[1]
    if whole.endswith(CONTENTS):
        return changeable(value)[0]
    if whole.endswith(HANDED):
        return isinstance(value, types.ModuleType)
    holder = value if whole.endswith(COMPUTED) else _held(name.rpartition(".")[0])
    if isinstance(holder, type):
        return is_settable(holder)
    return holder is not None and not isinstance(holder, types.BuiltinFunctionType)


def _held(whole: str) -> Any:
    """What has the name in full; None where nothing has it, or that is not loaded."""
    first, *rest = whole.split(".")
    value: Any = sys.modules.get(first)
    for name in rest:
        value = None if value is None else inspect.getattr_static(value, name, None)
    return value


def _ids_of(whole: str) -> Iterable[int]:
    """Of the objects that may change in this way."""
    if whole.endswith(HANDED):
        module = _held(whole.removesuffix(HANDED))
        return map(id, list(vars(module).values())) if isinstance(module, types.ModuleType) else []  # not loaded yet
    return (
        [id(_held(whole.removesuffix(CONTENTS)))] if whole.endswith(CONTENTS) and not whole.endswith(ELEMENTS) else []
    )


def _homes(value: Any) -> Iterator[str]:
    """The modules that it is, or that it is from."""
    for home in (
        raw_attribute(value, "__name__") if isinstance(value, types.ModuleType) else None,
        raw_attribute(value, "__module__"),
        raw_attribute(type(value), "__module__"),
    ):
        if isinstance(home, str):
            yield home


def _looked_at_by(libraries: Collection[str]) -> set[str]:
    """The packages, by their top names, that code of these may look at: they themselves, and those of modules that are
    among the names of theirs.
    """
    loaded = [(name.partition(".")[0], m) for name, m in list(sys.modules.items()) if isinstance(m, types.ModuleType)]
    tops: dict[int, set[str]] = {}
    for top, module in loaded:
        tops.setdefault(id(module), set()).add(top)
    held = (id(value) for top, module in loaded if top in libraries for value in list(vars(module).values()))
    return {*libraries}.union(*(tops[number] for number in held if number in tops))
