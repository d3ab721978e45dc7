"""The Python files in the folders of a project, scripts without a suffix included, with their texts."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from clew.records import dataclass
from clew.source.files import decode_source
from clew.source.generated import is_ours

_MOST_FILES: Final = 2_000
_LARGEST: Final = 4 << 20  # bytes of a file
_SKIPPED: Final = frozenset({"__pycache__", "node_modules", "site-packages"})
_BUILT: Final = frozenset({"build", "dist"})  # unless they are packages


@dataclass(frozen=True, slots=True)
class ProjectFiles:
    """texts: by path.  is_whole: were all files read?  Those that Python could not decode are none, nor are tests that
    clew has written: a report does not depend on the one before.
    """

    texts: tuple[tuple[str, str], ...]
    is_whole: bool

    @staticmethod
    def of(places: Iterable[str], known: Collection[str]) -> ProjectFiles:
        """places: folders and files; known: real paths of files to leave out."""
        paths = [path for place in places for path in _python_files(place) if os.path.realpath(path) not in known]
        found, whole = list[tuple[str, str]](), len(paths) <= _MOST_FILES
        for path in paths[:_MOST_FILES]:
            try:
                if os.path.getsize(path) > _LARGEST:
                    whole = False
                    continue
                with open(path, "rb") as file:
                    text = decode_source(file.read(), path)
            except OSError:  # gone, or not for everybody
                continue
            if isinstance(text, str) and not is_ours(text):
                found.append((path, text))
        return ProjectFiles(tuple(found), whole)


def _python_files(place: str) -> Iterator[str]:
    if place.endswith(".py"):
        yield place
    for at, inner, files in os.walk(place):
        below = ((name, os.path.join(at, name)) for name in sorted(inner))
        inner[:] = [name for name, folder in below if not (is_skipped(folder) or _is_built(folder))]
        for name in sorted(files):
            path = os.path.join(at, name)
            if os.path.isfile(path) and (name.endswith((".py", ".pyw")) or ("." not in name and _is_script(path))):
                yield path


def is_skipped(folder: str) -> bool:
    """Is it hidden, made by tools, or an environment with what is installed?"""
    name = os.path.basename(folder)
    return name.startswith(".") or name in _SKIPPED or os.path.isfile(os.path.join(folder, "pyvenv.cfg"))


def _is_built(folder: str) -> bool:
    """Is it what tools build into?  They put packages there, in folders of their own, and no modules."""
    if os.path.basename(folder) not in _BUILT:
        return False
    try:
        return not any(name.endswith(".py") for name in os.listdir(folder))
    except OSError:
        return True


def _is_script(path: str) -> bool:
    """Does its first line name Python?"""
    try:
        with open(path, "rb") as file:
            first = file.readline(256)
    except OSError:
        return False
    return first.startswith(b"#!") and b"python" in first
