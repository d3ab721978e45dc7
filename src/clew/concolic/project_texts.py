"""What the texts of a project do to objects that they do not name: read off once, when it is asked first."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from clew.analysis.calls import called_names
from clew.effects.watched import ANY_NAME
from clew.frontend.module import Module
from clew.ir import tree as ir
from clew.ir.walk import nodes


class ProjectTexts:
    """modules: the lowered ones; beside: the texts of files that may use them, and are not imported."""

    def __init__(self, modules: Iterable[Module], beside: Collection[str]) -> None:
        self.modules, self.beside = modules, beside

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
    def sets_defaults(self) -> bool:
        """Are functions asked for their defaults, perhaps to set them?"""
        return self.mentions("defaults__")

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
