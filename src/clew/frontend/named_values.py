"""What the values of names in texts may be made of: the names in the expressions that are bound to them.

    Base = int                      Base: int
    A, B = pick(int), str           A, B: pick, int, str
    def pick(x): return x           pick: pick:x, which is the variable of the function
    def make(base=int): ...         make:base: int, and what calls of `make` are given; `*` where it is handed on
    class C: base: type             base: C:base, which is what calls of `C` are given

Nothing is run.  Variables of functions are apart from others of their name; attributes, items and functions are not.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import field
from typing import Final, TypeAlias

from clew.records import dataclass
from clew.regexes import regex

ANYTHING: Final = "*"
# By these a value may be reached that no name in the text stands for.
LOOKING_UP: Final = frozenset({"getattr", "vars", "eval", "globals", "locals"})
OF_CLASSES: Final = frozenset({"__class__", "__mro__", "__bases__", "__base__", "__orig_bases__", "__dict__"})
_CONSTRUCTORS: Final = frozenset({"__init__", "__new__"})
_SPECIAL: Final = regex(r"__\w+__")
_SETTERS: Final = frozenset({"setattr", "__setattr__"})
_ADDING: Final = frozenset({"append", "appendleft", "extend", "extendleft", "insert", "add", "update", "setdefault"})
_DEPTH: Final = 3  # of calls by which a function is got: `outer()()()`

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Words: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Scope:
    """name: of the function; inside: of its variables."""

    name: str
    inside: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Parameters:
    """rest: the names of `*args` and `**options`."""

    positional: tuple[str, ...]
    others: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Given:
    """What a call gives: by position, by name, and where neither is told."""

    positional: tuple[_Words, ...]
    named: tuple[tuple[str, _Words], ...] = ()
    spread: _Words = frozenset()

    def to(self, taken: _Parameters, variable: str) -> _Words:
        named = frozenset[str]().union(*(words for name, words in self.named if name == variable))
        if variable in taken.rest:
            return self.spread.union(*self.positional, *(words for _, words in self.named))
        if variable not in taken.positional:
            return self.spread | named
        at = taken.positional.index(variable)  # the first may be the object that a method is bound to
        return self.spread | named.union(*self.positional[max(at - 1, 0) : at + 1])


@dataclass(slots=True)
class NamedValues:
    """bound: by names of variables, attributes and functions, or as `function:variable`, the names in what these are
    made of.

    A function is also had by calling what returns it; depth: how many calls that takes.  calls: by name and depth, what
    calls give; stands: by name, other names that stand for it, where they took `depth` calls to get, and give it by
    `more`; loose: by name, depths at which it is handed on.
    """

    bound: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    parameters: dict[str, list[_Parameters]] = field(default_factory=lambda: defaultdict(list))
    calls: dict[tuple[str, int], list[_Given]] = field(default_factory=lambda: defaultdict(list))
    stands: dict[str, set[tuple[str, int, int]]] = field(default_factory=lambda: defaultdict(set))
    loose: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    scopes: dict[int, tuple[_Scope, ...]] = field(default_factory=dict)
    trees: list[ast.Module] = field(default_factory=list)  # whose ids these are

    def read(self, tree: ast.Module) -> None:
        self.trees.append(tree)
        _Reader(self).statements(tree.body, (), "")

    def of(self, value: ast.expr) -> set[str]:
        """The names that the value of an expression in a tree that was read may be made of."""
        return {*_words(value, self.scopes.get(id(value), ()))}

    def behind(self, name: str) -> set[str]:
        """The names in what is bound to the name."""
        function, colon, variable = name.partition(":")
        found = set(self.bound.get(name, ()))
        for taken in self.parameters.get(function, ()) if colon else ():
            if variable in (*taken.positional, *taken.others, *taken.rest):
                found |= self._given(function, taken, variable)
        return found

    def names_for(self, words: Iterable[str]) -> set[str]:
        """The names that a text has some of, if it says more of what these words name.

        What a parameter is given, and what a variable of a function holds, stands where the function is named.
        """
        return {name for name, _ in self._standing_for(word.partition(":")[0] for word in words)}

    def _given(self, function: str, taken: _Parameters, variable: str) -> set[str]:
        if function == "<lambda>" or (_SPECIAL.fullmatch(function) and function not in ("__new__", "__prepare__")):
            return {ANYTHING}  # called without being named; metaclasses are given what class statements show
        found = set[str]()
        for name, depth in self._standing_for([function]):
            if self._goes_anywhere(name, depth):
                return {ANYTHING}
            found.update(*(given.to(taken, variable) for given in self.calls.get((name, depth), ())))
        return found

    def _standing_for(self, functions: Iterable[str]) -> Iterator[tuple[str, int]]:
        """They and the other names by which they are had, each with the calls that takes, up to where it is not known
        who calls them.
        """
        seen, waiting = set[tuple[str, int]](), [(function, 0) for function in functions]
        while waiting:
            name, depth = waiting.pop()
            if (name, depth) not in seen:
                seen.add((name, depth))
                yield name, depth
                if not self._goes_anywhere(name, depth):
                    others = (each for each in self.stands.get(name, ()) if each[1] <= depth)
                    waiting += [(other, depth - less + more) for other, less, more in others]

    def _goes_anywhere(self, name: str, depth: int) -> bool:
        return depth > _DEPTH or any(each <= depth for each in self.loose.get(name, ()))


@dataclass(slots=True)
class _Reader:
    """seen: expressions that are called, or that a name stands for; all others hand on what they give."""

    found: NamedValues
    seen: set[int] = field(default_factory=set)

    def statements(self, body: Collection[ast.AST], scopes: tuple[_Scope, ...], cls: str) -> None:
        """cls: the name of the class in whose body they are."""
        for node in body:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                    self.function(node, scopes, cls)
                case ast.ClassDef():
                    self.class_body(node, scopes)
                case _:
                    self.note(node, scopes)
                    nested = [child for child in ast.iter_child_nodes(node) if not _is_annotation(node, child)]
                    self.statements(nested, scopes, cls if isinstance(node, ast.stmt) else "")

    def class_body(self, node: ast.ClassDef, scopes: tuple[_Scope, ...]) -> None:
        for decorator in node.decorator_list:
            self.call(decorator, _Given((frozenset({node.name}),)))
        self.statements([*node.decorator_list, *node.bases, *node.keywords], scopes, "")
        annotated = (each.target for each in node.body if isinstance(each, ast.AnnAssign))
        if fields := tuple(target.id for target in annotated if isinstance(target, ast.Name)):
            self.found.parameters[node.name].append(_Parameters(fields))
            for name in fields:
                self.found.bound[name].add(f"{node.name}:{name}")
        self.statements(node.body, scopes, node.name)

    def function(self, node: _Function, scopes: tuple[_Scope, ...], cls: str) -> None:
        name, taken = "<lambda>" if isinstance(node, ast.Lambda) else node.name, node.args
        positional = tuple(each.arg for each in (*taken.posonlyargs, *taken.args))
        named = tuple(each.arg for each in taken.kwonlyargs)
        rest = tuple(each.arg for each in (taken.vararg, taken.kwarg) if each is not None)
        name = cls if cls and name in _CONSTRUCTORS and positional[2:3] != ("bases",) else name
        self.found.parameters[name].append(_Parameters(positional, named, rest))
        own = _Scope(name, frozenset((*positional, *named, *rest)) | _variables(node))
        first = len(positional) - len(taken.defaults)
        defaults = zip((*positional[first:], *named), (*taken.defaults, *taken.kw_defaults), strict=True)
        for parameter, default in ((p, d) for p, d in defaults if d is not None):
            self.found.bound[f"{name}:{parameter}"].update(_words(default, scopes))
            self.statements([default], scopes, "")
        if isinstance(node, ast.Lambda):
            self.found.bound[name].update(_words(node.body, (*scopes, own)))
            self.statements([node.body], (*scopes, own), "")
        else:
            for decorator in node.decorator_list:
                self.call(decorator, _Given((frozenset(),)))
            self.statements(node.decorator_list, scopes, "")
            self.statements(node.body, (*scopes, own), "")

    def note(self, node: ast.AST, scopes: tuple[_Scope, ...]) -> None:
        if isinstance(node, ast.expr):
            self.found.scopes[id(node)] = scopes
            if isinstance(node, ast.Call):
                self.call(node.func, _given_by(node, scopes))
            is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            if is_read and id(node) not in self.seen and (root := _root(node)):
                self.found.loose[root[0]].add(root[1])
        match node:
            case ast.Assign(targets, value):
                for target in targets:
                    self.assign(target, value, scopes)
            case (
                ast.AnnAssign(target, _, ast.expr() as value)
                | ast.AugAssign(target, _, value)
                | ast.NamedExpr(target, value)
                | ast.For(target, value)
                | ast.AsyncFor(target, value)
                | ast.comprehension(target, value)
            ):
                self.assign(target, value, scopes)
            case ast.withitem(value, ast.expr() as target):
                self.assign(target, value, scopes)
            case ast.Return(ast.expr() as value) | ast.Yield(ast.expr() as value) | ast.YieldFrom(value) if scopes:
                self.found.bound[scopes[-1].name].update(_words(value, scopes))
                self.stand(value, scopes[-1].name, 1)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(str(name)) | ast.MatchMapping(rest=str(name)):
                self.found.bound[_variable(name, scopes)].add(ANYTHING)
            case ast.alias(name, str(other)):
                self.found.bound[_variable(other, scopes)].add(name.rpartition(".")[2])
                self.found.stands[name].add((other, 0, 0))
            case ast.keyword(str(name), value):
                self.found.bound[name].update(_words(value, scopes))  # `vars(C).update(base=int)`
            case ast.Dict(keys, values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        self.found.bound[key.value].update(_words(value, scopes))
            case ast.Call(function, [_, ast.Constant(str(name)), value]) if _last(function) in _SETTERS:
                self.found.bound[name].update(_words(value, scopes))
            case ast.Call(ast.Attribute(holder, method), given) if method in _ADDING:
                for word in (word for each in given for word in _words(each, scopes)):
                    self.found.bound[_variable(_last(holder), scopes)].add(word)
            case _:
                pass

    def call(self, function: ast.expr, given: _Given) -> None:
        if root := _root(function):
            self.seen.add(id(function))
            self.found.calls[root].append(given)

    def stand(self, value: ast.expr, name: str, more: int) -> None:
        if root := _root(value):
            self.seen.add(id(value))
            self.found.stands[root[0]].add((name, root[1], more))

    def assign(self, target: ast.expr, value: ast.expr, scopes: tuple[_Scope, ...]) -> None:
        words = {*_words(value, scopes)}
        for part in ast.walk(target):
            match part:
                case ast.Name(name, ast.Store()):
                    self.found.bound[_variable(name, scopes)] |= words
                case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Subscript(slice=ast.Constant(str(name))):
                    self.found.bound[name] |= words
            if isinstance(part, ast.Subscript):
                self.found.bound[_variable(_last(part.value), scopes)] |= words
        if isinstance(target, ast.Name | ast.Attribute):
            self.stand(value, _last(target), 0)


def _given_by(node: ast.Call, scopes: tuple[_Scope, ...]) -> _Given:
    is_spread = any(isinstance(each, ast.Starred) for each in node.args)
    positional = tuple(frozenset(_words(each, scopes)) for each in node.args)
    named = tuple((each.arg, frozenset(_words(each.value, scopes))) for each in node.keywords if each.arg)
    spread = frozenset(word for each in node.keywords if not each.arg for word in _words(each.value, scopes))
    return _Given(positional, named, spread.union(*positional) if is_spread else spread)


def _words(value: ast.expr, scopes: tuple[_Scope, ...]) -> Iterator[str]:
    match value:
        case ast.Name(name):
            yield _variable(name, scopes)
        case ast.Attribute(_, name):
            yield ANYTHING if name in OF_CLASSES else name
        case ast.Call(function, given, keywords):
            if _last(function) in LOOKING_UP or (_last(function) == "type" and len(given) == 1):
                yield ANYTHING
            yield from _words(function, scopes)
            if isinstance(function, ast.Attribute) and _last(function.value) not in ("self", "cls", ""):
                yield from _words(function.value, scopes)  # `TABLE.values()`
            yield from (word for each in (*given, *(k.value for k in keywords)) for word in _words(each, scopes))
        case ast.Subscript(inner) | ast.Starred(inner) | ast.NamedExpr(_, inner) | ast.Await(inner):
            yield from _words(inner, scopes)
        case ast.IfExp(_, first, second) | ast.BinOp(first, _, second):
            yield from (*_words(first, scopes), *_words(second, scopes))
        case ast.Lambda():
            yield "<lambda>"
        case ast.Constant() | ast.JoinedStr() | ast.Compare():
            pass
        case ast.GeneratorExp(inner, parts) | ast.ListComp(inner, parts) | ast.SetComp(inner, parts):
            yield from (word for each in (inner, *(part.iter for part in parts)) for word in _words(each, scopes))
        case _:
            inside = (child for child in ast.iter_child_nodes(value) if isinstance(child, ast.expr))
            yield from (word for child in inside for word in _words(child, scopes))


def _variable(name: str, scopes: tuple[_Scope, ...]) -> str:
    return next((f"{scope.name}:{name}" for scope in reversed(scopes) if name in scope.inside), name)


def _variables(function: _Function) -> frozenset[str]:
    """The names that are variables of the function, and neither functions nor classes in it."""
    found, others = set[str](), set[str]()
    waiting: list[ast.AST] = [*ast.iter_child_nodes(function)]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                others.add(name)
                continue
            case ast.Lambda():
                continue
            case ast.Name(name, ast.Store()) | ast.alias(asname=str(name)):
                found.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(str(name)) | ast.MatchMapping(rest=str(name)):
                found.add(name)
            case ast.Global(names) | ast.Nonlocal(names):
                others.update(names)
        waiting += ast.iter_child_nodes(node)
    return frozenset(found - others)


def _root(function: ast.AST) -> tuple[str, int] | None:
    """The name that is called, or of what gives it, and how many calls that takes: `outer()` and `x.outer()` take 1."""
    depth = 0
    while isinstance(function, ast.Call):
        function, depth = function.func, depth + 1
    return (name, depth) if isinstance(function, ast.expr) and (name := _last(function)) else None


def _last(value: ast.expr) -> str:
    match value:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_annotation(node: ast.AST, child: ast.AST) -> bool:
    return child is getattr(node, "annotation", None)
