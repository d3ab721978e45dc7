"""An earlier version of the files at hand: of a revision in git, or of another file or folder.

The version before is laid out in a scratch folder as it was, so that it can be imported; the user's repository is only
read (`git diff`, `git archive`).
"""

from __future__ import annotations

import filecmp
import io
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Final

from clew.records import dataclass
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target, discover

GIT: Final = "git"


@dataclass(frozen=True, slots=True)
class Pair:
    """A file in both versions; before: None where it is new."""

    now: Target
    before: Target | None


@dataclass(frozen=True, slots=True)
class Renamed:
    """A file that has another name: as shown, and its import names."""

    file: str
    file_now: str
    module: str
    module_now: str


@dataclass(frozen=True, slots=True)
class Change:
    """A Python file of the repository that is not the same: where it is, or was, and its version before, if any."""

    now: str
    before: str | None


@dataclass(frozen=True, slots=True)
class Earlier:
    """pairs: files that are not the same in both; gone: shown paths of files that are there no more, by the path in the
    version before.  top: the folder of that version, here: that of the files at hand; both empty where a file is
    compared with a file.  is_copy: may that version be changed?  files: all Python files of a repository that are not
    the same, asked for or not; data: paths of its other files that are not, from its top.
    """

    pairs: tuple[Pair, ...] = ()
    gone: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Diagnostic, ...] = ()
    renamed: tuple[Renamed, ...] = ()
    top: str = ""
    here: str = ""
    is_copy: bool = False
    files: tuple[Change, ...] = ()
    data: tuple[str, ...] = ()


def since(revision: str, targets: Sequence[Target], cwd: str, scratch: str) -> Earlier:
    """What changed in these files since a revision of the repository that the current folder is in.

    scratch: an empty folder, where the version before is put.
    """
    top = _git(cwd, "rev-parse", "--show-toplevel")
    if isinstance(top, Diagnostic):
        return Earlier(problems=(top,))
    commit = _git(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if isinstance(commit, Diagnostic):
        text = (
            f"there is no such revision here: {revision}; `git log --oneline` lists them, `--no-index` compares files"
        )
        return Earlier(problems=(Diagnostic("revision", text, ""),))
    root, name = top.decode().rstrip("\n"), commit.decode().strip()
    listed = _git(root, "diff", "--name-status", "-z", "--no-renames", name)
    if isinstance(listed, Diagnostic):
        return Earlier(problems=(listed,))
    fields = listed.decode("utf-8", "surrogateescape").split("\0")
    status = {path: letter for letter, path in zip(fields[::2], fields[1::2], strict=False)}
    untracked = _git(root, "ls-files", "-z", "--others", "--exclude-standard")
    if not isinstance(untracked, Diagnostic):
        status |= {path: "A" for path in untracked.decode("utf-8", "surrogateescape").split("\0") if path}
    archive = _git(root, "archive", "--format=tar", name)
    if isinstance(archive, Diagnostic):
        return Earlier(problems=(archive,))
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        if hasattr(tarfile, "data_filter"):
            tar.extraction_filter = tarfile.data_filter
        tar.extractall(scratch)
    pairs: list[Pair] = []
    for target in targets:
        inside = os.path.relpath(os.path.realpath(target.path), os.path.realpath(root))
        if status.get(inside.replace(os.sep, "/")) is not None:
            pairs.append(Pair(target, _at(scratch, root, target)))
    removed = sorted(path for path, letter in status.items() if letter == "D" and path.endswith(".py"))
    gone = {os.path.join(scratch, path): os.path.relpath(os.path.join(root, path), cwd) for path in removed}
    files = [_changed(path, os.path.realpath(root), scratch) for path in sorted(status) if path.endswith(".py")]
    data = sorted(path for path, letter in status.items() if not path.endswith(".py"))
    return Earlier(tuple(pairs), gone, top=scratch, here=root, is_copy=True, files=tuple(files), data=tuple(data))


def _changed(inside: str, root: str, scratch: str) -> Change:
    before = os.path.join(scratch, inside)
    return Change(os.path.join(root, inside), before if os.path.isfile(before) else None)


def _at(scratch: str, root: str, target: Target) -> Target | None:
    def there(path: str) -> str:
        return os.path.join(scratch, os.path.relpath(os.path.realpath(path), os.path.realpath(root)))

    path = there(target.path)
    return replace(target, path=path, root=there(target.root)) if os.path.isfile(path) else None


def _git(cwd: str, *arguments: str) -> bytes | Diagnostic:
    try:
        done = subprocess.run([GIT, *arguments], cwd=cwd, capture_output=True, check=False)
    except FileNotFoundError:
        return Diagnostic("revision", "`git` is not installed; `--no-index` compares two files or folders", "")
    if done.returncode == 0:
        return done.stdout
    said = done.stderr.decode(errors="replace").strip().splitlines()
    text = "this folder is in no git repository; `--no-index` compares two files or folders"
    if said and "not a git repository" not in said[-1]:
        why = next((line for line in said if line.startswith(("fatal:", "error:"))), said[-1])
        text = f"`git {arguments[0]}` failed: {why}"
    return Diagnostic("revision", text, "")


def beside(
    before: str, now: str, cwd: str, scratch: str, include: Sequence[str] = (), exclude: Sequence[str] = ()
) -> Earlier:
    """What changed between two files, or two folders."""
    old, new = (os.path.join(cwd, place.partition("::")[0]) for place in (before, now))
    for path, shown in ((old, before), (new, now)):
        if not os.path.exists(path):
            return Earlier(problems=(Diagnostic("no-such-file", "there is no such file or folder", shown),))
    if os.path.isdir(old) != os.path.isdir(new):
        return Earlier(problems=(Diagnostic("usage", "a file is compared with a file, a folder with a folder", now),))
    targets, problems = discover([now], cwd=cwd, include=include, exclude=exclude)
    if os.path.isfile(old):
        return Earlier(tuple(Pair(t, _alone(old, t, scratch)) for t in targets), problems=tuple(problems))
    there = {os.path.relpath(t.path, new) for t in targets}
    known, _ = discover([before], cwd=cwd, include=include, exclude=exclude)
    gone = {inside: t.file for t in known if (inside := os.path.relpath(t.path, old)) not in there}
    if gone and all(Path(target.root).is_relative_to(new) for target in targets):
        _link_all(old, scratch)
        old = scratch
    pairs: list[Pair] = []
    for target in targets:
        inside = os.path.relpath(target.path, new)
        path = os.path.join(old, inside)
        root = os.path.normpath(os.path.join(old, os.path.relpath(target.root, new)))
        earlier = replace(target, path=path, root=root) if os.path.isfile(path) else None
        if earlier is None or not _alike(path, target.path):
            pairs.append(Pair(target, earlier))
    removed = {os.path.join(old, inside): gone[inside] for inside in sorted(gone)}
    data = tuple(_other_data(old, new))
    return Earlier(tuple(pairs), removed, tuple(problems), top=old, here=new, is_copy=old == scratch, data=data)


def _walked(folder: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """As `os.walk`, without hidden folders and what is compiled."""
    for at, inner, files in os.walk(folder):
        inner[:] = [name for name in inner if not name.startswith(".") and name != "__pycache__"]
        yield at, inner, files


def _link_all(folder: str, scratch: str) -> None:
    """The folder with links for its files, so that files can go."""
    for at, inner, files in _walked(os.path.abspath(folder)):
        there = os.path.join(scratch, os.path.relpath(at, folder))
        for name in inner:
            os.mkdir(os.path.join(there, name))
        for name in files:
            os.symlink(os.path.join(at, name), os.path.join(there, name))


def _alone(old: str, target: Target, scratch: str) -> Target:
    """The file under the name of the other, and all else as it is there now."""
    here, there = target.root, scratch
    for part in os.path.relpath(target.path, target.root).split(os.sep):
        os.makedirs(there, exist_ok=True)
        for name in os.listdir(here):
            if name not in (part, "__pycache__"):
                os.symlink(os.path.abspath(os.path.join(here, name)), os.path.join(there, name))
        here, there = os.path.join(here, part), os.path.join(there, part)
    shutil.copyfile(old, there)
    return replace(target, path=there, root=scratch)


def _other_data(old: str, new: str) -> list[str]:
    """Paths inside of the folders of files that are no Python, and not the same."""
    was, now = (_data_in(folder) for folder in (old, new))
    return sorted(
        (was ^ now) | {path for path in was & now if not _alike(*(os.path.join(f, path) for f in (old, new)))}
    )


def _data_in(folder: str) -> set[str]:
    found = set[str]()
    for at, _, files in _walked(folder):
        paths = (os.path.join(at, name) for name in files if not name.endswith((".py", ".pyc")))
        found.update(os.path.relpath(path, folder) for path in paths if os.path.isfile(path))
    return found


def _alike(path: str, other: str) -> bool:
    return filecmp.cmp(path, other, shallow=False)
