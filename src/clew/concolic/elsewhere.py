"""What files of the project that the module under test does not import do to what modules, classes and objects hold.

Set-up code, plug-ins, subclasses, command lines assign `config._limit`, fill `registry._names`, patch functions; they
import the module, not the other way round, so nothing of them is loaded.  Their texts are searched for names, which
finds too many rather than too few: these names only decide what a proof must not take for granted, or must say.
"""

from __future__ import annotations

import os
import re
import types
from collections.abc import Collection, Iterable
from dataclasses import field
from typing import Any, Final

from clew.analysis.names_as_values import gets_any
from clew.effects.changes import MUTATORS
from clew.frontend.base_names import base_names
from clew.frontend.handled_names import UNTOUCHED, Handled
from clew.frontend.import_words import import_words
from clew.frontend.module import ANY_NAME
from clew.frontend.names_alike import private_names_of_others, private_names_set, sets_past_setters
from clew.frontend.used_names import UsedNames
from clew.records import dataclass
from clew.regexes import regex
from clew.source.project_files import ProjectFiles

_RELATIVE: Final = regex(r"^\s*from\s+\.", re.MULTILINE)  # `from . import Cart`, which a package hands on


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """assigned: names of attributes that are set of what may be an object of the module, `ANY_NAME` for computed ones;
    computed: may these be of classes, too?  past: may others be set that `__setattr__` refuses?
    changed: names of variables and attributes whose objects are changed, given: whose objects are given attributes;
    private: names with an underscore that are used of others; bases: names of what is a base of some class; handed_on:
    last names of modules that somebody may have as an object.  handled: what else is done with what names stand for.
    texts: of the files looked at; every: of all that there are.
    """

    assigned: frozenset[str] = frozenset()
    computed: bool = False
    past: bool = False
    changed: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    private: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()
    handed_on: frozenset[str] = frozenset()
    handled: Handled = UNTOUCHED
    texts: tuple[str, ...] = ()
    every: tuple[str, ...] = ()

    @staticmethod
    def of(
        places: Iterable[str],
        modules: Collection[str],
        loaded: Collection[str],
        matched: Collection[str] = (),
        inside: Iterable[str] = (),
    ) -> Elsewhere:
        """places: folders and files.  modules: names of those loaded; loaded: their files, looked at anyway; inside:
        their texts.  matched: as of `UsedNames`.
        """
        project = ProjectFiles.of(places, {os.path.realpath(file) for file in loaded})
        files = [_File.of(*each) for each in project.texts]
        in_package = any(os.path.basename(file) == "__init__.py" for file in loaded)
        near, far = _connected(files, modules, in_package)
        texts, found = [file.text for file in near], UsedNames(MUTATORS, matched)
        for text in texts:
            found.read(text)
            found.handed_on.update([ANY_NAME] if gets_any(text) else [])
        for file in far:
            found.private.update(private_names_of_others(file.text))
            found.assigned.update(private_names_set(file.text))
        past = not project.is_whole or any(sets_past_setters(file.text) for file in far)
        if not project.is_whole:
            found.computed = True
            found.private.add(ANY_NAME)
            found.handed_on.add(ANY_NAME)
            found.changed.add(ANY_NAME)
        assigned = found.assigned | ({ANY_NAME} if found.computed or found.by_space else set())
        changed, given = frozenset(found.changed), frozenset(found.given)
        handled = Handled.of(found.handling)
        own = {module.partition(".")[0] for module in modules} | {file.module for file in files}
        bases = base_names(found, own, (*texts, *inside))
        bases |= handled.had if found.derives else frozenset()
        used = frozenset(found.private), bases, frozenset(found.handed_on)
        return Elsewhere(
            frozenset(assigned),
            found.computed,
            past,
            changed,
            given,
            *used,
            handled,
            tuple(texts),
            tuple(file.text for file in files),
        )


@dataclass(frozen=True, slots=True)
class _File:
    """module: the last part of its name; imports: words of its import statements."""

    text: str
    module: str
    imports: frozenset[str]

    @staticmethod
    def of(path: str, text: str) -> _File:
        name = os.path.basename(path).removesuffix(".py")
        module = os.path.basename(os.path.dirname(path)) if name == "__init__" else name
        return _File(text, module, import_words(text))


def matched_by_position(modules: Iterable[types.ModuleType]) -> frozenset[str]:
    """The names in `__match_args__` of the classes of the modules, and of classes inside of these."""
    waiting: list[Any] = list(modules)
    seen = set[int]()
    found = set[str]()
    while waiting:
        holder = waiting.pop()
        if id(holder) not in seen:
            seen.add(id(holder))
            waiting += [value for value in list(vars(holder).values()) if isinstance(value, type)]
            matched = vars(holder).get("__match_args__", ())
            found.update(matched if type(matched) is tuple else ())
    return frozenset(name for name in found if isinstance(name, str))


def _connected(files: Iterable[_File], modules: Iterable[str], in_package: bool) -> tuple[list[_File], list[_File]]:
    """Those that mention one of the modules or its package or may have them under computed names, with those that
    import these or are imported by them (what makes objects of the module, or is handed it, need not name it), and all
    others.
    """
    names = [module.split(".") for module in modules]
    words = sorted({re.escape(word) for name in names for word in (name[0], name[-1])})
    mentioned = re.compile(rf"\b(?:{'|'.join((*words, *_BY_OTHER_ROADS))})\b")
    in_package = in_package or any(len(name) > 1 for name in names)
    found, others = list[_File](), list[_File]()
    for file in files:
        is_near = mentioned.search(file.text) or (in_package and _RELATIVE.search(file.text))
        (found if is_near else others).append(file)
    fresh = found
    while fresh:
        modules, imported = {file.module for file in fresh}, frozenset[str]().union(*(file.imports for file in fresh))
        fresh = [file for file in others if file.module in imported or not modules.isdisjoint(file.imports)]
        others = [file for file in others if file not in fresh]
        found = [*found, *fresh]
    return found, others


_BY_OTHER_ROADS: Final = (  # to modules, classes and objects that the text need not name
    r"sys\.modules", "import modules", "import_module", "__import__", "resolve_name", "runpy", "entry_points",
    "iter_modules", "walk_packages", "get_objects", "get_referrers", "_getframe", "currentframe", "f_globals",
    "__globals__", "__subclasses__",
)  # fmt: skip
_ANY_NAME: Final = regex(r"\b(?:setattr|setitem)\s*\(\s*[^'\"\n]*,\s*[^'\"\s]|__dict__|\bvars\s*\(")
_ONLY_READ: Final = r"\.\s*{0}\b(?!\s*(?:[-+*/%@&|^<>]{{0,2}}=(?!=)|[:,)\]]|in\b))"


@dataclass(slots=True)
class Given:
    """Names of attributes that code in these texts may give to objects: all that occur as more than `x.NAME`, read."""

    texts: tuple[str, ...]
    known: dict[str, bool] = field(default_factory=dict)

    def __contains__(self, name: object) -> bool:
        assert isinstance(name, str)
        if name not in self.known:
            self.known[name] = any(self._in(text, name) for text in self.texts)
        return self.known[name]

    def _in(self, text: str, name: str) -> bool:
        if _ANY_NAME.search(text):
            return True
        mentioned = len(re.findall(rf"\b{name}\b", text))
        return mentioned > len(re.findall(_ONLY_READ.format(name), text))
