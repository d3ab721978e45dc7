"""What the import of modules may leave otherwise than before, beside what their definitions and plain assignments say.

    TABLE = []                    TABLE, since `add` is called here and changed
    def add(v): TABLE.append(-v)
    add(1)
    Cart.limit = 3                Cart, limit, if this statement is another one, or stands elsewhere
    from shop.all import *        len, if shop.all has a function of that name now

It is found by name, for the whole project and in both versions: a statement at the level of a module that was not there
before, or that calls what changed, may change all that it names, and variables that the called functions name.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from difflib import SequenceMatcher
from typing import Final, TypeGuard

from clew.frontend.leaning import changed_names
from clew.frontend.mention_keys import bare, file_of
from clew.frontend.mentioned_words import mentioned
from clew.frontend.mentions import Mentions
from clew.frontend.parsing import nodes_of, parsed
from clew.frontend.sides import DEFINITION, annotations_of, bound_by, dumped, evaluated_early, is_plainly_decorated
from clew.frontend.special import is_special
from clew.records import dataclass
from clew.regexes import regex

LOOKED_AT: Final = frozenset(
    {"__doc__", "__annotations__", "__code__", "__defaults__", "__kwdefaults__", "get_type_hints", "get_annotations"}
    | {"signature", "getsource", "getdoc", "__subclasses__", "dir", "getmembers"}
    | {"listdir", "scandir", "iterdir", "glob", "rglob", "iter_modules", "walk_packages"}
)
"""What tells how others are written, and which files there are; that may have changed wherever a text has."""
_COMPOUND: Final = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.TryStar, ast.Match)
_BUILTINS: Final = frozenset(dir(builtins))


@dataclass(frozen=True, slots=True)
class _Step:
    """Something that is done on import.  text: to compare, without what it decides about."""

    text: str
    node: ast.stmt


def left_otherwise(texts: Mapping[str, tuple[str, str]], project: Mentions) -> set[str]:
    """Names of what may stand for, or hold, something else.  texts: both of each file that changed, empty where it is
    not there; project: all modules, in both versions.
    """
    if not texts:
        return set()
    found = set(LOOKED_AT)
    changed: set[str] = set()
    functions: list[ast.AST] = []
    imported: set[str] = set()
    has_star = any("import *" in text for text in project.texts.values())
    for old, new in texts.values():
        trees = project.tree_of(old), project.tree_of(new)
        found |= _moved(*trees)
        names = changed_names(old, new)
        changed |= {name for name in names if not is_special(name)}
        if has_star:
            other = _names_of(trees[0]) ^ _names_of(trees[1])
            found |= {name for name in other if name in _BUILTINS or not name.startswith("_")}
        if has_star and "__all__" in names:
            found |= _names_of(trees[0]) | _names_of(trees[1])
        functions += _other_functions(*trees)
        imported |= (imported_names(trees[0]) ^ imported_names(trees[1])) | _imported_in_another_order(*trees)
    for function in functions:
        found.update(_set_outside(function))
    modules = [project.tree_of(text) for text in project.texts.values()]
    holders = (each for tree in modules for each in (tree, *tree.body) if isinstance(each, ast.Module | ast.ClassDef))
    variables = {n for each in holders for s in each.body if not isinstance(s, _DEFINING) for n in bound_by(s)}
    for path, (old, new) in texts.items():
        steps_of_one = _other_steps(project.tree_of(old), project.tree_of(new))
        read = [read_on_import(node, file_of(path), project) for node in steps_of_one]
        reached = project.reached(set[str]().union(*read))
        found |= bare(reached) & variables
        found.update(*(_set_outside(node) for node in _defined(modules, bare(reached))))
    held = defaultdict[str, list[ast.AST]](list)
    for function in functions:
        for node in ast.walk(function):
            if isinstance(node, DEFINITION):
                held[node.name].append(node)
    reading, early, places = [], [], []
    for path, tree in zip(project.texts, modules, strict=True):
        of_file = [step for step in steps(tree) if does_more(step.node)]
        early += of_file
        places += [path] * len(of_file)
        reading += [read_on_import(step.node, file_of(path), project) for step in of_file]
    for path, tree in zip(project.texts, modules, strict=True):
        if imported & endings(path):
            found.update(*(_left_by(step.node) for step in steps(tree) if does_more(step.node)))
    left = {*range(len(early))}
    running: set[str] = set()  # files that run what changed
    while True:
        leading = project.leading_to(changed | (found - _BUILTINS))
        now = {place for place in left if not leading.isdisjoint(reading[place])}
        if not now:
            break
        left -= now
        running.update(places[place] for place in now)
        called: set[str] = set()
        for place in now:
            found |= _left_by(early[place].node)
            called |= reading[place] & leading
        reached = project.reached(called)
        names = bare(reached) | ({"__init__", "__new__"} if reached & project.classes.keys() else set())
        for name in names & held.keys():
            found.update(*(mentioned(node) & variables for node in held[name]))
    return (found - _modules(modules)) | _there_or_not(texts, project, modules, running)


def _there_or_not(
    texts: Mapping[str, tuple[str, str]], project: Mentions, modules: Sequence[ast.Module], running: Set[str]
) -> set[str]:
    """Names of what depends on whether a module can be imported, or found, that may no longer be, or may be now.

    running: files that run what changed.
    """
    other = [
        path
        for path, (old, new) in texts.items()
        if not (old and new) or _done(project.tree_of(old)) != _done(project.tree_of(new))
    ]
    unsure = set[str]().union(*map(endings, (*other, *running)))
    moved = set[str]().union(*(endings(path) for path in other if not all(texts[path])))
    imports = {path: imported_names(tree) for path, tree in zip(project.texts, modules, strict=True)} if unsure else {}
    before = -1
    while before != (before := len(unsure)):  # what imports such a module fails with it
        unsure.update(*(endings(path) for path, names in imports.items() if not names.isdisjoint(unsure)))
    found = set[str]()
    for tree in modules if unsure else ():
        for step in steps(tree):
            imported = isinstance(step.node, _COMPOUND) and not unsure.isdisjoint(imported_names(step.node))
            if imported or (does_more(step.node) and not moved.isdisjoint(_named_in(step.node))):
                found.update(bound_by(step.node))
        for function in ast.walk(tree):
            if isinstance(function, DEFINITION) and any(isinstance(n, ast.Try) for n in ast.walk(function)):
                found |= imported_names(function) & unsure
    return found


def _done(tree: ast.Module) -> list[str]:
    """What its import does beside defining functions."""
    return [step.text for step in steps(tree) if not isinstance(step.node, DEFINITION)]


def may_leave_otherwise(texts: tuple[str, str]) -> bool:
    """May one of these texts of a module leave something otherwise, or tell how it is written?"""
    old, new = parsed(texts[0]), parsed(texts[1])
    moved = _moved(old, new) or _imported_in_another_order(old, new)
    return bool(moved) or _names_of(old) != _names_of(new) or any(_WRITTEN.search(text) for text in texts)


_WRITTEN: Final = regex(rf"\b(?:{'|'.join(LOOKED_AT)})\b|import \*")
_DEFINING: Final = (*DEFINITION, ast.ClassDef, ast.Import, ast.ImportFrom)


def _names_of(tree: ast.Module) -> set[str]:
    return {name for statement in tree.body for name in bound_by(statement)}


def steps(tree: ast.Module) -> Iterator[_Step]:
    """All that runs on import, functions left out, but what they are decorated with and their defaults."""
    waiting = [*reversed(tree.body)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "__main__" in ast.dump(node.test):
            waiting += reversed(node.orelse)
            continue
        yield _Step(_head(node), node)
        waiting += reversed(inside_of(node))


def inside_of(node: ast.stmt) -> list[ast.stmt]:
    """The statements that a compound one decides about."""
    if not isinstance(node, _COMPOUND):
        return []
    inner = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.ExceptHandler | ast.match_case):
            inner += each.body
    return inner


def _head(node: ast.stmt) -> str:
    """The statement, a compound one without what it decides about."""
    if not isinstance(node, _COMPOUND):
        return dumped(node)
    parts = (each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.stmt))
    heads = (each if not isinstance(each, ast.ExceptHandler) else each.type or ast.Pass() for each in parts)
    return type(node).__name__ + "".join(map(ast.dump, heads))


def _moved(old: ast.Module, new: ast.Module) -> set[str]:
    """Named by statements that only one version has, or in another order."""
    before, now = (
        [s for s in steps(tree) if not isinstance(s.node, _DEFINING) and not is_text(s.node)] for tree in (old, new)
    )
    texts, texts_now = [step.text for step in before], [step.text for step in now]
    found: set[str] = set()
    both = Counter(texts) & Counter(texts_now)
    matcher = SequenceMatcher(None, texts, texts_now, autojunk=False)
    for tag, first, first_end, second, second_end in matcher.get_opcodes():
        if tag != "equal":
            for step in (*before[first:first_end], *now[second:second_end]):
                if step.text in both:
                    found |= _left_by(step.node)
                elif does_more(step.node):
                    found |= _named_in(step.node)
    found.update(*map(_named_in, _other_calls(old, new)))
    order = [[_kept(n) for n in ast.walk(tree) if _is_kept(n)] for tree in (old, new)]
    if order[0] != order[1] and sorted(order[0]) == sorted(order[1]):
        found.update(*(mentioned(d) for n in ast.walk(new) if _is_kept(n) for d in n.decorator_list))
    decorated = [{_kept(node): node for node in ast.walk(tree) if isinstance(node, DEFINITION)} for tree in (old, new)]
    for text in decorated[0].keys() ^ decorated[1].keys():
        node = decorated[0].get(text) or decorated[1][text]
        if not is_plainly_decorated(node):  # it may be kept for others, by what its annotations are
            found.update(*map(mentioned, node.decorator_list))
    return found


def _early_calls(tree: ast.Module) -> Iterator[ast.Call]:
    """What definitions call where they stand: in defaults, annotations, bases and the bodies of classes."""
    waiting: list[ast.AST] = [s.node for s in steps(tree) if isinstance(s.node, (*DEFINITION, ast.ClassDef))]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Call):
            yield part
        elif isinstance(part, DEFINITION):
            waiting += (*evaluated_early(part), *annotations_of(part))
        else:
            waiting += ast.iter_child_nodes(part)


def _is_kept(node: ast.AST) -> TypeGuard[ast.FunctionDef | ast.AsyncFunctionDef]:
    return isinstance(node, DEFINITION) and not is_plainly_decorated(node)


def _other_calls(old: ast.Module, new: ast.Module) -> Iterator[ast.Call]:
    """Of these that only one version has."""
    sides = [{ast.dump(call): call for call in _early_calls(tree)} for tree in (old, new)]
    for text in sides[0].keys() ^ sides[1].keys():
        yield sides[0].get(text) or sides[1][text]


def _other_steps(old: ast.Module, new: ast.Module) -> Iterator[ast.AST]:
    """Statements that call something, and functions that decorators keep, that only one version has."""
    sides = [
        {_kept(s.node) if isinstance(s.node, DEFINITION) else s.text: s.node for s in steps(t)} for t in (old, new)
    ]
    for text in sides[0].keys() ^ sides[1].keys():
        node = sides[0].get(text) or sides[1][text]
        if does_more(node) and not isinstance(node, ast.ClassDef):
            yield node
    yield from _other_calls(old, new)


def _kept(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """What decorators may keep it by."""
    return " ".join((node.name, *map(ast.dump, (node.args, *node.decorator_list, *annotations_of(node)))))


def _imported_in_another_order(old: ast.Module, new: ast.Module) -> set[str]:
    """As `imported_names`, of what runs on import of the module, before what ran before it, or after."""
    before, now = ([name for s in steps(tree) for name in sorted(imported_names(s.node))] for tree in (old, new))
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    changes = (code[1:] for code in matcher.get_opcodes() if code[0] != "equal")
    return {name for a, b, c, d in changes for name in (*before[a:b], *now[c:d]) if name in before and name in now}


def imported_names(tree: ast.AST) -> set[str]:
    """Of modules and packages that it imports, or that may be some: each part of their names."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                found.update(part for each in names for part in each.name.split("."))
            case ast.ImportFrom(module, names):
                found.update((module or "").split("."), (each.name for each in names))
    return found


def endings(path: str) -> set[str]:
    """The last name of the module in the file, and of the package that runs with it."""
    parts = re.split(r"[\\/]", path.removesuffix(", before").removesuffix(".py"))
    return {*parts[-2:]} if parts[-1] == "__init__" else {parts[-1]}


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def does_more(node: ast.stmt) -> bool:
    """Than to bind names of the module to what others hold?"""
    if isinstance(node, (*DEFINITION, ast.ClassDef)):
        return bool(node.decorator_list) or isinstance(node, ast.ClassDef)
    if isinstance(node, ast.Import | ast.ImportFrom):
        return False
    stored = (ast.Attribute, ast.Subscript)
    return isinstance(node, (*_COMPOUND, ast.AugAssign, ast.Delete, ast.Expr)) or any(
        isinstance(part, ast.Call) or (isinstance(part, stored) and not isinstance(part.ctx, ast.Load))
        for part in ast.walk(node)
    )


def _early(node: ast.AST) -> Iterator[ast.AST]:
    """What of it runs on import."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, ast.AnnAssign):
            waiting += [part.target, *([part.value] if part.value else [])]
        elif isinstance(part, DEFINITION):
            waiting += evaluated_early(part)
        else:
            waiting += ast.iter_child_nodes(part)


def read_on_import(node: ast.AST, file: str, project: Mentions, bound: bool = True) -> set[str]:
    """Keys of names and attributes.  bound: those that it binds, too."""
    parts = [part for part in _early(node) if isinstance(part, ast.Name | ast.Attribute)]
    read = parts if bound else [p for p in parts if isinstance(p, ast.Attribute) or isinstance(p.ctx, ast.Load)]
    read += [p.target for p in _early(node) if isinstance(p, ast.AugAssign) and isinstance(p.target, ast.Name)]
    return {key for part in read for key in project.keys_of(file, part)}


def _left_by(node: ast.stmt) -> set[str]:
    """Names of what it may leave otherwise."""
    return set(bound_by(node)) | (set() if isinstance(node, _DEFINING) else _named_in(node))


def _named_in(node: ast.AST) -> set[str]:
    """What a statement may change: names but for builtins, attributes but for methods, and words of its texts."""
    methods = {id(part.func) for part in _early(node) if isinstance(part, ast.Call)}
    found: set[str] = set()
    for part in _early(node):
        match part:
            case ast.Name(id=name) if name not in _BUILTINS or isinstance(part.ctx, ast.Store):
                found.add(name)
            case ast.Attribute(attr=name) if id(part) not in methods:
                found.add(name)
            case ast.Constant(value=str() as text):
                found.update(re.findall(r"[A-Za-z_]\w*", text))
            case ast.keyword(arg=str(name)):
                found.add(name)
    return found


def _other_functions(old: ast.Module, new: ast.Module) -> Iterator[ast.AST]:
    """Functions that only one version has as they are."""
    sides = [{dumped(n): n for n in ast.walk(tree) if isinstance(n, DEFINITION)} for tree in (old, new)]
    for own, other in (sides, reversed(sides)):
        yield from (node for text, node in own.items() if text not in other)


def _defined(modules: Iterable[ast.Module], names: Set[str]) -> Iterator[ast.AST]:
    """The functions of these names."""
    for tree in modules if names else ():
        yield from (node for node in nodes_of(tree, ast.FunctionDef, ast.AsyncFunctionDef) if node.name in names)


def _set_outside(function: ast.AST) -> Iterator[str]:
    """Variables of modules, and attributes of what is none of its own, that a function sets."""
    own = {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}
    for part in ast.walk(function):
        match part:
            case ast.Global(names):
                yield from names
            case ast.Attribute(ast.Name(id=name), attr, ast.Store() | ast.Del()) if name not in own:
                yield attr
            case ast.Subscript(ast.Name(id=name), _, ast.Store() | ast.Del()) if name not in own:
                if name not in {
                    n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
                }:
                    yield name


def _modules(trees: Sequence[ast.Module]) -> set[str]:
    """Names that stand for modules, or for what the library has."""
    found: set[str] = set()
    for tree in trees:
        for node in ast.walk(tree):
            match node:
                case ast.Import(names):
                    found.update(each.asname or each.name.partition(".")[0] for each in names)
                case ast.ImportFrom(module=str(module), names=names, level=0):
                    if module.partition(".")[0] in sys.stdlib_module_names:
                        found.update(each.asname or each.name for each in names)
    return found - _BUILTINS
