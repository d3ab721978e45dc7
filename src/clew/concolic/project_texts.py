"""What the texts of a project do to objects that they do not name: read off once, when it is asked first."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from clew.analysis.calls import called_names
from clew.effects.environment_effects import IMPORTED, NAMES_A_CHANGE, NOTHING_HANDLED, changes_process
from clew.effects.library_changes import changing_functions
from clew.frontend.handled_names import sets_defaults
from clew.frontend.handlers import calls_while_handling
from clew.frontend.module import ANY_NAME, Module
from clew.frontend.names_after_import import LaterNames
from clew.frontend.replaced_names import bound_by_imports, replaced
from clew.inputs.setters import changed_by, handed_on
from clew.ir import tree as ir
from clew.ir.walk import nodes, operands
from clew.regexes import regex

_MEASURED: Final = frozenset({"len", "list", "sorted", "set", "dict", "tuple", "iter"})
_WORD: Final = regex(r"[A-Za-z_]\w*")
_OF_ITSELF: Final = regex(r"\bmodules\s*\[|\bimport_module\s*\(\s*__name__|\b__import__\s*\(\s*__name__")


def _writes(function: ir.Function, has_itself: bool) -> bool:
    """Does a function do more with the namespace of its module than look into it?  has_itself: does the text of the
    module ask for the module?
    """
    callees: dict[str, str] = {}
    spaces: set[ir.Atom] = set()
    every = list(nodes(function.body))
    for node in every:
        match node:
            case ir.Assign(ir.Var(target), ir.Global(name)):
                callees[target] = name
            case ir.Assign(target, ir.Call(ir.Var(callee), ())) if callees.get(callee) == "globals":
                spaces.add(target)
            case ir.Assign(target, ir.Call(ir.Var(callee), (_,))) if callees.get(callee) == "vars" and has_itself:
                spaces.add(target)
            case ir.Assign(target, ir.Attr(_, "__dict__")) if has_itself:
                spaces.add(target)
            case ir.Native(text) | ir.NativeStatement(text) if re.search(r"\bglobals\b", text):
                return True
    makers = {name for name, value in callees.items() if value == "globals"}
    kept = [v for node in every for v in _passed_on(node, callees) if isinstance(v, ir.Var)]
    return any(v in spaces or v.name in makers for v in kept)


def _passed_on(node: Any, callees: Mapping[str, str]) -> Iterator[Any]:
    """The variables that a statement does more with than to look at what they hold."""
    match node:
        case ir.Assign(_, ir.Call(ir.Var(callee))) if callees.get(callee) in _MEASURED:
            pass
        case ir.Assign(_, ir.Closure() as value):  # its defaults
            yield from operands(value)
        case _:
            yield from (*handed_on(node), *changed_by(node))


class ProjectTexts:
    """modules: lowered ones.  every: texts of the files that are not imported; beside: of those that may use them."""

    def __init__(self, modules: Iterable[Module], beside: Collection[str], every: Collection[str]) -> None:
        self.modules, self.beside, self.every = modules, beside, every

    def warm(self) -> None:
        """Find it all out."""
        for name, value in vars(type(self)).items():
            if isinstance(value, functools.cached_property):
                getattr(self, name)

    def functions(self) -> Iterator[ir.Function]:
        return (function for module in self.modules for function in module.functions)

    def mentions(self, *words: str) -> bool:
        """Does a text have one of the words?"""
        texts = (*(module.text for module in self.modules), *self.beside)
        return any(word in text for text in texts for word in words)

    def _every(self) -> Iterator[Any]:
        return (node for function in self.functions() for node in nodes(function.body))

    @functools.cached_property
    def attributes_set(self) -> frozenset[str]:
        """The names under which code of the project sets something on an object, its own methods included."""
        return frozenset(node.name for node in self._every() if isinstance(node, ir.SetAttr))

    @functools.cached_property
    def sets_computed_names(self) -> bool:
        """May attributes be set whose names are not in the texts?"""
        return self.mentions("setattr", "delattr", "__dict__", "vars(")

    @functools.cached_property
    def replacing(self) -> frozenset[str]:
        """Names of modules whose code writes into their namespaces, under names that the texts need not show."""
        found = set[str]()
        for module in self.modules:
            has_itself = _OF_ITSELF.search(module.text) is not None
            if has_itself or "globals" in module.text:
                found.update(module.name for function in module.functions if _writes(function, has_itself))
        return frozenset(found)

    @functools.cached_property
    def sets_defaults(self) -> bool:
        """May code of the project give functions other defaults?"""
        return any(map(sets_defaults, (*(module.text for module in self.modules), *self.beside)))

    @functools.cached_property
    def later(self) -> LaterNames:
        """The names that code of the project uses after the imports."""
        found = LaterNames()
        for text in filter(NAMES_A_CHANGE.search, self.every):
            found.read(text, whole=True)
        for module in self.modules:
            found.read(module.text, whole=False)
        return found

    def changes_process(self, what: str) -> bool:
        """May code of the project change what the process holds?  what: as an assumption says that it is about it."""
        if what == NOTHING_HANDLED.about:
            return self.calls_while_handling
        if self.calls_what_changes(what.removeprefix(IMPORTED)):
            return True
        if what.startswith(IMPORTED):
            return self.imports(what.rpartition(".")[2])
        return changes_process(what, self.later.used, self.later.stored)

    @functools.cache  # noqa: B019 (it lives as long as its process)
    def calls_what_changes(self, variable: str) -> bool:
        """May code of the project call what changes a variable of a library, or what that holds?"""
        changing, home = changing_functions(variable), variable.partition(".")[0]
        return bool(changing) and any(
            home in text and not changing.isdisjoint(_WORD.findall(text)) for text in self.everywhere
        )

    def imports(self, module: str) -> bool:
        """May code of the project import a module with this last name?"""
        named = rf"(?:^|[;:])[ \t]*(?:from|import)\s[^\n(]*(?:\([^)]*?)?\b{module}\b"
        importing = re.compile(rf"{named}|\bimport_module\b|__import__", re.MULTILINE)
        return any(importing.search(text) for text in self.everywhere)

    @functools.cached_property
    def replaced(self) -> Mapping[str, Collection[str]]:
        """What code of the project puts in place of attributes of libraries: by last names, as `replaced_names`."""
        own = {module.name.partition(".")[0] for module in self.modules}
        exported: dict[str, set[str]] = {}
        for name, whole in (pair for text in self.everywhere for pair in bound_by_imports(text, own)):
            exported.setdefault(name, set()).add(whole)
        found: dict[str, set[str]] = {}
        for name, whole in (pair for text in self.everywhere for pair in replaced(text, own, exported)):
            found.setdefault(name, set()).add(whole)
        return found

    @property
    def everywhere(self) -> Iterator[str]:
        return itertools.chain((module.text for module in self.modules), self.every)

    @functools.cached_property
    def calls_while_handling(self) -> bool:
        """May code of the project call functions while an exception is handled?"""
        return any(map(calls_while_handling, self.everywhere))

    @functools.cached_property
    def sets_contexts(self) -> bool:
        """May code of the project set context variables?"""
        return any("set" in called_names(function) for function in self.functions())

    @functools.cached_property
    def attributes_deleted(self) -> frozenset[str]:
        """With `ANY_NAME` where names are computed."""
        found = {node.name for node in self._every() if isinstance(node, ir.DelAttr)}
        return frozenset(found | ({ANY_NAME} if self.mentions("delattr", "__delete__") else set()))

    def may_delete(self, attribute: str) -> bool:
        return not self.attributes_deleted.isdisjoint((attribute, ANY_NAME))
