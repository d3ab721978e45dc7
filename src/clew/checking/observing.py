"""What a call changed of what a test can see, or left as it was: its arguments, the object whose method it is, places
in modules.

    stack.push(3)        list(stack) == [3]       or `stack.size == 1`, or, where nothing else shows it, `stack._items`

Of what has a text, that is compared.  Of an object, its public attributes; where private ones may have changed too,
what its public properties, elements and length are now, and were for a copy that was made before the call: asking the
object itself then might change it.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from clew.checking.describe import Description, describe, describe_attributes, describe_views, views_of
from clew.checking.module_state import resolve
from clew.checking.script import Script, module_above
from clew.records import dataclass
from clew.regexes import regex

_PLACE: Final = regex(r'monkeypatch\.setattr\("([^"]+)"')


@dataclass(frozen=True, slots=True)
class Sight:
    """Of one object before the call.  earlier: a copy of it, if it can be asked for more than attributes."""

    whole: Description
    public: dict[str, Description]
    private: dict[str, Description]
    earlier: object


@dataclass(frozen=True, slots=True)
class Observed:
    """names: of the script's variables; places: of what it sets in modules of the project, by module and path.

    always: what of the variables is said even where it stayed as it was.
    """

    names: dict[str, Sight]
    places: dict[tuple[str, str], Description]
    always: frozenset[str] = frozenset()


def observed(script: Script, namespace: dict[str, Any], hits: set[int]) -> Observed:
    """What is there before the call.  hits: what copying an object reaches is no goal of the call."""
    before = set(hits)
    names = {name: _sight_of(namespace.get(name)) for name in script.observe}
    hits.intersection_update(before)
    places = {place: _held_at(place[1]) for place in _places_of(script)}
    return Observed(names, places, frozenset(script.always))


def _places_of(script: Script) -> Iterator[tuple[str, str]]:
    """Public ones in modules of which the script imports something."""
    for line in script.pins:
        found = _PLACE.match(line)
        if found and not any(part.startswith("_") for part in found[1].split(".")):
            module = module_above(found[1], script.imports)
            if module:
                yield module, found[1]


def _held_at(path: str) -> Description:
    try:
        return describe(resolve(path))
    except Exception:
        return Description(None, (), "")


def _sight_of(value: object) -> Sight:
    whole = describe(value)
    if whole.text is not None:
        return Sight(whole, {}, {}, None)
    earlier = None
    if views_of(type(value)):
        with contextlib.suppress(Exception):  # `__deepcopy__` of a user's, locks and open files
            earlier = copy.deepcopy(value)
    private = dict(describe_attributes(value, private=True))
    return Sight(whole, dict(describe_attributes(value)), private, earlier)


def changes(before: Observed, namespace: dict[str, Any]) -> dict[str, Any]:
    """The fields of `Seen` that say what the call changed, as expressions with their new text."""
    after: dict[str, Description] = {}
    with contextlib.suppress(BaseException):  # code of the user's, ending with SystemExit or the like
        for (module, path), old in before.places.items():
            now = _held_at(path)
            if now.text is not None and old.text != now.text:
                after[path] = replace(now, modules=(*now.modules, module))
        # Last, here and in the test: a property may change what lies in a module.
        for name, sight in before.names.items():
            value = namespace.get(name)
            if before.always:
                said = _all_of(name, value)
                after.update({form: said[form] for form in sorted(before.always) if form in said})
            after.update(_changes_of(name, sight, value))
    modules = {module for each in after.values() for module in each.modules}
    return {"after": tuple((name, str(each.text)) for name, each in after.items()), "modules": tuple(sorted(modules))}


def _changes_of(name: str, sight: Sight, value: object) -> dict[str, Description]:
    now = describe(value)
    if sight.whole.text is not None:
        return {name: now} if now.text not in (None, sight.whole.text) else {}
    found = _differing(name, sight.public, dict(describe_attributes(value)))
    private = _differing(name, sight.private, dict(describe_attributes(value, private=True)))
    if sight.earlier is not None and (private or not found):
        old = dict(describe_views(sight.earlier))
        for form, each in describe_views(value):
            if form in old and old[form].text != each.text:
                found[form.format(name)] = each
    return found or private


def _all_of(name: str, value: object) -> dict[str, Description]:
    """All that a test can say of it."""
    now = describe(value)
    if now.text is not None:
        return {name: now}
    attributes = (*describe_attributes(value), *describe_attributes(value, private=True))
    found = {f"{name}.{key}": each for key, each in attributes}
    return found | {form.format(name): each for form, each in describe_views(value)}


def _differing(name: str, old: dict[str, Description], now: dict[str, Description]) -> dict[str, Description]:
    return {f"{name}.{key}": each for key, each in now.items() if key in old and old[key].text != each.text}
