"""Which functions of a project lean on what changed in it since a revision.

    m.py    MAX = 4  ->  0                 changed
    k.py    LIMIT = m.MAX * 2              what is bound to it changed, too
    n.py    from k import LIMIT
            def z(a): return a // LIMIT    reads what changed
            def y(a): return z(a)          calls such a function
            def x(a): return y(a)          is left out

A name of a module counts where it is imported from a module of that name, by whichever way, or where an attribute has
it; attributes and methods count by name alone, in all modules.  Calls are followed once, since by names nearly all
functions of a project call each other in the end (`leaning.py` has to go on, as it carries proofs).
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import field
from typing import Final, TypeAlias

from clew.frontend.leaning import BY_TEXT
from clew.frontend.mentioned_words import is_stored, words_in
from clew.frontend.parsing import parsed
from clew.frontend.places import Comprehension
from clew.frontend.sides import DEFINITION, bound_by, dumped
from clew.frontend.special import is_special
from clew.records import dataclass

Bound: TypeAlias = tuple[str, str]
"""A name of a module: the path of that and the name; an attribute: an empty path and the name."""

_BY_TEXT: Final = BY_TEXT | {"getattr", "setattr", "hasattr", "delattr", "attrgetter", "methodcaller", "patch"}
_IMPORTING: Final = frozenset({"import_module", "__import__"})


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A function, a class or another statement, with what it binds and mentions.

    function: its qualified name.  cls: the qualified name of the class that it is in, or is, else empty.  is_import: is
    it for its own module, and for those that import it from there?
    """

    path: str
    text: str
    binds: frozenset[Bound]
    names: Set[str] = frozenset()
    attributes: Set[str] = frozenset()
    function: str | None = None
    cls: str = ""
    is_import: bool = False


@dataclass(eq=False)
class _Reader:
    """Takes a module apart."""

    path: str
    lines: list[str]
    found: list[Part] = field(default_factory=list)
    imported: list[tuple[str, str, str]] = field(default_factory=list)  # module's last word, name there, name here
    modules: set[str] = field(default_factory=set)  # last words of those that it imports

    def block(self, body: Iterable[ast.stmt], cls: str, last: int) -> None:
        """last: the line that it comes after."""
        for statement in body:
            self.statement(statement, cls, last)
            last = statement.end_lineno or last

    def statement(self, statement: ast.stmt, cls: str, last: int) -> None:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                # With the comments in front of it and in it, as they may be contracts.
                lines = self.lines[last : statement.end_lineno]
                text = "\n".join(line.strip() for line in lines if line.strip())
                self.add(statement, text, self.of_function(name, cls), cls, f"{cls}.{name}".lstrip("."))
                for part in ast.walk(statement):
                    if isinstance(part, ast.Import | ast.ImportFrom):
                        self.origins(part)
            case ast.ClassDef(name=name, body=body):
                own = f"{cls}.{name}".lstrip(".")
                heads: list[ast.expr | ast.keyword] = [*statement.bases, *statement.keywords, *statement.decorator_list]
                values: list[ast.expr] = [each.value if isinstance(each, ast.keyword) else each for each in heads]
                head = ast.Tuple(values, ast.Load())
                self.add(head, " ".join(map(ast.dump, heads)), {self.top(own), ("", name)}, own)
                self.block(body, own, statement.lineno)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                self.origins(statement)
                for alias in aliases:
                    here = alias.asname or alias.name.partition(".")[0]
                    text = f"{ast.dump(alias)} {getattr(statement, 'module', '')} {getattr(statement, 'level', 0)}"
                    self.found.append(Part(self.path, text, frozenset({(self.path, here)}), is_import=True))
            case _:
                self.data(statement, cls)
                for part in _inside(statement):
                    self.block(
                        [part],
                        cls,
                        min((d.lineno for d in getattr(part, "decorator_list", ())), default=part.lineno) - 1,
                    )

    def data(self, statement: ast.stmt, cls: str) -> None:
        stored = {each for part in ast.walk(statement) for each in _stored_in(part)}
        inner = {id(n) for c in ast.walk(statement) if isinstance(c, Comprehension) for n in ast.walk(c)}
        names = set(bound_by(statement))
        names -= {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and id(n) in inner and is_stored(n)}
        own = {("", name) for name in names} | {self.top(cls)} if cls else {(self.path, name) for name in names}
        others = {each if each[0] == "" else (self.path, each[1]) for each in stored}
        self.add(statement, dumped(statement), own | others, cls)

    def add(self, node: ast.AST, text: str, binds: Set[Bound], cls: str, function: str | None = None) -> None:
        # What a variable is said to be is not what it is bound to.
        values = [node.value] if isinstance(node, ast.AnnAssign) else [node]
        names, attributes, texts = set[str](), set[str](), set[str]()
        for value in filter(None, values):
            names, attributes, texts = words_in(value)
        if not _BY_TEXT.isdisjoint(names | attributes):
            attributes |= texts
        self.found.append(Part(self.path, text, frozenset(binds), names, attributes, function, cls))

    def of_function(self, name: str, cls: str) -> set[Bound]:
        """What its callers mention."""
        if not cls:
            return {(self.path, name)}
        return {self.top(cls)} if is_special(name) else {("", name)}

    def top(self, cls: str) -> Bound:
        return self.path, cls.partition(".")[0]

    def origins(self, statement: ast.Import | ast.ImportFrom) -> None:
        """Where its names are from."""
        self.modules.update(alias.name.rpartition(".")[2] for alias in statement.names)
        if isinstance(statement, ast.ImportFrom):
            package = self.path.split(os.sep)[: -statement.level or None]
            origin = statement.module.rpartition(".")[2] if statement.module else (package or [""])[-1]
            self.modules.add(origin)
            self.imported += [(origin, alias.name, alias.asname or alias.name) for alias in statement.names]


def _inside(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Definitions and imports in other statements, but for such as are in these."""
    waiting: list[ast.AST] = [*ast.iter_child_nodes(statement)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (*DEFINITION, ast.ClassDef, ast.Import, ast.ImportFrom)):
            yield node
        elif not isinstance(node, ast.expr):
            waiting += ast.iter_child_nodes(node)


def _stored_in(node: ast.AST) -> Iterator[Bound]:
    """`m.MAX = 0` binds an attribute; `TABLE[k] = v`, `TABLE.append(v)` and `fill(TABLE)` change what a name is bound
    to.
    """
    match node:
        case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
            yield "", name
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            yield "?", name
        case ast.Expr(value=ast.Call(func=func, args=args)):
            given = [func.value, *args] if isinstance(func, ast.Attribute) else args
            names, _, texts = words_in(ast.Tuple([*given], ast.Load()))
            yield from (("?", name) for name in names)
            yield from (("", text) for text in texts)


def _read(path: str, text: str) -> _Reader:
    reader = _Reader(path, text.splitlines())
    reader.block(parsed(text).body, "", 0)
    return reader


@dataclass(eq=False)
class Changes:
    """texts: of all modules of the project as they are, by path; before: of those that changed, empty where there was
    none.  A module that is there no more has an empty text.

    touched: the qualified names of the functions of each module that changed, that read what changed, or that call
    such a function.
    """

    texts: Mapping[str, str]
    before: Mapping[str, str]
    touched: dict[str, set[str]] = field(init=False)

    def __post_init__(self) -> None:
        modules = [_read(path, text) for path, text in self.texts.items()]
        self._users = _Users(modules)
        old = {path: _read(path, text) for path, text in self.before.items()}
        changed: set[Part] = set()
        data: set[Bound] = set()
        quiet: set[Bound] = set()
        for reader in modules:
            if reader.path in old:
                for part in _other(old[reader.path].found, reader.found):
                    if part.function is not None:
                        changed.add(part)
                    else:
                        (quiet if part.is_import else data).update(part.binds)
        reading = self._users.of(data, quiet - data)
        functions = changed | {part for part in reading if part.function is not None}
        calling = self._users.of({each for part in functions for each in part.binds}, set())
        self.touched = {}
        for part in functions | calling:
            if part.function is not None:
                self.touched.setdefault(part.path, set()).add(part.function)


def _other(before: Iterable[Part], now: Iterable[Part]) -> Iterator[Part]:
    """Those of both for which what binds the same is not written as it was: of a function it is itself that counts."""
    sides: list[dict[object, list[str]]] = [{}, {}]
    parts = ([*before], [*now])
    for side, each in zip(sides, parts, strict=True):
        for part in each:
            side.setdefault(_key(part), []).append(part.text)
    for part in (*parts[0], *parts[1]):
        if sides[0].get(_key(part)) != sides[1].get(_key(part)):
            yield part


def _key(part: Part) -> object:
    return part.function or (part.cls, part.is_import, part.binds)


class _Users:
    """Who uses a name."""

    def __init__(self, modules: Iterable[_Reader]) -> None:
        self.by_name: dict[Bound, list[Part]] = {}
        self.methods: dict[Bound, list[Part]] = {}
        self.importers: dict[str, list[tuple[str, str, str]]] = {}  # by the last word of a module: path, there, here
        self.importing: dict[str, set[str]] = {}
        for reader in modules:
            self.importing[reader.path] = reader.modules
            for origin, there, here in reader.imported:
                self.importers.setdefault(origin, []).append((reader.path, there, here))
            for part in reader.found:
                if not _IMPORTING.isdisjoint(part.names | part.attributes):
                    reader.modules.add("*")
                for name in part.names:
                    self.by_name.setdefault((part.path, name), []).append(part)
                for name in part.attributes:
                    self.by_name.setdefault(("", name), []).append(part)
                if part.function is not None and part.cls:
                    self.methods.setdefault(reader.top(part.cls), []).append(part)

    def of(self, bound: Set[Bound], quiet: Set[Bound]) -> set[Part]:
        """Functions that use one of these, or what is bound to it.  quiet: names that imports bind, which others have
        from there only if they say so.
        """
        found, quiet = set[Part](), set(quiet)
        seen, waiting = set(bound | quiet), [*bound, *quiet]
        while waiting:
            each = waiting.pop()
            for part in self._users(each, each in quiet):
                if part.function is not None:
                    found.add(part)
                    continue
                waiting += part.binds - seen
                seen |= part.binds
            for path, name in self._imported(each):
                if (path, name) not in seen:
                    seen.add((path, name))
                    quiet.add((path, name))
                    waiting.append((path, name))
        return found

    def _users(self, bound: Bound, is_quiet: bool) -> Iterator[Part]:
        path, name = bound
        yield from self.by_name.get(bound, ())
        if path:
            module = _word(path)
            for part in self.by_name.get(("", name), ()):
                if not is_quiet or not {module, "*"}.isdisjoint(self.importing[part.path]):
                    yield part
            yield from self.methods.get(bound, ())

    def _imported(self, bound: Bound) -> Iterator[Bound]:
        path, name = bound
        for importer, there, here in self.importers.get(_word(path), ()) if path else ():
            if there == name:
                yield importer, here
            elif there == "*":
                yield importer, name


def _word(path: str) -> str:
    """By which others import it."""
    folder, name = os.path.split(path)
    return os.path.basename(folder) if name == "__init__.py" else name.removesuffix(".py")
