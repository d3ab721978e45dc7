"""Classes that texts declare with built-in ones among their bases.

    class Mode(str, enum.Enum): R = "r"         Mode: a str that computes as one
    class Loud(str):                            Loud: a str that computes in its own way
        def __eq__(self, other): ...
    class Quiet(*BASES): ...                    Quiet: a list, where some text says `BASES = (list,)`
    Pair = namedtuple("Pair", "x y")            namedtuple: a tuple

Nothing is run.  A base that goes by another name is followed where texts assign, return or hand on what it names.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from clew.frontend.base_names import heads, named_in
from clew.frontend.names_alike import sets_computed_names
from clew.frontend.parsing import parsed
from clew.frontend.used_names import made_of
from clew.records import dataclass

_STATEMENT: Final = re.compile(r"^[ \t]*class[ \t]+(\w+)[^:\n(]*\(([^)]*)", re.MULTILINE)
_IMPORT: Final = re.compile(r"^[ \t]*from[ \t]+(\w+)[\w.]*[ \t]+import\b([^\n(]*(?:\([^)]*\))?)", re.MULTILINE)
_SET: Final = re.compile(
    r"(?<!\bself)\.[ \t]*(?!__(?:doc|name|qualname|module|dict)__)([A-Za-z_]\w*)[ \t]*(?::[^=\n]+)?=(?!=)"
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_CALLS: Final = re.compile(r"\b(?:namedtuple|NamedTuple)\s*\(")
_MAKES: Final = re.compile(r"\b(?:type|new_class|prepare_class|make_dataclass|ABCMeta|EnumMeta|EnumType)\s*\([^)]*,")
_FUNCTION: Final = re.compile(r"\bdef[ \t]+(\w+)")
_ENUMS: Final = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"})
_ASKING: Final = frozenset({  # what takes classes and makes none
    "isinstance", "issubclass", "raises", "assertRaises", "assertIsInstance", "suppress", "append", "add", "param",
    "parametrize",
})  # fmt: skip
_ANY: Final = frozenset({"type", "getattr", "vars", "__class__", "__mro__", "__bases__", "__base__", "__dict__"})
_BESIDE: Final = frozenset({"object", "Generic", "NamedTuple", *_ENUMS})  # bases that change no operation
_TUPLES: Final = frozenset({"namedtuple", "NamedTuple"})
_CHANGING_NOTHING: Final = frozenset({"unique", "final", "verify"})  # decorators

_Parents: TypeAlias = dict[str, set[str]]
_Functions: TypeAlias = dict[str, list[ast.FunctionDef]]


@dataclass(frozen=True, slots=True)
class DeclaredClass:
    """base: the name of the built-in class, or of one of the library that inherits from it, by which it is one.
    defines: what its body defines; None: it may do anything in its own way.
    """

    name: str
    base: str
    defines: frozenset[str] | None


def declared_classes(texts: Iterable[str], inside: Iterable[str], bases: Iterable[str]) -> tuple[DeclaredClass, ...]:
    """texts: of files that are not imported; inside: of those that are, of which only what functions declare counts.
    bases: names of the built-in classes, and of classes of imported files that inherit from them.
    """
    known = frozenset(bases)
    texts, inside = [*texts], [*inside]
    trees = [*map(parsed, _declaring((*texts, *inside), known))]
    parents = _parents((*texts, *inside), trees, known)
    roots = {name: {name} for name in known}
    while grown := {n: found for n, ps in parents.items() if (found := _above(n, ps, roots)) - roots.get(n, set())}:
        for name, found in grown.items():
            roots.setdefault(name, set()).update(found)
    every = [each for tree in trees[: len(texts)] for each in _declared([tree], roots, known)]
    for tree in trees[len(texts) :]:
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        every += _declared(functions, roots, known)
    return tuple(dict.fromkeys(every))


@dataclass(frozen=True, slots=True)
class SetLater:
    """What texts set of classes and objects that they need not show: attributes of these names, and of the classes with
    these names any, by names that are computed.
    """

    attributes: frozenset[str]
    classes: frozenset[str]

    @staticmethod
    def of(texts: Collection[str]) -> SetLater:
        attributes = frozenset(name for text in texts for name in _SET.findall(text))
        computing = (text for text in texts if sets_computed_names(text))
        words = frozenset(word for text in computing for word in _WORD.findall(text))
        return SetLater(attributes, words - _TUPLES)  # which are no names of classes


def _above(name: str, parents: set[str], roots: Mapping[str, set[str]]) -> set[str]:
    return set[str]().union(*(roots.get(parent, ()) for parent in parents if parent != name))


def _declaring(texts: Sequence[str], known: frozenset[str]) -> Iterator[str]:
    """The texts, those empty that declare no class which may count: not all are worth to be parsed."""
    bases = [[(name, {*_WORD.findall(words)}) for name, words in _STATEMENT.findall(text)] for text in texts]
    declared = {name for each in bases for name, _ in each}
    handed = re.compile(rf"[,(]\s*\[?\(\s*(?:{'|'.join(map(re.escape, sorted(known)))})\s*,")
    counting = set(known)
    while more := {n for each in bases for n, words in each if not counting.isdisjoint(words)} - counting:
        counting |= more
    for text, each in zip(texts, bases, strict=True):
        words = set[str]().union(*(words for _, words in each))
        library = {w for module, names in _IMPORT.findall(text) if _is_standard(module) for w in _WORD.findall(names)}
        others = words - declared - library - vars(builtins).keys()
        makes = _CALLS.search(text) or _MAKES.search(text) or handed.search(text) or not _ANY.isdisjoint(words)
        yield text if makes or others or not counting.isdisjoint(words) else ""


def _is_standard(module: str) -> bool:
    return module in sys.stdlib_module_names


# ---------------------------------------------------------------- what bases stand for


def _parents(texts: Sequence[str], trees: Sequence[ast.Module], known: Iterable[str]) -> _Parents:
    """By the name of a class, those of its bases, of all classes of that name; by these, what may be meant by them."""
    found: _Parents = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.ClassDef(name, bases):
                found.setdefault(name, set()).update(word for base in bases for word in heads(base))
            case ast.ImportFrom(names=names):
                for each in names:
                    if each.asname:
                        found.setdefault(each.asname, set()).add(each.name)
    settled = {*found, *known, *vars(builtins), *(name for tree in trees for name in _of_library(tree))}
    fresh, is_base = set[str]().union(*found.values()) - settled, True
    functions: _Functions = {}
    while fresh:
        more: _Parents = {name: set() for name in fresh}
        for name, word in _given(texts, frozenset(fresh), is_base, functions):
            more[name].add(word)
        found |= more
        settled |= more.keys()
        fresh, is_base = set[str]().union(*more.values()) - settled, False
    return found


def _of_library(tree: ast.Module) -> Iterator[str]:
    """The names that imports give to what is of the standard library."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(str(module), names, 0) if _is_standard(module.partition(".")[0]):
                yield from (each.asname or each.name for each in names)


def _given(
    texts: Sequence[str], names: frozenset[str], is_base: bool, functions: _Functions
) -> Iterator[tuple[str, str]]:
    """What is assigned to the names, in functions only where they are bases themselves; what functions of these names
    return; what those are given that have parameters of these names.
    """
    taking = dict[str, set[str]]()
    either = "|".join(map(re.escape, sorted(names)))
    indent = r"[ \t]*" if is_base else ""
    assigns = re.compile(rf"^{indent}(?:[\w.]+\.)?({either})[ \t]*(?::[^=\n]+)?=(?!=)([^\n]*)", re.MULTILINE)
    loops = re.compile(rf"\bfor\b[^:\n]*\b({either})\b[^:\n]*\bin\b([^:\n]*)")
    for text in texts:
        pairs = (*assigns.findall(text), *loops.findall(text))
        yield from ((name, word) for name, value in pairs for word in named_in(value))
        takes = re.search(rf"\bdef\s+\w+\s*\([^)]*\b(?:{either})\b", text)
        if takes is None and names.isdisjoint(_FUNCTION.findall(text)):
            continue
        if text not in functions:
            functions[text] = [n for n in ast.walk(parsed(text)) if isinstance(n, ast.FunctionDef)]
        for node in functions[text]:
            if node.name in names:
                returned = (part.value for part in ast.walk(node) if isinstance(part, ast.Return))
                yield from ((node.name, word) for value in returned for word in heads(value))
            if taken := names.intersection(arg.arg for arg in (*node.args.posonlyargs, *node.args.args)):
                derived = {_name(base) for part in node.body if isinstance(part, ast.ClassDef) for base in part.bases}
                taking.setdefault(node.name, set()).update(taken & derived)
    makers = "|".join(re.escape(name) for name in sorted(taking) if taking[name])
    called = re.compile(rf"\b({makers})\s*(\([^()\n]*\))")
    for function, given in (pair for text in texts for pair in (called.findall(text) if makers else ())):
        for word in named_in(f"f{given}"):
            yield from ((parameter, word) for parameter in taking[function])


def _name(base: ast.expr) -> str:
    return base.id if isinstance(base, ast.Name) else ""


# ---------------------------------------------------------------- what is declared


def _declared(
    holders: Iterable[ast.AST], roots: Mapping[str, set[str]], known: frozenset[str]
) -> Iterator[DeclaredClass]:
    for holder in holders:
        for node in ast.walk(holder):
            match node:
                case ast.ClassDef(name, bases):
                    defines = _defined(node, known)
                    yield from (DeclaredClass(name, root, defines) for root in _roots(bases, roots))
                case ast.Call(ast.Name(name) | ast.Attribute(attr=name)) if name in _TUPLES:
                    yield DeclaredClass(name, name, frozenset())
        for part in (*made_of(holder), *_tuples_given(holder)):
            yield from (DeclaredClass("class made by a call", root, None) for root in _roots([part], roots))


def _tuples_given(holder: ast.AST) -> Iterator[ast.Tuple]:
    """What may be bases: in calls of what may make a class, `make("Quiet", (list,), {…})`."""
    for node in ast.walk(holder):
        if isinstance(node, ast.Call) and _ASKING.isdisjoint(heads(node.func)):
            for given in node.args:
                parts = given.elts if isinstance(given, ast.List) else [given]
                yield from (part for part in parts if isinstance(part, ast.Tuple))


def _roots(bases: Iterable[ast.expr], roots: Mapping[str, set[str]]) -> list[str]:
    words = {word for base in bases for word in heads(base)}
    if not _ANY.isdisjoint(words) and any(not isinstance(base, ast.Name) for base in bases):
        return sorted({root for each in roots.values() for root in each})
    return sorted(set[str]().union(*(roots.get(word, ()) for word in words)))


def _defined(node: ast.ClassDef, known: frozenset[str]) -> frozenset[str] | None:
    """None where it takes more than the body to know."""
    named = {word for base in node.bases for word in heads(base) if not isinstance(base, ast.Call)} - _BESIDE
    plain = all(isinstance(base, ast.Name | ast.Attribute | ast.Subscript) or _is_tuple(base) for base in node.bases)
    decorators = {word for each in node.decorator_list for word in heads(each)}
    if not (plain and named <= known and len(named) <= 1 and not node.keywords and decorators <= _CHANGING_NOTHING):
        return None
    is_enum = any(not _ENUMS.isdisjoint(heads(base)) for base in node.bases)
    found = set[str]()
    for statement in node.body:
        match statement:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                found.add(name)
            case ast.Assign(targets):
                if not is_enum:  # what is assigned is a member there
                    found.update(word for target in targets for word in heads(target))
            case ast.AnnAssign(ast.Name(name), value=value):
                found.update([name] if value is not None and not is_enum else ())
            case ast.Expr() | ast.Pass():
                pass
            case _:
                return None
    stored = (n for n in ast.walk(node) if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load))
    return frozenset(found).union(each.attr for each in stored)


def _is_tuple(base: ast.expr) -> bool:
    """Is it `namedtuple(…)`?"""
    return isinstance(base, ast.Call) and not _TUPLES.isdisjoint(heads(base.func))
