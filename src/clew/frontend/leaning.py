"""What a function that changed leans on: others that changed and that both of its versions call alike.

An old version calls the old version of what its own module had (`versions.py`), but of methods, and of what other
modules have, there is only the new one.  That both versions of a function do the same is then shown under the condition
that these do.  Where that holds for all functions that lean on each other, calls that end do the same (Godlin and
Strichman, DAC 2009, the rule for partial equivalence).

It is found by name, for the whole project: a function calls what its text names, and what those name, and so on.  What
is called by no name (`HANDLERS[kind](x)`, a parameter, an attribute that was set) may be any function that the project
hands on as a value, or to a decorator.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import field
from typing import Final, TypeGuard

from clew.effects.library import NAMING
from clew.frontend.copies import PREFIX
from clew.frontend.parsing import parse_module, parsed
from clew.frontend.places import Comprehension
from clew.frontend.scopes import parameters_of
from clew.frontend.sides import DEFINITION, Both, Side, dumped, is_plainly_decorated
from clew.records import dataclass

BY_TEXT: Final = NAMING | {"eval", "exec", "globals", "vars", "__dict__"}
_CALLING: Final = frozenset(
    {"map", "filter", "reduce", "partial", "starmap", "takewhile", "dropwhile", "filterfalse", "accumulate", "groupby"}
    | {"submit", "Thread", "Timer", "call_later", "call_soon", "run_in_executor", "apply_async"}
)
_CALLED: Final = frozenset({"key", "target", "func", "function", "callback", "default", "default_factory", "hook"})
_MAKING: Final = frozenset({"cls", "type", "__class__", "replace", "copy", "deepcopy"})
_CONSTRUCTORS: Final = frozenset({"__init__", "__new__", "__post_init__"})


@dataclass(eq=False)
class Project:
    """Modules, in both versions where there are two.  functions: what functions, and classes, of a name mention.

    handed_on: names of functions that are values somewhere, or that decorators were given; indirect: names of functions
    that call something by no name of its own.
    """

    texts: Mapping[str, str]
    functions: dict[str, set[str]] = field(default_factory=dict)
    bases: dict[str, set[str]] = field(default_factory=dict)
    handed_on: set[str] = field(default_factory=set)
    indirect: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        trees = [parsed(text) for text in self.texts.values()]
        stored = {n.attr for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Attribute) and is_stored(n)}
        for tree in trees:
            local = {*_set_in_functions(tree)}
            self.handed_on |= _values(tree)
            for node in ast.walk(tree):
                match node:
                    case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                        self.functions.setdefault(name, set()).update(mentioned(node))
                        if not is_plainly_decorated(node):
                            self.handed_on.add(name)
                        if _is_indirect(node, stored):
                            self.indirect.add(name)
                    case ast.ClassDef(name=name):
                        bases = _words([*node.bases, *(k.value for k in node.keywords)])
                        self.bases.setdefault(name, set()).update(bases)
                        special = [s for s in node.body if _is_special(s)]
                        self.functions.setdefault(name, set()).update(*map(mentioned, special), bases)
                    case ast.Assign(targets=targets, value=value):
                        self._bind(targets, value, local)
                    case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target, value):
                        self._bind([target], value, local)
                    case ast.AugAssign(target=target, value=value) | ast.For(target=target, iter=value):
                        self._bind([target], value, local)
                    case ast.alias(name=original, asname=str(name)):
                        self.functions.setdefault(name, set()).update(original.split("."))
        defined = {n.name for t in trees for n in ast.walk(t) if isinstance(n, (*DEFINITION, ast.ClassDef))}
        self.handed_on &= defined

    def _bind(self, targets: Iterable[ast.expr], value: ast.expr, local: Set[int]) -> None:
        """What the value mentions may be reached by the names, and attributes, that are set.  local: nodes of variables
        that are seen in one function only, which mentions the value itself.
        """
        parts = (part for target in targets for part in ast.walk(target) if id(part) not in local)
        for name in {name for part in parts for name in mentioned(part) if isinstance(part, ast.Name | ast.Attribute)}:
            self.functions.setdefault(name, set()).update(mentioned(value))

    def reached(self, names: Set[str]) -> set[str]:
        found, waiting = set(names), [*names]
        while waiting:
            for name in self.functions.get(waiting.pop(), set()) - found:
                found.add(name)
                waiting.append(name)
        return found

    def leading_to(self, names: Set[str]) -> set[str]:
        """Those, and what reaches one of them."""
        naming: dict[str, set[str]] = {}
        for name, mentions in self.functions.items():
            for each in mentions:
                naming.setdefault(each, set()).add(name)
        found, waiting = set(names), [*names]
        while waiting:
            for name in naming.get(waiting.pop(), set()) - found:
                found.add(name)
                waiting.append(name)
        return found

    def called_from(self, mentions: Set[str], name: str) -> set[str]:
        """What a function of this name may use that mentions these; what is handed on, too, if it calls something by no
        name.
        """
        reached = self.reached(mentions)
        if name not in self.indirect and self.indirect.isdisjoint(reached):
            return reached
        return self.reached({*mentions, *self.handed_on})

    def kinds_of(self, cls: str) -> set[str]:
        """Names of the class and of those derived from it."""
        found, before = {cls}, 0
        while before != (before := len(found)):
            found.update(name for name, bases in self.bases.items() if not bases.isdisjoint(found))
        return found


def is_stored(node: ast.Attribute | ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _values(tree: ast.Module) -> set[str]:
    """Names and attributes that are read for anything but a call, or for an attribute of theirs."""
    used = {id(part.func if isinstance(part, ast.Call) else part.value) for part in ast.walk(tree) if _asks(part)}
    used |= {id(n) for part in ast.walk(tree) for d in getattr(part, "decorator_list", ()) for n in ast.walk(d)}
    properties = {f.name for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and _is_property(f)}
    plain = {f.name for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and not _is_property(f)}
    found = {
        part.id if isinstance(part, ast.Name) else part.attr
        for part in _without_annotations(tree)
        if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Load) and id(part) not in used
    }
    return found - (properties - plain)


def _asks(node: ast.AST) -> TypeGuard[ast.Call | ast.Attribute]:
    return isinstance(node, ast.Call | ast.Attribute)


def _is_property(node: ast.FunctionDef) -> bool:
    return not {"property", "cached_property"}.isdisjoint(_words(node.decorator_list))


def _is_indirect(function: ast.AST, stored: Set[str]) -> bool:
    """May it call what it does not name?  stored: names of attributes that are set somewhere."""
    parts = [*ast.walk(function)]
    bound = {part.id for part in parts if isinstance(part, ast.Name) and is_stored(part)}
    bound |= {part.arg for part in parts if isinstance(part, ast.arg)}
    for part in parts:
        match part:
            case ast.Call(func=ast.Name(id=name)) if name in bound or name in _CALLING:
                return True
            case ast.Call(func=ast.Attribute(attr=name)) if name in stored or name in _CALLING:
                return True
            case ast.Call(func=func) if not isinstance(func, ast.Name | ast.Attribute):
                return True
            case ast.Call(keywords=keywords) if not _CALLED.isdisjoint({k.arg or "" for k in keywords}):
                return True
    return False


def changed_names(old: str, new: str) -> set[str]:
    """Of what two texts of a module do not have alike: variables, functions, classes and methods."""
    both = Both(Side(parsed(old)), Side(parsed(new)), new)
    found = {*both.changed_bindings, *(path.rpartition(".")[2] for path in both.reshaped)}
    found |= both.old.bindings.keys() ^ both.new.bindings.keys()
    before, now = both.old.functions, both.new.functions
    for path in before.keys() | now.keys():
        if path not in before or path not in now or dumped(before[path]) != dumped(now[path]):
            cls, _, name = path.rpartition(".")
            found.add(name)
            if cls and is_special(name):
                found.add(cls.rpartition(".")[2])
    return found


def is_constructor(name: str) -> bool:
    return name in _CONSTRUCTORS


def is_special(name: str) -> bool:
    """Is it called by no name, as operators are?"""
    return name.startswith("__") and name.endswith("__")


def _set_in_functions(tree: ast.Module) -> Iterator[int]:
    """Nodes, by `id`, of names that functions set, but for such as a `global` names somewhere."""
    shared = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    for function in ast.walk(tree):
        if isinstance(function, DEFINITION):
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and is_stored(node) and node.id not in shared:
                    yield id(node)


def _is_special(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and statement.name.startswith("__")


def _words(nodes: Iterable[ast.expr]) -> set[str]:
    return {n.attr if isinstance(n, ast.Attribute) else getattr(n, "id", "") for n in nodes}


def mentioned(node: ast.AST) -> set[str]:
    """Names, attributes, and texts that are names, but for a function's own variables."""
    return set().union(*words_in(node))


def words_in(node: ast.AST) -> tuple[set[str], set[str], set[str]]:
    """Names, but for a function's own variables; attributes; texts that are names."""
    names, attributes, texts = set[str](), set[str](), set[str]()
    own = _variables(node)
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name) if name not in own:
                names.add(name)
            case ast.Attribute(attr=name):
                attributes.add(name)
            case ast.Constant(value=str() as text) if text.isidentifier():
                texts.add(text)
    return names, attributes, texts


def _variables(node: ast.AST) -> set[str]:
    """Names that are parameters of the function, or that it sets itself, and that no `global` in it names."""
    if not isinstance(node, DEFINITION):
        return set()
    found = {each.arg for each in parameters_of(node.args)}
    waiting: list[ast.AST] = [*node.body]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Name) and is_stored(part):
            found.add(part.id)
        if not isinstance(part, (*DEFINITION, ast.Lambda, ast.ClassDef, Comprehension)):
            waiting += ast.iter_child_nodes(part)
    return found - {name for part in ast.walk(node) if isinstance(part, ast.Global) for name in part.names}


def outside_of(text: str, roots: Iterable[str]) -> Iterator[str]:
    """What these functions, and what of the module they use by its name, mention beside that.

    text: of the module with both versions; roots: names of functions there, `Cart.total` of methods.
    """
    own: dict[str, list[ast.AST]] = {}
    methods: dict[str, ast.AST] = {}
    for statement in parse_module(text).body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                own.setdefault(name, []).append(statement)
            case ast.ClassDef(name=name):
                methods |= dict(_methods(statement, name))
            case ast.Assign() | ast.AnnAssign():
                for part in ast.walk(statement):
                    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                        own.setdefault(part.id, []).append(statement)
    seen: set[str] = set()
    waiting: list[ast.AST] = []
    for root in roots:
        waiting += own.get(root, []) or [methods[root]]
    while waiting:
        node = waiting.pop()
        variables = _variables(node)
        for part in _without_annotations(node):
            match part:
                case ast.Name(id=name) if name in variables:
                    continue
                case ast.Name(id=name) if name in own:
                    if name not in seen:
                        seen.add(name)
                        waiting += own[name]
                case ast.Attribute(attr=name) if name.startswith(PREFIX):
                    more = [each for path, each in methods.items() if path.endswith("." + name) and path not in seen]
                    seen.update(path for path in methods if path.endswith("." + name))
                    waiting += more
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    yield name
                case ast.Constant(value=str() as text) if text.isidentifier():
                    yield text


def _without_annotations(root: ast.AST) -> Iterator[ast.AST]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns"):
                stack += [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, ast.AST)]


def _methods(owner: ast.ClassDef | ast.Module, path: str) -> Iterator[tuple[str, ast.AST]]:
    """Functions in it that are in no other, by qualified names.  path: its own, empty for a module."""
    for statement in owner.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield f"{path}.{name}".lstrip("."), statement
            case ast.ClassDef(name=name):
                yield from _methods(statement, f"{path}.{name}".lstrip("."))


def leant_on(reached: Set[str], changed: Iterable[str], project: Project) -> set[str]:
    """Of the qualified names of functions that changed, those that may be called.  reached: by `called_from`."""
    everything = is_by_text(reached)
    found: set[str] = set()
    for path in changed:
        cls, _, name = path.rpartition(".")
        if name in _CONSTRUCTORS and cls:
            made = project.kinds_of(cls.rpartition(".")[2])
            called = everything or not made.isdisjoint(reached) or not _MAKING.isdisjoint(reached)
        else:
            called = everything or name in reached or is_special(name)
        if called:
            found.add(path)
    return found


def is_by_text(reached: Set[str]) -> bool:
    """May anything be used, as names are computed?"""
    return not BY_TEXT.isdisjoint(reached)
