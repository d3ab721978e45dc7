"""The files of a project as one text, which machines that share no disk with this one lay out in folders of their own.

A snapshot is named by what is in it, so that two checkouts of one text are one snapshot, and is laid out once.  Where a
path goes to another machine, the folder of the project in it is a *mark*, which each machine puts its own folder for.

Left out are what is left out of the project itself: hidden folders, `__pycache__`, `node_modules`, virtual environments
and installed packages, which the other machine has its own of; and symbolic links to folders.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeAlias

from clew.attack.orders import Trial
from clew.checking.script import Setting
from clew.records import dataclass
from clew.search.request import Setup
from clew.source.diagnostics import ClewError, Diagnostic
from clew.source.discovery import PROJECT_FILES, Target
from clew.source.project_files import is_skipped
from clew.workers.host_protocol import loads

MOST: Final = 1 << 30  # bytes of a project
_File: TypeAlias = tuple[int, str, bool, bytes]  # number of its place, path in it, is it executable?, content


@dataclass(frozen=True, slots=True)
class Snapshot:
    """places: the absolute paths of its folders; digest: of what is in them, wherever they are; packed: that itself."""

    places: tuple[str, ...]
    digest: str
    packed: bytes

    @staticmethod
    def of(places: Sequence[str]) -> Snapshot:
        """Raises ClewError where they are too large, or cannot be read."""
        files: list[_File] = []
        size = 0
        for number, place in enumerate(places):
            for path in _files(place):
                content, is_executable = _content(path)
                size += len(content)
                if size > MOST:
                    raise ClewError([Diagnostic("executor", f"has more than {MOST >> 20} MB to send", place)])
                files.append((number, os.path.relpath(path, place), is_executable, content))
        digest = hashlib.sha256()
        for known, relative, is_executable, content in files:
            digest.update(repr((known, relative, is_executable, hashlib.sha256(content).digest())).encode())
        return Snapshot(tuple(places), digest.hexdigest(), zlib.compress(pickle.dumps(files, 5), 1))

    def marked(self, path: str) -> str:
        """With a mark for the folder of the project; as it is where it is in none."""
        for number, place in enumerate(self.places):
            if path == place or path.startswith(os.path.join(place, "")):
                return mark(number) + path[len(place) :]
        return path

    def is_marked(self, path: str) -> bool:
        return self.marked(path) != path


def mark(number: int) -> str:
    return f"\0clew-place-{number}\0"


def places_of(targets: Iterable[Target], searched: Iterable[str]) -> tuple[str, ...]:
    """The folders of the projects that targets belong to, none inside another.

    searched: further folders of source files that are imported from.
    """
    found = {_project(target.root) for target in targets} | {os.path.abspath(folder) for folder in searched}
    return tuple(sorted(p for p in found if not any(p.startswith(os.path.join(other, "")) for other in found - {p})))


def _project(root: str) -> str:
    """The nearest folder from this one up that has what projects have; it itself where there is none."""
    at = root
    while not any(os.path.exists(os.path.join(at, name)) for name in (*PROJECT_FILES, ".git")):
        above = os.path.dirname(at)
        if above == at or is_skipped(at):
            return root
        at = above
    return at


def _files(place: str) -> Iterator[str]:
    for at, inner, names in os.walk(place):
        inner[:] = sorted(name for name in inner if not is_skipped(os.path.join(at, name)))
        yield from (path for name in sorted(names) if os.path.isfile(path := os.path.join(at, name)))


def _content(path: str) -> tuple[bytes, bool]:
    try:
        with open(path, "rb") as file:
            return file.read(), bool(os.fstat(file.fileno()).st_mode & 0o100)
    except OSError as error:
        raise ClewError([Diagnostic("executor", f"cannot be sent: {error.strerror}", path)]) from error


def lay_out(packed: bytes, folder: str) -> None:
    """Write the files below the folder, all of them or none; there may be several that do it at a time."""
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    making = tempfile.mkdtemp(prefix="making-", dir=os.path.dirname(folder))
    files: list[_File] = loads(zlib.decompress(packed), ())
    for number, relative, is_executable, content in files:
        path = os.path.join(making, str(number), relative)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, 0o755 if is_executable else 0o644)
    with contextlib.suppress(OSError):  # somebody else was faster
        os.rename(making, folder)
    shutil.rmtree(making, ignore_errors=True)


# ---------------------------------------------------------------- paths


def with_paths(payload: Any, change: Callable[[str], str]) -> Any:
    """What a host prepares from, or is asked, with other paths in the places that have some."""

    def all_of(paths: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(change, paths))

    match payload:
        case Setup(folders=folders, beside=beside):
            return replace(payload, folders=all_of(folders), beside=all_of(beside))
        case Setting(target=target):
            file, roots, folders = change(target.file), all_of(target.roots), all_of(target.folders)
            return replace(payload, target=replace(target, file=file, roots=roots, folders=folders))
        case Trial(file=file):
            return replace(payload, file=change(file))
        case _:
            return payload


def moved(value: Any, changes: Sequence[tuple[str, str]]) -> Any:
    """The same plain data, with the second text for the first wherever that is part of a text."""

    def of(value: Any) -> Any:
        match value:
            case str():
                for old, new in changes:
                    value = value.replace(old, new)
                return value
            case tuple() if hasattr(value, "_fields"):
                return type(value)(*map(of, value))
            case tuple() | list() | set() | frozenset():
                return type(value)(map(of, value))
            case dict():
                return {of(key): of(each) for key, each in value.items()}
            case _ if is_dataclass(value) and not isinstance(value, type):
                found = {f.name: getattr(value, f.name) for f in fields(value)}
                other = {name: of(each) for name, each in found.items()}
                return replace(value, **other) if other != found else value
            case _:
                return value

    return of(value)
