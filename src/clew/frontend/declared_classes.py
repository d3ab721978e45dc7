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

from clew.frontend.base_names import heads
from clew.frontend.named_values import ANYTHING, LOOKING_UP, OF_CLASSES, NamedValues
from clew.frontend.names_alike import sets_computed_names
from clew.frontend.parsing import nodes, nodes_of, parsed
from clew.frontend.used_names import made_of
from clew.records import dataclass
from clew.regexes import regex

_STATEMENT: Final = regex(r"^[ \t]*class[ \t]+(\w+)[^:\n(]*\(([^)]*)", re.MULTILINE)
_CLASS: Final = regex(r"^[ \t]*class[ \t]+(\w+)", re.MULTILINE)
_IMPORT: Final = regex(r"^[ \t]*from[ \t]+(\w+)[\w.]*[ \t]+import\b([^\n(]*(?:\([^)]*\))?)", re.MULTILINE)
_SET: Final = regex(
    r"(?<!\bself)\.[ \t]*(?!__(?:doc|name|qualname|module|dict)__)([A-Za-z_]\w*)[ \t]*(?::[^=\n]+)?=(?!=)"
)
_WORD: Final = regex(r"[A-Za-z_]\w*")
_HOLDER: Final = regex(r"\b[A-Za-z_]\w*\s*\.\s*(?=[A-Za-z_])")  # of the name that a class has in it
_CALLS: Final = regex(r"\b(?:namedtuple|NamedTuple)\s*\(")
_ENUM_CALLS: Final = regex(r"\benum\b")  # which text imports them, under whatever name
_MAKES: Final = regex(r"\b(?:type|new_class|prepare_class|make_dataclass|ABCMeta|EnumMeta|EnumType)\s*\([^)]*,")
_ENUMS: Final = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"})
_ASKING: Final = frozenset({  # what takes classes and makes none
    "isinstance", "issubclass", "raises", "assertRaises", "assertIsInstance", "suppress", "append", "add", "param",
    "parametrize",
})  # fmt: skip
_ANY: Final = LOOKING_UP | OF_CLASSES | {"type"}
_BESIDE: Final = frozenset({"object", "Generic", "NamedTuple", *_ENUMS})  # bases that change no operation
_TUPLES: Final = frozenset({"namedtuple", "NamedTuple"})
_MAKING_VALUES: Final = frozenset({
    "bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple",
})  # fmt: skip
_ATTRIBUTE_SET: Final = regex(rf"\.\s*({'|'.join(sorted(_MAKING_VALUES))})\s*(?::[^=\n]+)?=(?!=)")
_QUOTED: Final = regex(rf"""["']({"|".join(sorted(_MAKING_VALUES))})["']""")
_SETTING_BY_NAME: Final = regex(r"\b(?:setattr|__setattr__|globals|vars|__dict__|__builtins__|patch|exec|eval)\b")
_CHANGING_NOTHING: Final = frozenset({"unique", "final", "verify"})  # decorators

_Parents: TypeAlias = dict[str, set[str]]


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
    values = NamedValues()
    parents = _parents((*texts, *inside), trees, values, known)
    roots = {ANYTHING: {*known}, **{name: {name} for name in known}}
    while grown := {n: found for n, ps in parents.items() if (found := _above(n, ps, roots)) - roots.get(n, set())}:
        for name, found in grown.items():
            roots.setdefault(name, set()).update(found)
    enums, set_anywhere = _enums(trees), _set_anywhere((*texts, *inside))
    every = list[DeclaredClass]()
    for index, tree in enumerate(trees):
        makers = _MAKING_VALUES - set_anywhere - _bound(tree)
        holders = [tree] if index < len(texts) else nodes_of(tree, ast.FunctionDef)
        every += _declared(holders, roots, known, values, enums, makers)
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
    declared = {name for text in texts for name in _CLASS.findall(text)}
    handed = re.compile(rf"[,(]\s*\[?\(\s*(?:{'|'.join(map(re.escape, sorted(known)))})\s*,")
    counting = set(known)
    while more := {n for each in bases for n, words in each if not counting.isdisjoint(words)} - counting:
        counting |= more
    for text, each in zip(texts, bases, strict=True):
        words = set[str]().union(*(words for _, words in each))
        library = {w for module, names in _IMPORT.findall(text) if _is_standard(module) for w in _WORD.findall(names)}
        last = {word for _, words in _STATEMENT.findall(text) for word in _WORD.findall(_HOLDER.sub("", words))}
        others = last - declared - library - vars(builtins).keys()
        makes = (
            _CALLS.search(text)
            or _ENUM_CALLS.search(text)
            or _MAKES.search(text)
            or handed.search(text)
            or not _ANY.isdisjoint(words)
        )
        yield text if makes or others or not counting.isdisjoint(words) else ""


def _is_standard(module: str) -> bool:
    return module in sys.stdlib_module_names


# ---------------------------------------------------------------- what bases stand for


def _parents(
    texts: Sequence[str], trees: Sequence[ast.Module], values: NamedValues, known: Collection[str]
) -> _Parents:
    """By the name of a class, those of its bases, of all classes of that name; by these, what may be meant by them."""
    found: _Parents = {}
    for tree in trees:
        values.read(tree)
    for node in (node for tree in trees for node in nodes_of(tree, ast.ClassDef)):
        found.setdefault(node.name, set()).update(word for base in node.bases for word in values.of(base))
    made = {word for tree in trees for part in made_of(tree) for word in values.of(part)}
    unread = [text for text, tree in zip(texts, trees, strict=True) if not tree.body]
    settled = {*known, *vars(builtins), *(name for text in texts for name in _CLASS.findall(text))}
    settled.update(name for tree in trees for name in _of_library(tree))
    asked, fresh, again = set[str](), made.union(*found.values()) - settled, list[str]()
    while fresh or again:
        asked |= fresh
        names = sorted(re.escape(name) for name in values.names_for(asked) if name.isidentifier())
        mentioned = re.compile(rf"\b(?:{'|'.join(names)})\b")
        again = [text for text in unread if names and mentioned.search(text)]
        for text in again:
            unread.remove(text)
            values.read(parsed(text))
        more: _Parents = {word: values.behind(word) for word in (asked if again else fresh)}
        for word, behind in more.items():
            found.setdefault(word, set()).update(behind)
        settled |= more.keys()
        fresh = set[str]().union(*more.values()) - settled
    return found


def _of_library(tree: ast.Module) -> Iterator[str]:
    """The names that imports give to what is of the standard library."""
    for node in nodes_of(tree, ast.ImportFrom, ast.Attribute):
        match node:
            case ast.ImportFrom(str(module), names, 0) if _is_standard(module.partition(".")[0]):
                yield from (each.asname or each.name for each in names)
            case ast.Attribute(ast.Name(module), name) if _is_standard(module):
                yield name


# ---------------------------------------------------------------- what is declared


def _declared(
    holders: Iterable[ast.AST],
    roots: Mapping[str, set[str]],
    known: frozenset[str],
    values: NamedValues,
    enums: Mapping[str, str],
    makers: Collection[str],
) -> Iterator[DeclaredClass]:
    """enums: as of `_enums`; makers: names of functions that give no class."""
    for holder in holders:
        for node in nodes(holder):
            match node:
                case ast.ClassDef(name, bases):
                    defines = _defined(node, known)
                    words = {word for base in bases for word in values.of(base)}
                    yield from (DeclaredClass(name, root, defines) for root in _roots(words, roots))
                case ast.Call(ast.Name(name) | ast.Attribute(attr=name)) if name in _TUPLES:
                    yield DeclaredClass(name, name, frozenset())
                case ast.Call(func, given, keywords) if len(given) + len(keywords) > 1 and heads(func) & enums.keys():
                    mixed = (keyword.value for keyword in keywords if keyword.arg in (None, "type"))
                    words = {enums[name] for name in heads(func) & enums.keys()}
                    words.update(word for base in mixed for word in values.of(base))
                    yield from (
                        DeclaredClass("enum made by a call", root, frozenset()) for root in _roots(words, roots)
                    )
        made = {word for part in made_of(holder) for word in values.of(part)}
        made.update(_bases_given(holder, makers))
        yield from (DeclaredClass("class made by a call", root, None) for root in _roots(made, roots))


def _enums(trees: Iterable[ast.Module]) -> dict[str, str]:
    """Names of classes of enums, which make more of these when they are called (`IntEnum("Mode", "A B")`), and of each
    what it is a name for.
    """
    found = {name: name for name in _ENUMS}
    kinds = (ast.alias, ast.Assign, ast.ClassDef)
    every = [node for tree in trees for node in nodes(tree) if isinstance(node, kinds)]
    before = 0
    while before != (before := len(found)):
        for node in every:
            match node:
                case ast.alias(name, str(other)) if name in found:
                    found.setdefault(other, found[name])
                case ast.Assign([ast.Name(other)], ast.Name(name) | ast.Attribute(attr=name)) if name in found:
                    found.setdefault(other, found[name])
                case ast.ClassDef(name, bases) if not found.keys().isdisjoint(w for base in bases for w in heads(base)):
                    found.setdefault(name, name)
    return found


def _bases_given(holder: ast.AST, makers: Collection[str]) -> Iterator[str]:
    """What may be bases: in calls of what may make a class, `make("Quiet", (list,), {…})`."""
    for node in nodes_of(holder, ast.Call):
        if _ASKING.isdisjoint(heads(node.func)):
            for given in node.args:
                parts = given.elts if isinstance(given, ast.List) else [given]
                items = (item for part in parts if isinstance(part, ast.Tuple) for item in part.elts)
                yield from (word for item in items for each in _classes_in(item, makers) for word in heads(each))


def _classes_in(item: ast.expr, makers: Collection[str]) -> Iterator[ast.expr]:
    """The parts of an expression that may be a class: what `str(x)` gives is none."""
    match item:
        case ast.IfExp(_, body, orelse):
            yield from _classes_in(body, makers)
            yield from _classes_in(orelse, makers)
        case ast.Call(ast.Name(name)) if name in makers:
            pass
        case _:
            yield item


def _bound(tree: ast.Module) -> frozenset[str]:
    """The names of builtins that may stand for something else in the text."""
    found = set[str]()
    for node in nodes(tree):
        match node:
            case ast.Name(name, ast.Store() | ast.Del()) | ast.arg(name) | ast.MatchMapping(rest=str(name)):
                found.add(name)
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                found.add(name)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found.add(name)
            case ast.alias("*"):
                return _MAKING_VALUES
            case ast.alias(name, other):
                found.add(other or name.partition(".")[0])
    return frozenset(found)


def _set_anywhere(texts: Iterable[str]) -> frozenset[str]:
    """The names of builtins that some text may set in a module, or among the builtins."""
    found = set[str]()
    for text in texts:
        found.update(_ATTRIBUTE_SET.findall(text))
        found.update(_QUOTED.findall(text) if _SETTING_BY_NAME.search(text) else ())
    return frozenset(found)


def _roots(words: Iterable[str], roots: Mapping[str, set[str]]) -> list[str]:
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
