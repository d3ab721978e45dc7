"""What a text uses for more than to look at it, by names: whoever keeps, returns or passes on an object may change it.

The default is that somebody may.  Only what is known to look leaves an object alone: comparisons, tests, subscripts
that are read, texts made of it, loops, and calls of functions and methods that answer something.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from typing import Final

from clew.effects.library import COMPUTED, HOLDING, LOOKING, PLAIN, SHOWN
from clew.frontend.module import ANY_NAME
from clew.frontend.parsing import nodes_of, parsed
from clew.records import dataclass

_CALLING: Final = {"map", "filter", "next", "type", "getattr"}  # what they are given, or its methods
_MEASURING: Final = (PLAIN | SHOWN | {"isinstance", "issubclass", "callable", "print", "any", "all", "sum"}) - _CALLING
_HOLDING: Final = (HOLDING | COMPUTED | {"sorted", "enumerate", "zip", "reversed", "iter", "min", "max"}) - _CALLING
_LOOKING: Final = frozenset(n for n in dir(str) if not n.startswith("_")).union(*LOOKING.values())
_MERELY: Final = frozenset({"join", "startswith", "endswith", "isdisjoint", "issubset", "issuperset", "fullmatch"})


_DEFAULTS: Final = frozenset({"__defaults__", "__kwdefaults__"})


def sets_defaults(text: str) -> bool:
    """May the text give a function other defaults, perhaps by changing the dict of those with names?"""
    tree = parsed(text if "defaults__" in text else "")
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()) | ast.Constant(str(name)) if name in _DEFAULTS:
                return True
    return "__kwdefaults__" in Handling.of(tree, ()).names(How.HAD)


class How(enum.IntEnum):
    """What becomes of a value: it is looked at; what is inside of it is had by somebody; it is had by somebody."""

    LOOKED_AT = 0
    INSIDE = 1
    HAD = 2

    @property
    def of_holder(self) -> How:
        """What becomes of an object when this becomes of something inside of it."""
        return How.INSIDE if self else How.LOOKED_AT


@dataclass(frozen=True, slots=True)
class Handled:
    """Names of variables and attributes.  had: whose objects somebody may change; inside: of which that holds for what
    they hold; used: in any way.  asked: names of methods that are called, and known of containers only to look.
    taken: with the name of an attribute that somebody has, which may be a method of the object.
    """

    had: frozenset[str] = frozenset()
    inside: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    taken: frozenset[tuple[str, str]] = frozenset()

    @staticmethod
    def of(texts: Collection[Handling]) -> Handled:
        had, inside, used = (frozenset[str]().union(*(text.names(how) for text in texts)) for how in reversed(How))
        asked = (name for text in texts for name in text.asked)
        taken = (pair for text in texts for pair in text.taken)
        return Handled(had, inside, used, frozenset(asked), frozenset(taken))


UNTOUCHED: Final = Handled()


@dataclass(slots=True)
class Handling:
    """One text.  imported: its names for what it imports, with the names they have there; own: nodes that stand for an
    object of its own class, or attributes of that; bound: names that it may have given to something else.

    found: names, with the most that becomes of them; asked, taken: as in `Handled`.
    """

    imported: dict[str, str]
    everything: bool  # some module is imported whole, under names that are not known
    own: Collection[int]
    bound: Collection[str]
    found: dict[str, How] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    taken: set[tuple[str, str]] = field(default_factory=set)

    @staticmethod
    def of(tree: ast.Module, own: Collection[int]) -> Handling:
        names = [(n, each) for n in nodes_of(tree, ast.Import, ast.ImportFrom) for each in n.names]
        imported = {each.asname or each.name.partition(".")[0]: each.name.rpartition(".")[2] for _, each in names}
        handling = Handling(imported, any(each.name == "*" for _, each in names), own, _bound(tree))
        handling.block(tree.body)
        return handling

    def names(self, at_least: How) -> frozenset[str]:
        return frozenset(name for name, how in self.found.items() if how >= at_least)

    def note(self, name: str, how: How) -> None:
        self.found[name] = max(how, self.found.get(name, How.LOOKED_AT))

    def block(self, body: Iterable[ast.AST]) -> None:
        for node in body:
            self.visit(node)

    def visit(self, node: ast.AST) -> None:
        match node:
            case ast.expr():
                self.value(node, How.LOOKED_AT)
            case ast.Assign(targets, value):
                self.value(value, How.HAD)
                self.each_set_of(targets)
            case ast.AugAssign(target, _, value):
                self.value(value, How.INSIDE)
                self.named(target)
                self.set_of(target)
            case ast.AnnAssign(target, _, value):
                self.set_of(target)
                self.value(value, How.HAD)
            case ast.For(target, over, body, orelse) | ast.AsyncFor(target, over, body, orelse):
                self.value(over, How.INSIDE)
                self.set_of(target)
                self.block((*body, *orelse))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.function(node)
            case ast.ClassDef(_, bases, keywords, body, decorators):
                self.each(bases, How.LOOKED_AT)
                self.each((*(k.value for k in keywords), *decorators), How.HAD)
                self.block(body)
            case ast.Delete(targets):
                self.each_set_of(targets)
            case ast.If() | ast.While() | ast.Assert():
                self.value(node.test, How.LOOKED_AT)
                self.block(n for n in ast.iter_child_nodes(node) if n is not node.test)
            case ast.Expr(value):
                self.value(value, How.LOOKED_AT)
            case ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal():
                pass
            case _:  # `return`, `with`, `match`, `raise`, `try`, …
                for inner in ast.iter_child_nodes(node):
                    if isinstance(inner, ast.expr):
                        self.value(inner, How.HAD)
                    else:
                        self.visit(inner)

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        defaults = (*node.args.defaults, *filter(None, node.args.kw_defaults))
        self.each((*node.decorator_list, *defaults), How.HAD)
        self.block(node.body)

    def each_set_of(self, targets: Iterable[ast.expr]) -> None:
        for target in targets:
            self.set_of(target)

    def set_of(self, target: ast.expr) -> None:
        """Something is set or deleted: of what?"""
        match target:
            case ast.Attribute(value) | ast.Subscript(value):
                self.value(value, How.HAD)
                self.value(getattr(target, "slice", None), How.LOOKED_AT)
            case ast.Tuple(parts) | ast.List(parts):
                self.each_set_of(parts)
            case ast.Starred(part):
                self.set_of(part)

    def named(self, target: ast.expr) -> None:
        """The variable or attribute itself, changed in place."""
        match target:
            case ast.Name(name):
                self.variable(name, How.HAD)
            case ast.Attribute(attr=name) if id(target) not in self.own:
                self.note(name, How.HAD)

    def variable(self, name: str, how: How) -> None:
        if name in self.imported:
            self.note(self.imported[name], how)
        elif self.everything:
            self.note(name, how)

    def last_name(self, node: ast.expr) -> Iterator[str]:
        match node:
            case ast.Name(name) if name in self.imported or self.everything:
                yield self.imported.get(name, name)
            case ast.Attribute(attr=name) if id(node) not in self.own:
                yield name

    def each(self, values: Iterable[ast.expr], how: How) -> None:
        for value in values:
            self.value(value, how)

    def value(self, node: ast.expr | None, how: How) -> None:
        match node:
            case None:
                pass
            case ast.Name(name):
                self.variable(name, how)
            case ast.Attribute(value, name):
                if id(node) not in self.own:
                    self.note(name, how)
                if name == "__dict__" and not is_itself(value, self.own):
                    self.note(ANY_NAME, how)
                if how is How.HAD:
                    self.taken.update((holder, name) for holder in self.last_name(value))
                self.value(value, how.of_holder)
            case ast.Subscript(value, key):
                self.value(value, how.of_holder)
                self.value(key, How.LOOKED_AT)
            case ast.Constant(str(text)) if how is How.HAD and text.isidentifier():
                self.note(text, how)  # `getattr(module, "loaded")`
            case ast.Call():
                self.call(node, how)
            case ast.BoolOp(_, values):
                self.each(values, how)
            case ast.IfExp(test, body, orelse):
                self.value(test, How.LOOKED_AT)
                self.each((body, orelse), how)
            case ast.BinOp(left, _, right):
                self.each((left, right), how.of_holder)
            case ast.Starred(value):
                self.value(value, How.INSIDE)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                self.comprehension(node)
            case ast.List(parts) | ast.Tuple(parts) | ast.Set(parts):
                self.each(parts, How.HAD if how else how)
            case ast.Compare() | ast.UnaryOp() | ast.JoinedStr() | ast.FormattedValue():
                self.inner(node, How.LOOKED_AT)
            case _:  # `lambda`, `yield`, `await`, `:=`, a dict, …
                self.inner(node, How.HAD)

    def inner(self, node: ast.AST, how: How) -> None:
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.expr):
                self.value(inner, how)
            else:
                self.inner(inner, how)

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        for generator in node.generators:
            self.value(generator.iter, How.INSIDE)
            self.each(generator.ifs, How.LOOKED_AT)
        self.each((node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,), How.HAD)

    def call(self, node: ast.Call, how: How) -> None:
        for keyword in node.keywords:
            copied = keyword.arg is None and _is_namespace(keyword.value)
            self.value(keyword.value, How.INSIDE if copied else How.HAD)  # a key function is called
        match node.func:
            case ast.Name("vars") if not all(is_itself(each, self.own) for each in node.args):
                self.note(ANY_NAME, how)
                self.note("__dict__", how)
                self.each((node.func, *node.args), How.HAD)
            case ast.Name("getattr") if self.by_computed_name(node.args):
                self.note(ANY_NAME, How.HAD if how else how)
                self.each((node.func, *node.args), How.HAD)
            case ast.Name("attrgetter") | ast.Attribute(attr="attrgetter") if not all(map(_shown, node.args)):
                self.note(ANY_NAME, How.HAD)
                self.each((node.func, *node.args), How.HAD)
            case ast.Name(name) if name in self.bound or name in self.imported:
                self.each((node.func, *node.args), How.HAD)
            case ast.Name(name) if name in _MEASURING:
                self.each(node.args, How.LOOKED_AT)
            case ast.Name(name) if name in _HOLDING:
                self.each(node.args, How.INSIDE)
            case ast.Attribute(value, name) if name in _LOOKING:
                self.asked.add(name)
                self.value(value, how.of_holder)
                self.each(node.args, How.INSIDE if name in _MERELY else How.HAD)
            case ast.Attribute(value, name):
                if id(node.func) not in self.own:
                    self.note(name, How.HAD)
                self.value(value, How.HAD)
                self.each(node.args, How.HAD)
            case _:
                self.each((node.func, *node.args), How.HAD)

    def by_computed_name(self, arguments: Sequence[ast.expr]) -> bool:
        """Are these those of `getattr`, for an object of another class and a name that may be a private one?"""
        return len(arguments) > 1 and not is_itself(arguments[0], self.own) and not _shown(arguments[1])


def is_itself(node: ast.AST, own: Collection[int]) -> bool:
    """Is it the object itself whose method the text is of, and no attribute of that?  own: as of `Handling`."""
    return isinstance(node, ast.Name) and id(node) in own


def _shown(name: ast.expr) -> bool:
    """Is it a name that the text shows, or one whose beginning shows that it is not private?"""
    match name:
        case ast.Constant() | ast.BinOp(ast.Constant(str()), ast.Add()) | ast.JoinedStr([ast.Constant(str()), *_]):
            first = next(n for n in ast.walk(name) if isinstance(n, ast.Constant))
            return first is name or not str(first.value).startswith("_")
    return False


def _bound(tree: ast.AST) -> frozenset[str]:
    """Names that functions, classes, parameters and assignments of the text bind."""
    named = nodes_of(tree, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    stored = (node.id for node in nodes_of(tree, ast.Name) if isinstance(node.ctx, ast.Store))
    return frozenset({*stored, *(node.arg for node in nodes_of(tree, ast.arg)), *(node.name for node in named)})


def _is_namespace(node: ast.expr) -> bool:
    """Is it `vars(o)` or `o.__dict__`?"""
    match node:
        case ast.Call(ast.Name("vars")) | ast.Attribute(attr="__dict__"):
            return True
    return False
