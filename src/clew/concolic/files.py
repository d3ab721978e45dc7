"""Files of the current folder as input: whether there is one, and what is in it.

    def lines_of(path: str) -> list[str]:
        with open(path) as file:
            return file.readlines()

Each run has a folder of its own, in which a file is made when it is first asked for; the input says whether it is one,
a folder, or not there.  What is in it is made when it is first read (`streams.py`).  So CPython opens, looks and lists
as ever, and only what it reads has a shadow.  The test writes the same files to its `tmp_path`:

    tmp_path.joinpath("data.txt").write_text("a\\n")

Texts are of characters that every encoding has alike, as nothing says which one a machine takes.
"""

from __future__ import annotations

import genericpath
import os
import posixpath
import re
import sys
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from clew.concolic.arguments import Arguments
from clew.concolic.streams import Reader, Source, Wanted
from clew.inputs.readymade import CannotBuild
from clew.inputs.recipes import File
from clew.inputs.shapes import StrShape
from clew.logic import terms as t
from clew.logic.sorts import INT
from clew.regexes import regex
from clew.semantics.shadow import Pair, Text, Tracked

if TYPE_CHECKING:
    from clew.concolic.world import World

USUAL: Final = "data.txt"  # what a path is, where nothing else is said of it
FOLDER: Final = "data"  # and that of a folder
WRITTEN: Final = ((9, 10), (32, 126))
_FOLDER: Final = "around"
_FILE, _MISSING, _DIRECTORY = range(3)
_PLAIN_PATH: Final = regex(r"[\w-][\w.-]{0,40}(/[\w-][\w.-]{0,40}){0,4}|\.[\w-]+", re.ASCII)
_WITH_ENDING: Final = regex(r"([\w-][\w.-]*/)*([\w-]+\.[a-z]\w{0,9}|\.[a-z]\w{2,9})", re.ASCII)
_ENCODINGS: Final = frozenset({None, "utf-8", "utf8", "utf_8", "utf-8-sig", "ascii", "latin-1", "locale"})
_NAMES: Final = ((46, 46), (48, 57), (97, 122))  # characters of the names in a folder


class Files:
    """Of one run.  kinds: what was asked for, by path; sources: what is read of files; members: folders with a file."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.before = os.getcwd()
        self.root = os.path.join(self.before, _FOLDER)
        self.kinds: dict[str, int] = {".": _DIRECTORY}
        self.sources: dict[str, Source] = {}
        self.members: set[str] = set()
        _remove(self.root)
        os.mkdir(self.root)
        os.chdir(self.root)

    def close(self) -> None:
        os.chdir(self.before)
        _remove(self.root)

    def answer(self, f: Any, arguments: Arguments) -> Pair | None:
        """What a function gives that is asked about a path; None where it is to be called as ever."""
        if not isinstance(f, types.FunctionType | types.BuiltinFunctionType) or not arguments.values:
            return None
        made = _ASKING.get(f) or _asking_path(f)
        if made is None:
            return None
        usual = FOLDER if made is Files._list else USUAL
        path = self._path((arguments.values[0], arguments.shadows[0]), usual)
        return None if path is None else made(self, path, f, arguments)

    def _path(self, pair: Pair, usual: str) -> str | None:
        """The path below the folder, with slashes; None for what is elsewhere, or no name that people give."""
        value, shadow = self.world.machine.settle(Tracked(*pair))
        if isinstance(value, str) and isinstance(shadow, Text):
            # Of all texts it is this one, here and when the search goes on from here.
            named = value if _WITH_ENDING.fullmatch(value) else usual
            if not self.world.machine.truth(self.world.machine.equal(Tracked(value, shadow), Tracked(named, None))):
                return None
        if not isinstance(value, str | os.PathLike):
            return None
        text = os.path.join(self.root, os.fspath(value))
        if not isinstance(text, str) or "\0" in text:
            return None
        below = os.path.relpath(os.path.normpath(text), self.root)
        plain = value != "" if below == "." else _PLAIN_PATH.fullmatch(below) is not None
        return below if plain else None

    # ------------------------------------------------------------ what is there

    def kind(self, path: str, default: int = _FILE) -> int:
        """What the path names; made if it was not asked for before."""
        if path not in self.kinds:
            above = os.path.dirname(path)
            if above and self.kind(above, _DIRECTORY) != _DIRECTORY:
                self.kinds[path] = _MISSING
            elif os.path.lexists(path):
                self.kinds[path] = _DIRECTORY if os.path.isdir(path) else _FILE  # the program made it
            else:
                name = f"${path}?there"
                self.world.asked[name] = Wanted(lambda world: world.files.kind(path, default))
                which, term = self.world.builder.choose(name, 3, default)
                self.world.builder.decide(term, which)
                self._make(path, which)
        return self.kinds[path]

    def _make(self, path: str, kind: int) -> None:
        self.kinds[path] = kind
        if kind == _DIRECTORY:
            os.mkdir(path)
            self.world.given[path] = File(path, None)
        elif kind == _FILE:
            self._store(path, "")

    def _store(self, path: str, content: str | bytes) -> None:
        data = content if isinstance(content, bytes) else content.encode("ascii")
        with open(path, "wb") as file:
            file.write(data)
        self.world.given[path] = File(path, content)

    def source(self, path: str, binary: bool) -> Source | None:
        """What is read of the file, where it is read in one way only."""
        if self.kind(path) != _FILE or (path not in self.sources and path not in self.world.given):
            return None
        if path not in self.sources:
            store: Callable[[str | bytes], None] = lambda content: self._store(path, content)  # noqa: E731
            again: Callable[[World], Source | None] = lambda world: world.files.source(path, binary)  # noqa: E731
            self.sources[path] = Source(self.world, f"${path}", store, again, WRITTEN, binary)
        found = self.sources[path]
        return found if found.binary == binary else None

    # ------------------------------------------------------------ what is asked

    def _look(self, path: str, f: Any, arguments: Arguments) -> Pair:
        self.kind(path)
        return f(*arguments.values, **arguments.named), None

    def _size(self, path: str, f: Any, arguments: Arguments) -> Pair:
        source = self.source(path, binary=False)
        if source is not None:
            source.fill(whole=True)
            if source.text is not None:
                return self.world.machine.invoke(len, Arguments((source.text.value,), (source.text.shadow,)))
        return f(*arguments.values, **arguments.named), None

    def _list(self, path: str, f: Any, arguments: Arguments) -> Pair:
        """A folder with one file at most, since nothing says in which order there are more."""
        if self.kind(path, _DIRECTORY) == _DIRECTORY and (name := self.member(path)) is not None and f is os.listdir:
            return self.world.machine.make_list((name.value,), (name.shadow,))
        return f(*arguments.values, **arguments.named), None

    def member(self, path: str) -> Tracked | None:
        """The name of the file that is in a folder of which nothing else was asked before."""
        if path in self.members or any(os.scandir(path)):
            return None
        self.members.add(path)
        world, name = self.world, f"${path}/*"
        world.asked[name] = Wanted(lambda world: world.files.member(path) if os.path.isdir(path) else None)
        count, term = world.builder.length(name, 1, "len")
        world.builder.decide(term, count)
        if not count:
            return None
        named = world.builder.build(StrShape(), f"{name}[0]", 0, 1).tracked
        for place in range(world.builder.bounds.text):
            world.machine.assume(t.in_ranges(t.var(f"{name}[0][{place}]", INT), _NAMES))
        world.machine.assume(t.ne(t.var(f"{name}[0][0]", INT), t.integer(46)))
        if re.fullmatch(r"[a-z0-9][a-z0-9.]*", named.value) is None:
            raise CannotBuild(f"{named.value!r} is no name of a file")
        self._make(os.path.normpath(f"{path}/{named.value}"), _FILE)
        return named

    def _open(self, path: str, f: Any, arguments: Arguments) -> Pair | None:
        """`open(path)`, `path.open()`; what is opened to be written is left to CPython."""
        given = dict(zip(("mode", "buffering", "encoding"), arguments.values[1:], strict=False), **arguments.named)
        mode = given.get("mode", "r")
        if mode not in ("r", "rt", "tr", "rb", "br") or given.keys() - {"mode", "encoding", "errors", "newline"}:
            return None
        binary = "b" in mode
        source = self.source(path, binary)
        real = arguments.passed_to(f)
        if source is not None and (binary or _usual(given)):
            self.world.readers[id(real)] = Reader(self.world.machine, source, real)
        return real, None

    def _read(self, path: str, f: Any, arguments: Arguments) -> Pair | None:
        """`path.read_text()`"""
        given = dict(zip(("encoding", "errors"), arguments.values[1:], strict=False), **arguments.named)
        binary = f.__name__ == "read_bytes"
        source = self.source(path, binary)
        if source is None or not (binary or _usual(given)):
            return None
        source.fill(whole=True)
        return None if source.text is None else (source.text.value, source.text.shadow)


def _remove(folder: str) -> None:
    """With all that is in it, if it is there."""
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        return
    except OSError:
        import shutil  # a large import

        shutil.rmtree(folder, ignore_errors=True)


def _usual(given: dict[str, Any]) -> bool:
    """Does the text come out as it was written?"""
    encoding = given.get("encoding")
    return given.get("newline") is None and (encoding.lower() if isinstance(encoding, str) else None) in _ENCODINGS


Asking: TypeAlias = Callable[[Files, str, Any, Arguments], Pair | None]
_ASKING: Final[dict[Any, Asking]] = {
    **dict.fromkeys(
        (genericpath.exists, genericpath.isfile, genericpath.isdir, posixpath.lexists, os.stat, os.lstat, os.access),
        Files._look,
    ),
    genericpath.getsize: Files._size,
    **dict.fromkeys((os.listdir, os.scandir, os.walk), Files._list),
    open: Files._open,
}
_ASKING_PATH: Final[dict[str, Asking]] = {
    **dict.fromkeys(("exists", "is_file", "is_dir", "stat"), Files._look),
    **dict.fromkeys(("iterdir", "glob"), Files._list),
    "open": Files._open,
    **dict.fromkeys(("read_text", "read_bytes"), Files._read),
}


def _asking_path(f: Any) -> Asking | None:
    """Of a method of `pathlib.Path`, if that is imported: it is a large import."""
    made = _ASKING_PATH.get(f.__name__)
    if made is None or (pathlib := sys.modules.get("pathlib")) is None:
        return None
    return made if f is getattr(pathlib.Path, f.__name__, None) else None
