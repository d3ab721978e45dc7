"""What files of the project that the module under test does not import do to what modules, classes and objects hold.

Set-up code, plug-ins, subclasses, command lines assign `config._limit`, fill `registry._names`, patch functions; they
import the module, not the other way round, so nothing of them is loaded.  Their texts are searched for names, which
finds too many rather than too few: these names only decide what a proof must not take for granted, or must say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import field
from typing import Final

from clew.effects.changes import MUTATORS
from clew.effects.watched import ANY_NAME
from clew.frontend.used_names import UsedNames
from clew.records import dataclass

_MOST_FILES: Final = 2_000
_LARGEST: Final = 400_000  # bytes of a file
_RELATIVE: Final = re.compile(r"^\s*from\s+\.", re.MULTILINE)  # `from . import Cart`, which a package hands on
_SKIPPED: Final = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist", "venv"})


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """assigned: names of attributes that are set of what may be an object of the module, `ANY_NAME` for computed ones;
    changed: names of variables and attributes whose objects are changed; private: names with an underscore that are
    used of others; bases: names of what is a base of some class.  texts: of the files that mention the module under
    test.
    """

    assigned: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    private: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()

    @staticmethod
    def of(folders: Iterable[str], module: str, loaded: Collection[str]) -> Elsewhere:
        """module: the one under test, whose name the others mention; loaded: files that are looked at anyway."""
        package, _, word = module.rpartition(".")
        texts, found = list[str](), UsedNames(MUTATORS)
        for text in _texts(folders, {os.path.realpath(file) for file in loaded}):
            by_package = package and (package.partition(".")[0] in text or _RELATIVE.search(text))
            if word not in text and not by_package:
                continue
            texts.append(text)
            found.read(text)
        assigned = found.assigned | ({ANY_NAME} if found.computed else set())
        used = frozenset(assigned), frozenset(found.changed), frozenset(found.private)
        return Elsewhere(*used, frozenset(found.bases), tuple(texts))


_ANY_NAME: Final = re.compile(r"\b(?:setattr|setitem)\s*\(\s*[^'\"\n]*,\s*[^'\"\s]|__dict__|\bvars\s*\(")
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


def _texts(folders: Iterable[str], known: Collection[str]) -> Iterator[str]:
    count = 0
    for folder in folders:
        for at, inner, files in os.walk(folder):
            inner[:] = sorted(name for name in inner if not name.startswith(".") and name not in _SKIPPED)
            for file in sorted(files):
                path = os.path.join(at, file)
                if not file.endswith(".py") or os.path.realpath(path) in known:
                    continue
                count += 1
                if count > _MOST_FILES:
                    return
                try:
                    if os.path.getsize(path) <= _LARGEST:
                        with open(path, encoding="utf-8", errors="replace") as source:
                            yield source.read()
                except OSError:
                    continue
