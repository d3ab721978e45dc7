"""What decorators are called in the library they come from, whatever a module calls them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from clew.frontend.places import span_of
from clew.records import dataclass
from clew.source.spans import Span

LIBRARIES: Final = ("icontract", "deal")


@dataclass(frozen=True, slots=True)
class Named:
    """A use of something in a library.  name: `icontract.require`; what it was given."""

    name: str
    arguments: tuple[ast.expr, ...]
    keywords: Mapping[str, ast.expr]
    span: Span

    def argument(self, place: int, name: str) -> ast.expr | None:
        return self.arguments[place] if place < len(self.arguments) else self.keywords.get(name)


@dataclass(frozen=True, slots=True)
class Names:
    """What names of a module stand for; `partial`: with what they were given already."""

    meanings: Mapping[str, str]
    partial: Mapping[str, Mapping[str, ast.expr]]

    @staticmethod
    def of(tree: ast.Module) -> Names:
        found: dict[str, str] = {}
        partial: dict[str, Mapping[str, ast.expr]] = {}
        names = Names(found, partial)
        for node in ast.walk(tree):
            match node:
                case ast.Import(names=aliases):
                    for alias in aliases:
                        if alias.name.partition(".")[0] in LIBRARIES:
                            meaning = alias.name if alias.asname else alias.name.partition(".")[0]
                            found[alias.asname or meaning] = meaning
                case ast.ImportFrom(module=str(module), names=aliases) if module.partition(".")[0] in LIBRARIES:
                    found.update({alias.asname or alias.name: f"{module}.{alias.name}" for alias in aliases})
        for statement in tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func, [first], keywords)) if (
                    getattr(func, "attr", getattr(func, "id", "")) == "partial"
                ):
                    if (known := names.meaning(first)) is not None:
                        found[target] = known
                        partial[target] = {k.arg: k.value for k in keywords if k.arg is not None}
                case ast.Assign(targets=[ast.Name(id=target)], value=value):
                    if (known := names.meaning(value)) is not None:
                        found[target] = known
        return names

    def meaning(self, node: ast.expr) -> str | None:
        match node:
            case ast.Name(id=name):
                return self.meanings.get(name)
            case ast.Attribute(value=value, attr=attr):
                owner = self.meaning(value)
                return None if owner is None else f"{owner}.{attr}"
        return None

    def of_library(self, node: ast.expr) -> Named | None:
        """A decorator, or a part of one, that a library makes."""
        if isinstance(node, ast.Call):
            name = self.meaning(node.func)
            if name is None:
                return None
            given = self.partial.get(node.func.id, {}) if isinstance(node.func, ast.Name) else {}
            keywords = {**given, **{k.arg or "**": k.value for k in node.keywords}}
            return Named(name, tuple(node.args), keywords, span_of(node))
        name = self.meaning(node)
        return None if name is None else Named(name, (), {}, span_of(node))
