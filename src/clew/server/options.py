"""What an editor may set: in `initializationOptions`, and in the section `clew` of its configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any

from clew.records import dataclass
from clew.source.settings import Value, options
from clew.source.suggestions import suggestion


@dataclass(frozen=True, slots=True)
class Options:
    """openGoals: hints where a goal is open; codeLens: a line above each function; onOpen: settle files when they are
    opened, too; settings: of the analysis, by their names in `[tool.clew]`, over what is set there.
    """

    openGoals: bool = False
    codeLens: bool = True
    onOpen: bool = True
    settings: Mapping[str, Value] = field(default_factory=dict)


def read_options(given: Mapping[str, Any]) -> tuple[Options, list[str]]:
    """With what is wrong with some, which then do not count."""
    known = {each.name for each in fields(Options)}
    found: dict[str, Any] = {}
    problems = []
    for name, value in given.items():
        if name == "settings" and isinstance(value, Mapping):
            found[name], wrong = _settings(value)
            problems += wrong
        elif name in known and name != "settings" and isinstance(value, bool):
            found[name] = value
        elif name in known:
            problems.append(f"`clew.{name}`: wanted {'a table' if name == 'settings' else 'true or false'}")
        else:
            problems.append(f"`clew.{name}` is no setting of the server{suggestion(name, known)}")
    return Options(**found), problems


def _settings(given: Mapping[str, Any]) -> tuple[dict[str, Value], list[str]]:
    known = {option.key: option for option in options()}
    found: dict[str, Value] = {}
    problems = []
    for name, value in given.items():
        option = known.get(name.replace("_", "-"))
        if option is None:
            problems.append(f"`{name}` is not a setting of clew{suggestion(name, known)}")
            continue
        try:
            found[option.name] = option.check(value)
        except ValueError as error:
            problems.append(f"`{name}`: {error}")
    return found, problems
