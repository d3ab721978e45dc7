"""What files of the project that the module under test does not import do to what modules and classes hold.

Set-up code, plug-ins and command lines assign `config._limit`, fill `registry._names` and patch functions; they import
the module, not the other way round, so nothing of them is loaded.  Their texts are searched for names, which finds too
many rather than too few: these names only decide what a proof must say that it takes for granted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from clew.records import dataclass

_MOST_FILES: Final = 2_000
_LARGEST: Final = 400_000  # bytes of a file
_SKIPPED: Final = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist", "venv"})
_OWNER: Final = r"\b(?!(?:self|cls)\b)(?:\w+|[)\]])\s*\.\s*"
_ASSIGNED: Final = re.compile(_OWNER + r"(\w+)\s*(?:\*\*|//|>>|<<|[-+*/%@&|^])?=(?!=)")
_DELETED: Final = re.compile(r"\bdel\s+[\w.]+\.(\w+)")
_BY_NAME: Final = re.compile(r"(?:setattr|delattr|setitem|patch[\w.]*)\s*\([^'\"\n]*['\"]([\w.]+)['\"]")
_PRIVATE: Final = re.compile(r"(?<!self\.)(?<!cls\.)\b(_[a-zA-Z]\w*)\b")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """assigned: names of attributes that are set from outside; private: names with an underscore that are used."""

    assigned: frozenset[str] = frozenset()
    private: frozenset[str] = frozenset()

    @staticmethod
    def of(folders: Iterable[str], module: str, loaded: Collection[str]) -> Elsewhere:
        """module: the one under test, whose name the others mention; loaded: files that are looked at anyway."""
        assigned: set[str] = set()
        private: set[str] = set()
        word = module.rpartition(".")[2]
        for text in _texts(folders, {os.path.realpath(file) for file in loaded}):
            if word not in text and module.partition(".")[0] not in text:
                continue
            for pattern in (_ASSIGNED, _DELETED):
                assigned.update(pattern.findall(text))
            assigned.update(path.rpartition(".")[2] for path in _BY_NAME.findall(text))
            private.update(_PRIVATE.findall(text))
        return Elsewhere(frozenset(assigned), frozenset(private))


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
