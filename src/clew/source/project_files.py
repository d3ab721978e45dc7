"""The Python files in the folders of a project, scripts without a suffix included, with their texts."""

from __future__ import annotations

import itertools
import os
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from clew.records import dataclass
from clew.source.files import decode_source
from clew.source.generated import is_ours

_MOST_FILES: Final = 4_000
_NEAREST: Final = 200  # are read where there are more: what the others do is not known then
_LARGEST: Final = 4 << 20  # bytes of a file
_SKIPPED: Final = frozenset({"__pycache__", "node_modules", "site-packages"})
_BUILT: Final = frozenset({"build", "dist"})  # unless they are packages


@dataclass(frozen=True, slots=True)
class ProjectFiles:
    """texts: by path.  is_whole: were all files read, and not the nearest alone?  Those that Python could not decode
    are none, nor are tests that clew has written: a report does not depend on the one before.
    """

    texts: tuple[tuple[str, str], ...]
    is_whole: bool

    @staticmethod
    def of(places: Iterable[str], known: Collection[str]) -> ProjectFiles:
        """places: folders and files; known: real paths of files to leave out."""
        every = (path for place in places for path in _python_files(place))
        paths = [*itertools.islice((p for p in every if os.path.realpath(p) not in known), _MOST_FILES + 1)]
        found, whole = list[tuple[str, str]](), len(paths) <= _MOST_FILES
        for path in paths if whole else paths[:_NEAREST]:
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
    """The nearest first."""
    if place.endswith(".py"):
        yield place
    waiting = deque([place])
    while waiting:
        for at, inner, files in itertools.islice(os.walk(waiting.popleft()), 1):
            below = (os.path.join(at, name) for name in sorted(inner))
            waiting += (path for path in below if not (os.path.islink(path) or is_skipped(path) or _is_built(path)))
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
