"""From what the user typed to Python files: their import names and the folders they are imported from.

A PATH is a file, a folder, a dotted module, or a file or module followed by `::name` (`cart.py::Cart.total`,
`cart.py::Cart::total`).  An import name is found as CPython would: up from the file while there is an `__init__.py`.
A folder without one still belongs to a package when a folder above it has one, and where a project keeps its code in
`src/` (beside a `pyproject.toml`, `setup.py` or `setup.cfg`) namespace packages below it count as well; so do folders
whose modules are imported under the folder's name by a file in them or beside them.

Skipped in a folder (name a file to have it analysed all the same): hidden folders, `__pycache__`, virtual environments,
`node_modules`, `build`, `dist`, `site-packages`, `setup.py`, tests (`test_*.py`, `*_test.py`, `conftest.py`, folders
`test` and `tests`, a `tests.py` that imports what tests are made with), and files clew has written.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from functools import cache
from typing import Final

from clew.records import dataclass
from clew.regexes import regex
from clew.source.diagnostics import Diagnostic
from clew.source.generated import GENERATED
from clew.source.suggestions import suggestion

SKIPPED_FOLDERS: Final = frozenset(
    {"__pycache__", "build", "dist", "node_modules", "site-packages", "test", "tests", "venv", "env"}
)
SKIPPED_FILES: Final = ("test_*.py", "*_test.py", "conftest.py", "setup.py")
_OF_TESTS: Final = regex(
    rb"^(?:from|import)\s+(?:unittest|pytest|hypothesis|django\.test|rest_framework\.test)\b", re.M
)
MOST_FOLDERS: Final = 3  # of a namespace package, inside each other
MOST_NAMES: Final = 400  # in a folder, that are looked at for imports
PROJECT_FILES: Final = ("pyproject.toml", "setup.py", "setup.cfg")


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """A file to analyse.

    file: its path as shown to the user, relative to the current folder where it lies below it; path: absolute.
    module: its import name; root: the folder that must be on `sys.path` for that.
    qualname: the one function or class wanted (`Cart.total`, `outer.<locals>.inner`), or None for all.
    """

    file: str
    path: str
    module: str
    root: str
    qualname: str | None = None

    @property
    def is_program(self) -> bool:
        """Is the target an `.ivl` program?  `module` is then empty, and `qualname` a procedure."""
        return is_program(self.path)


def is_test(path: str) -> bool:
    """Is it a test, or lies it beside tests?"""
    folder, base = os.path.split(path)
    return os.path.basename(folder) in ("test", "tests") or _is_test_file(base, path)


def _is_test_file(base: str, path: str) -> bool:
    """Or skipped with them.  A `tests.py` may hold what others ask, too, as that of Jinja does."""
    if any(fnmatch(base, glob) for glob in SKIPPED_FILES):
        return True
    if base != "tests.py":
        return False
    try:
        with open(path, "rb") as file:
            return _OF_TESTS.search(file.read()) is not None
    except OSError:
        return False  # Reading it says so later.


def is_program(place: str) -> bool:
    """Does what the user typed name an `.ivl` program, or a procedure of one?"""
    return place.partition("::")[0].endswith(".ivl")


def discover(
    paths: Sequence[str],
    *,
    cwd: str,
    search: Iterable[str] = (),
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> tuple[list[Target], list[Diagnostic]]:
    """The targets of the given PATHs, each once, in order; and what was wrong with the others.

    search: further folders in which a dotted module is looked for, after `cwd` and `cwd/src`.
    """
    found: dict[Target, None] = {}
    problems: list[Diagnostic] = []
    for given in paths:
        match _resolve(given, cwd, tuple(search), include, exclude):
            case Diagnostic() as problem:
                problems.append(problem)
            case targets:
                found.update(dict.fromkeys(targets))
    whole = {t.path for t in found if t.qualname is None}
    return [t for t in found if t.qualname is None or t.path not in whole], problems


def is_found_in(folder: str, path: str, include: Sequence[str] = (), exclude: Sequence[str] = ()) -> bool:
    """Is this file, of this absolute path, one of those that the folder stands for?"""
    relative = os.path.relpath(path, folder)
    at = folder
    for part in relative.split(os.sep)[:-1]:
        at = os.path.join(at, part)
        if part == os.pardir or _skips(at, part):
            return False
    name = os.path.basename(path)
    return name.endswith(".py") and not name.startswith(".") and _wanted(relative, path, include, exclude)


def import_name(path: str) -> tuple[str, str]:
    """(import name, folder that must be on `sys.path`) of a file."""
    folder, base = os.path.split(os.path.abspath(path))
    stem = os.path.splitext(base)[0]
    root = _root(folder)
    parts = list(os.path.relpath(folder, root).split(os.sep)) if folder != root else []
    if stem != "__init__" or not parts:
        parts.append(stem)
    return ".".join(parts), root


def _resolve(
    given: str, cwd: str, search: tuple[str, ...], include: Sequence[str], exclude: Sequence[str]
) -> list[Target] | Diagnostic:
    place, separator, name = given.partition("::")
    qualname = name.replace("::", ".") if separator else None
    if not place or (separator and (not qualname or not all(qualname.split(".")))):
        return Diagnostic(
            "usage", "not a PATH; wanted FILE, FOLDER, MODULE, FILE::function or FILE::Class::method", given
        )
    path = os.path.join(cwd, os.path.expanduser(place))
    try:
        if os.path.isdir(path):
            return _folder(given, path, qualname, cwd, include, exclude)
        if os.path.exists(path):
            return _file(place, path, qualname, cwd)
    except ValueError:  # A NUL character in the name.
        return Diagnostic("missing", "there is no such file", given)
    if all(part.isidentifier() for part in place.split(".")) and not place.endswith(".py"):
        return _module(place, qualname, cwd, search, include, exclude)
    return Diagnostic("missing", "there is no such file or folder" + _near_file(path), place)


def _file(shown: str, path: str, qualname: str | None, cwd: str) -> list[Target] | Diagnostic:
    if not os.path.isfile(path):
        return Diagnostic("not-python", "not a regular file", shown)
    if not path.endswith((".py", ".ivl")):
        return Diagnostic("not-python", "not a Python file: its name does not end in .py (nor in .ivl)", shown)
    if not os.access(path, os.R_OK):
        return Diagnostic("unreadable", "cannot read it: permission denied", shown)
    return [target_of(path, cwd, qualname)]


def target_of(path: str, cwd: str, qualname: str | None = None) -> Target:
    path = os.path.abspath(path)
    module, root = import_name(path) if not path.endswith(".ivl") else ("", os.path.dirname(path))
    return Target(_shown(path, cwd), path, module, root, qualname)


def _folder(
    given: str, path: str, qualname: str | None, cwd: str, include: Sequence[str], exclude: Sequence[str]
) -> list[Target] | Diagnostic:
    if qualname is not None:
        return Diagnostic("usage", "`::name` needs a file or a module before it, not a folder", given)
    unreadable: list[str] = []
    files = sorted(_walk(path, unreadable))
    chosen = [f for f in files if _wanted(os.path.relpath(f, path), f, include, exclude)]
    if not chosen and unreadable:
        return Diagnostic("unreadable", "cannot read it: permission denied", _shown(unreadable[0], cwd))
    if not files:
        return Diagnostic("no-python", "no Python file in this folder", given)
    if not chosen:
        why = "tests, hidden, or left out by include and exclude"
        return Diagnostic("no-python", f"all {len(files)} Python files in this folder are skipped: {why}", given)
    return [target_of(f, cwd) for f in chosen]


def _module(
    name: str, qualname: str | None, cwd: str, search: tuple[str, ...], include: Sequence[str], exclude: Sequence[str]
) -> list[Target] | Diagnostic:
    """A dotted module, found in the file system; nothing is imported.  A package means every module below it."""
    for root in (cwd, os.path.join(cwd, "src"), *search):
        base = os.path.join(root, *name.split("."))
        if os.path.isfile(base + ".py"):
            return [
                Target(_shown(base + ".py", cwd), os.path.abspath(base + ".py"), name, os.path.abspath(root), qualname)
            ]
        package = os.path.join(base, "__init__.py")
        if os.path.isfile(package):
            if qualname is not None:
                return [Target(_shown(package, cwd), os.path.abspath(package), name, os.path.abspath(root), qualname)]
            return _folder(name, base, None, cwd, include, exclude)
    if name.partition(".")[0] in sys.builtin_module_names:
        return Diagnostic("not-python", "built into the interpreter: there is no Python source to analyse", name)
    return Diagnostic(
        "missing", "there is no file, folder or module of this name" + _near_file(os.path.join(cwd, name)), name
    )


# ---------------------------------------------------------------- the file system


def _walk(folder: str, unreadable: list[str]) -> Iterator[str]:
    """Every Python file below a folder that is not in a skipped one."""
    for at, folders, files in os.walk(folder, onerror=lambda error: unreadable.append(str(error.filename))):
        folders[:] = sorted(f for f in folders if not _skips(os.path.join(at, f), f))
        yield from (os.path.join(at, f) for f in files if f.endswith(".py") and not f.startswith("."))


def _skips(path: str, name: str) -> bool:
    hidden = name.startswith(".") or name.endswith(".egg-info")
    return hidden or name in SKIPPED_FOLDERS or os.path.isfile(os.path.join(path, "pyvenv.cfg"))


def _wanted(relative: str, path: str, include: Sequence[str], exclude: Sequence[str]) -> bool:
    slashed = relative.replace(os.sep, "/")
    base = os.path.basename(path)
    if any(_matches(slashed, glob) for glob in exclude) or (include and not any(_matches(slashed, g) for g in include)):
        return False
    return not _is_test_file(base, path) and not _generated(path)


def _matches(relative: str, glob: str) -> bool:
    """A glob matches the path below the folder, any tail of it, or a folder on the way."""
    parts = relative.split("/")
    tails = ["/".join(parts[i:]) for i in range(len(parts))]
    heads = ["/".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, len(parts))]
    return any(fnmatch(part, glob.rstrip("/")) for part in tails + heads)


def _generated(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.readline(200).startswith(GENERATED.encode())
    except OSError:
        return False  # Reading it says so later.


def _root(folder: str) -> str:
    """The folder that must be on `sys.path` for the files of this one."""
    highest = None  # the highest folder above, and this one, that has an __init__.py
    at = folder
    while True:
        if os.path.isfile(os.path.join(at, "__init__.py")) and os.path.basename(at).isidentifier():
            highest = at
        parent = os.path.dirname(at)
        if parent == at or not os.path.basename(at).isidentifier() or _is_project(at):
            break
        at = parent
    source = _source_folder(folder)
    if source is not None:
        return source
    if highest is not None:
        return os.path.dirname(highest)
    return _namespace_root(folder, os.stat(folder).st_mtime_ns) if os.path.isdir(folder) else folder


@cache
def _namespace_root(folder: str, changed: int) -> str:
    """The folder above, where files of this one or beside it import what is in it by the names of folders.

    changed: when files came to the folder, or left it.
    """
    at = folder
    for _ in range(MOST_FOLDERS):
        if not os.path.basename(at).isidentifier() or _is_project(at):
            break
        above = os.path.dirname(at)
        if any(_imports(file, at) for place in dict.fromkeys((folder, at, above)) for file in _python_files(place)):
            return above
        at = above
    return folder


def _imports(file: str, folder: str) -> bool:
    """Does the file import a module that is right in the folder, as one of a package of the folder's name?"""
    name = re.escape(os.path.basename(folder))
    try:
        with open(file, encoding="utf-8", errors="replace") as source:
            text = source.read()
    except OSError:
        return False
    lines = re.findall(rf"^[ \t]*from\s+{name}\s+import\s+([\w, \t]+)", text, re.MULTILINE)
    found = [part for line in lines for part in re.findall(r"\w+", line)]
    found += re.findall(rf"^[ \t]*(?:from|import)\s+{name}\.(\w+)", text, re.MULTILINE)
    places = (os.path.join(folder, each) for each in found)
    return any(os.path.isfile(f"{place}.py") or os.path.isdir(place) for place in places)


def _python_files(folder: str) -> Iterator[str]:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    yield from (os.path.join(folder, name) for name in names[:MOST_NAMES] if name.endswith(".py"))


def _source_folder(folder: str) -> str | None:
    """`src/` of a project, where `folder` lies in it and can be imported from there."""
    at = folder
    while at != os.path.dirname(at):
        if os.path.basename(at) == "src" and _is_project(os.path.dirname(at)):
            inside = os.path.relpath(folder, at).split(os.sep)
            importable = folder == at or all(part.isidentifier() for part in inside)
            package = os.path.isfile(os.path.join(at, "__init__.py"))
            return at if importable and not package else None
        at = os.path.dirname(at)
    return None


def _is_project(folder: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, name)) for name in PROJECT_FILES)


def _shown(path: str, cwd: str) -> str:
    relative = os.path.relpath(os.path.abspath(path), cwd)
    return os.path.abspath(path) if relative.startswith("..") else relative


def _near_file(path: str) -> str:
    folder, base = os.path.split(path)
    try:
        return suggestion(base, (f for f in os.listdir(folder) if not f.startswith(".")))
    except OSError:
        return ""
