"""Classes that texts declare with built-in ones among their bases, read without running anything.

class Mode(str, enum.Enum): R = "r"         Mode: str, defines nothing
class Loud(Mode):                           Loud: str, defines `__eq__`
    def __eq__(self, other): ...
Pair = namedtuple("Pair", "x y")            namedtuple: tuple, defines nothing
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from clew.frontend.used_names import made_of
from clew.records import dataclass

_STATEMENT: Final = re.compile(r"^[ \t]*class[ \t]+(\w+)[^:\n(]*\(([^)]*)\)", re.MULTILINE)
_CALLS: Final = re.compile(r"\b(namedtuple|NamedTuple)\s*\(")
_MAKES: Final = re.compile(r"\b(?:type|new_class|prepare_class)\s*\([^)]*,")
_WORD: Final = re.compile(r"\w+")
_ARGUMENTS: Final = re.compile(r"\[[^)\n]*\]")  # of generic classes

_Parents: TypeAlias = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class DeclaredClass:
    """base: the name of the built-in class, or of one of the library that inherits from it, by which it is one.
    defines: what its body defines, and the bodies of its bases that texts declare.
    """

    name: str
    base: str
    defines: frozenset[str]


def declared_classes(texts: Iterable[str], inside: Iterable[str], bases: Iterable[str]) -> tuple[DeclaredClass, ...]:
    """texts: of files that are not imported; inside: of those that are, of which only what functions declare counts.
    bases: names of the built-in classes, and of classes of imported files that inherit from them.
    """
    both = [(text, False) for text in texts], [(text, True) for text in inside]
    every = [each for part in both for each in part]
    parents = _parents(text for text, _ in every)
    roots = {name: {name} for name in bases}
    while grown := {n: found for n, ps in parents.items() if (found := _above(n, ps, roots)) - roots.get(n, set())}:
        for name, found in grown.items():
            roots.setdefault(name, set()).update(found)
    wanted = [(text, loaded) for text, loaded in every if _may_declare(text, roots)]
    declared = [each for text, loaded in wanted for each in _declared(text, loaded, roots)]
    return tuple(dict.fromkeys(_with_inherited(declared, parents)))


def _above(name: str, parents: frozenset[str], roots: Mapping[str, set[str]]) -> set[str]:
    return set[str]().union(*(roots.get(parent, ()) for parent in parents if parent != name))


def _parents(texts: Iterable[str]) -> dict[str, frozenset[str]]:
    """By the name of a class, all words of what its bases are, of all classes of that name."""
    found: dict[str, frozenset[str]] = {}
    for text in texts:
        for name, bases in _STATEMENT.findall(text):
            found[name] = found.get(name, frozenset()).union(_WORD.findall(_ARGUMENTS.sub("", bases)))
    return found


def _may_declare(text: str, roots: Mapping[str, set[str]]) -> bool:
    return (
        any(not roots.keys().isdisjoint(_WORD.findall(bases)) for _, bases in _STATEMENT.findall(text))
        or _CALLS.search(text) is not None
        or _MAKES.search(text) is not None
    )


def _declared(text: str, loaded: bool, roots: Mapping[str, set[str]]) -> Iterator[DeclaredClass]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # nobody runs it
    for holder in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)) if loaded else (tree,):
        for node in ast.walk(holder):
            match node:
                case ast.ClassDef(name, bases):
                    words = {word for base in bases for word in _words(base)}
                    for root in sorted(set[str]().union(*(roots.get(word, ()) for word in words))):
                        yield DeclaredClass(name, root, frozenset(_defined(node.body, words)))
                case ast.Call(ast.Name(name) | ast.Attribute(attr=name)) if name in ("namedtuple", "NamedTuple"):
                    yield DeclaredClass(name, name, frozenset())
        for part in made_of(holder):
            for root in sorted(set[str]().union(*(roots.get(word, ()) for word in _words(part)))):
                yield DeclaredClass("class made by a call", root, frozenset({"__eq__"}))  # or anything else


def _words(node: ast.AST) -> Iterator[str]:
    inner = node.value if isinstance(node, ast.Subscript) else node  # `dict[str, int]`
    for part in ast.walk(inner):
        match part:
            case ast.Name(name) | ast.Attribute(attr=name):
                yield name


def _defined(body: Iterable[ast.stmt], bases: Iterable[str]) -> Iterator[str]:
    members = any("Enum" in base or "Flag" in base for base in bases)  # what is assigned is a member
    for statement in body:
        match statement:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.Assign(targets) if not members:
                yield from (part.id for each in targets for part in ast.walk(each) if isinstance(part, ast.Name))
            case ast.AnnAssign(ast.Name(name), value=ast.expr()) if not members:
                yield name
            case ast.If() | ast.Try() | ast.With() | ast.For() | ast.While():
                inner = (n for n in ast.walk(statement) if isinstance(n, ast.stmt) and n is not statement)
                yield from _defined(inner, bases)


def _with_inherited(found: Sequence[DeclaredClass], parents: _Parents) -> Iterator[DeclaredClass]:
    """With what the bases define that are declared, too."""
    by_name: dict[str, frozenset[str]] = {}
    for each in found:
        by_name[each.name] = by_name.get(each.name, frozenset()) | each.defines
    for each in found:
        seen, waiting = {each.name}, [each.name]
        while waiting:
            above = parents.get(waiting.pop(), frozenset()) - seen
            seen |= above
            waiting += above
        inherited = (by_name[name] for name in sorted(seen) if name != each.name and name in by_name)
        yield DeclaredClass(each.name, each.base, each.defines.union(*inherited))
