"""What a function that changed leans on: others that changed and that both of its versions call alike.

An old version calls the old version of what its own module had (`versions.py`), but of methods, and of what other
modules have, there is only the new one.  That both versions of a function do the same is then shown under the condition
that these do.  Where that holds for all functions that lean on each other, calls that end do the same (Godlin and
Strichman, DAC 2009, the rule for partial equivalence).

It is found by name, for the whole project: a function calls what its text names, and what those name, and so on
(`mentions.py`: a name by the file it is in, an attribute whatever has it).  What is called by no name
(`HANDLERS[kind](x)`, a parameter, an attribute that was set) may be any function that the project hands on as a value,
or to a decorator.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from clew.effects.library import NAMING
from clew.frontend.copies import PREFIX
from clew.frontend.import_time import handed_on_at_import
from clew.frontend.mention_keys import GIVEN, MAKING, OPEN, OPERATORS, PROTOCOLS, UNKNOWN, bare
from clew.frontend.mentioned_words import is_stored
from clew.frontend.mentions import Mentions
from clew.frontend.parsing import parse_module, parsed
from clew.frontend.places import FunctionNode
from clew.frontend.sides import DEFINITION, Both, ClassVersion, Side, annotations_of, dumped, is_star
from clew.frontend.special import is_constructor, is_special

BY_TEXT: Final = (
    NAMING
    | {"eval", "exec", "globals", "vars", "__dict__", "create_autospec"}
    | {"import_module", "__import__", "find_spec", "resolve_name"}
    | {"format", "format_map", "vformat", "pickle", "Unpickler", "shelve"}
    | {"locate", "loadTestsFromName", "loadTestsFromNames", "timeit", "run_docstring_examples", "testmod", "testfile"}
)


def changed_keys(file: str, old: str, new: str, project: Mentions | None = None) -> tuple[set[str], set[str]]:
    """Of what two texts of a file do not have alike: functions that both have, and all the rest.

    project: where what a class has from other bases is wanted, too.
    """
    both = Both(Side(parsed(old)), Side(parsed(new)), new)
    before, now = both.old, both.new
    names = {*both.changed_bindings, *(before.bindings.keys() ^ now.bindings.keys())}
    names -= {name for name in names if name not in before.bindings and _is_new_of_library(name, both, project)}
    rest = {f"{file}::{name}" for name in names if not _is_function(both, name)}
    functions = set[str]()
    rest |= {f"{file}::{name}" for name in both.reordered}
    for path in (*before.functions.keys(), *now.functions.keys()):
        was, now_is = before.functions.get(path), now.functions.get(path)
        key = f"{file}::{path}"
        if was is None or now_is is None or dumped(was) != dumped(now_is):
            (functions if was and now_is else rest).add(key)
        if was and now_is and _are_retyped(was, now_is) and _is_given_on_import(path.rpartition(".")[2], project):
            rest.add(key)  # whoever gets it may look at its annotations, as `register` of a `singledispatch` does
    rest.update(f"{file}::{path}" for path, _ in _items(before.replaced) ^ _items(now.replaced))
    for path in before.classes.keys() | now.classes.keys():
        rest |= set(_of_class(file, path, before.classes.get(path), now.classes.get(path), project))
        if path in both.reshaped:
            rest.add(_class_key(file, path))
    stars = [[ast.dump(n) for n in ast.walk(side.tree) if is_star(n)] for side in (before, now)]
    if stars[0] != stars[1] and project is not None:
        rest |= project.given_by_stars(file)
    conditional = [{name: [*map(dumped, each)] for name, each in side.conditional.items()} for side in (before, now)]
    rest.update(f"{file}::{name}" for name, _ in _items(conditional[0]) ^ _items(conditional[1]))
    return functions, rest


def _are_retyped(was: FunctionNode, now: FunctionNode) -> bool:
    before, after = ([*map(ast.dump, annotations_of(node))] for node in (was, now))
    return before != after


def _is_given_on_import(name: str, project: Mentions | None) -> bool:
    """Is what has the name used on import, otherwise than called: given to some call, or put into a table?"""
    texts = () if project is None else project.texts.values()
    return any(name in text and name in handed_on_at_import(text) for text in texts)


def _is_new_of_library(name: str, both: Both, project: Mentions | None) -> bool:
    """Is it imported from Python's library now, and had no meaning before, so that only what changed can name it?"""
    if hasattr(builtins, name) or both.old.has_star or project is None:
        return False
    match both.new.bindings[name]:
        case [ast.Import(names=aliases)]:
            modules = {a.name for a in aliases if (a.asname or a.name.partition(".")[0]) == name}
        case [ast.ImportFrom(module=str(module), level=0)]:  # a star binds no name that is known
            modules = {module}
        case _:
            return False
    return all(m.partition(".")[0] in sys.stdlib_module_names and not project.where.of(m) for m in modules)


def _items(texts: Mapping[str, Sequence[str]]) -> set[tuple[str, tuple[str, ...]]]:
    return {(name, tuple(each)) for name, each in texts.items()}


def _is_function(both: Both, name: str) -> bool:
    """Is it a function in both, and nothing else?"""
    return all(
        name in side.bindings and all(isinstance(each, DEFINITION) for each in side.bindings[name])
        for side in (both.old, both.new)
    )


def _class_key(file: str, path: str) -> str:
    return f"{file}::{path.rpartition('.')[2]}"


def _of_class(
    file: str, path: str, was: ClassVersion | None, now: ClassVersion | None, project: Mentions | None
) -> Iterator[str]:
    """Keys of what else than methods is not alike in two versions of a class."""
    constants = [set(cls.constants().items()) if cls else set[tuple[str, str]]() for cls in (was, now)]
    yield from (f"{file}::{name}" for name, _ in constants[0] ^ constants[1])
    accessors = [{(each.name, dumped(each)) for each in cls.accessors} if cls else set() for cls in (was, now)]
    yield from (f"{file}::{path}.{name}" for name, _ in accessors[0] ^ accessors[1])
    bases = [[*map(ast.dump, (*cls.node.bases, *cls.node.keywords))] if cls else [] for cls in (was, now)]
    if bases[0] != bases[1] and project is not None:
        yield from project.held_by(_class_key(file, path))


def changed_names(old: str, new: str) -> set[str]:
    """As `changed_keys`, by their names alone."""
    found = set().union(*changed_keys("", old, new))
    owners = {key.rpartition(".")[0] for key in found if "." in key and is_special(key.rpartition(".")[2])}
    return bare(found | owners)


def outside_of(text: str, root: str, name: str, file: str, project: Mentions) -> tuple[set[str], bool]:
    """Keys of what an old version, and what of the module it uses by its name, mention beside that; may it call
    something by no name?

    text: of the module with both versions, which is in the file; root: what it is called there, `Cart.total` if it is a
    method; name: in the module as it is.
    """
    both = project.beside(file, text)
    own = {f"{file}::{each}" for statement in parse_module(text).body for each in _bound_there(statement)}
    found, seen = project.classes_given(f"{file}::{name}"), {f"{file}::{root}"}
    if f"{file}::{root}" not in both.functions:
        return {".__dict__"}, True  # nobody knows where it is
    if cls := name.rpartition(".")[0]:
        found |= project.operators_of(_class_key(file, cls))
    waiting = [*seen]
    while waiting:
        for key in both.edges.get(waiting.pop(), ()):
            (attribute,) = bare([key])
            if key in own:
                inner = {key}
            elif attribute.startswith(PREFIX):
                inner = {each for (_, method), keys in both.methods.items() if method == attribute for each in keys}
            else:
                found.add(key)
                continue
            waiting += inner - seen
            seen |= inner
    return found, not both.indirect.isdisjoint(seen)


def _bound_there(statement: ast.stmt) -> Iterator[str]:
    """Functions and variables, which a module with both versions has in both where they are not alike."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.Assign() | ast.AnnAssign():
            yield from (n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and is_stored(n))


def leant_on(reached: Set[str], changed: Set[str], project: Mentions) -> set[str]:
    """Of what changed, by its keys, what may be called or used.  reached: by `called_from`."""
    names = bare(reached)
    return {key for key in changed if is_by_text(names) or _is_leant_on(key, reached, names, project)}


def _is_leant_on(key: str, reached: Set[str], names: Set[str], project: Mentions) -> bool:
    file, _, path = key.partition("::")
    outer, _, name = path.rpartition(".")
    cls = _class_key(file, outer)
    if outer and is_constructor(name):
        made = project.kinds_of(cls)
        held = {f".{attribute}" for kind in made for attribute in project.attributes[kind]}
        called = not (made | held | {GIVEN, MAKING}).isdisjoint(reached)
    else:
        called = key in reached or is_special(name) or (key not in project.edges and name in names)
    unseen = key in project.of_classes and (_by_library(reached, name) or key in project.of_foreign)
    return called or unseen or (OPERATORS in reached and key in project.of_shapes)


def _by_library(reached: Set[str], method: str) -> bool:
    """May code that is not seen call the method, if it has got an object with it?"""
    return OPEN in reached or (UNKNOWN in reached and method in PROTOCOLS)


def is_by_text(names: Set[str]) -> bool:
    """May anything be used, as names are computed?"""
    return not BY_TEXT.isdisjoint(names)
