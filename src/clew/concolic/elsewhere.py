"""What files of the project that the module under test does not import do to what modules, classes and objects hold.

Set-up code, plug-ins, subclasses, command lines assign `config._limit`, fill `registry._names`, patch functions; they
import the module, not the other way round, so nothing of them is loaded.  Their texts are searched for names, which
finds too many rather than too few: these names only decide what a proof must not take for granted, or must say.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import field
from typing import Final

from clew.effects.changes import MUTATORS
from clew.effects.watched import ANY_NAME
from clew.frontend.outline import bases_of
from clew.records import dataclass

_MOST_FILES: Final = 2_000
_LARGEST: Final = 400_000  # bytes of a file
_SKIPPED: Final = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist", "venv"})
_SETTERS: Final = frozenset({"setattr", "delattr", "__setattr__", "__delattr__"})
_BY_NAME: Final = _SETTERS | {"setitem", "patch", "object", "multiple", "dict"}  # `mock.patch.object` and its like


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
        word, texts, found = module.rpartition(".")[2], list[str](), _Names()
        for text in _texts(folders, {os.path.realpath(file) for file in loaded}):
            if word not in text and module.partition(".")[0] not in text:
                continue
            texts.append(text)
            try:
                tree = ast.parse(text)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue  # nobody runs it
            found.read(tree)
        used = frozenset(found.assigned), frozenset(found.changed), frozenset(found.private)
        return Elsewhere(*used, frozenset(found.bases), tuple(texts))


@dataclass(slots=True)
class _Names:
    """See `Elsewhere`."""

    assigned: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    private: set[str] = field(default_factory=set)
    bases: set[str] = field(default_factory=set)

    def read(self, tree: ast.Module) -> None:
        self.bases |= bases_of(tree)
        own = {id(node) for cls in ast.walk(tree) if isinstance(cls, ast.ClassDef) for node in _of_itself(cls)}
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(attr=name, ctx=ctx) if id(node) not in own:
                    self.assigned.update(() if isinstance(ctx, ast.Load) else [name])
                    self.use(name)
                case ast.Name(name):
                    self.use(name)
                case ast.ImportFrom(names=names):
                    for each in names:
                        self.use(each.name)
                case ast.Call(ast.Name(name) | ast.Attribute(attr=name), arguments) if name in _BY_NAME:
                    self.set_by_name(name, [each for each in arguments if id(each) not in own])
                case ast.Call(ast.Attribute(value, name)) if name in MUTATORS and id(value) not in own:
                    self.change(value)
                case ast.Subscript(value, ctx=ast.Store() | ast.Del()) | ast.AugAssign(value) if id(value) not in own:
                    self.change(value)

    def use(self, name: str) -> None:
        if name.startswith("_") and not name.endswith("__"):
            self.private.add(name)

    def change(self, value: ast.expr) -> None:
        match value:
            case ast.Name(name) | ast.Attribute(attr=name):
                self.changed.add(name)
                self.assigned.update([ANY_NAME] if name == "__dict__" else ())
            case ast.Call(ast.Name("vars")):
                self.assigned.add(ANY_NAME)

    def set_by_name(self, name: str, arguments: Iterable[ast.expr]) -> None:
        texts = [a.value for a in arguments if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        self.assigned.update(text.rpartition(".")[2] for text in texts)
        if name in _SETTERS and not texts:
            self.assigned.add(ANY_NAME)


def _of_itself(cls: ast.ClassDef) -> Iterator[ast.expr]:
    """Where methods of a class without bases name attributes of their own object, and that object."""
    if any(not (isinstance(base, ast.Name) and base.id == "object") for base in cls.bases):
        return
    for method in cls.body:
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
            parameters = [*method.args.posonlyargs, *method.args.args]
            for node in ast.walk(method) if parameters else ():
                if isinstance(node, ast.Name) and node.id == parameters[0].arg:
                    yield node
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    if node.value.id == parameters[0].arg:
                        yield node


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
