"""Goals about the order of events, settled by variables that the tree form gets beside its own.

Which definition of `y` was the last one, how many rounds a loop has gone: such a variable depends on no input, so it
costs no decision, and whoever runs the tree form needs to know nothing of it.  A criterion of such goals is an
`OfOrder`, with all that there is to say of it; `ordered.py` lists them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Protocol, TypeAlias

from clew.frontend.label_comments import ReadLabels
from clew.frontend.places import FunctionNode
from clew.frontend.scopes import Scopes
from clew.goals.goal import Place
from clew.ir.tree import Function
from clew.records import dataclass
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class Noting:
    """The function with these variables, and the places of the goals that they settle.

    unasked: the places of those that they cannot settle, with the reason.  either: places of further goals, each shown
    where those of any one of its ways are reached.
    """

    function: Function
    places: tuple[Place, ...] = ()
    unasked: Mapping[Place, str] = field(default_factory=dict)
    either: Mapping[Place, tuple[tuple[Place, ...], ...]] = field(default_factory=dict)


class Probing(Protocol):
    """What puts probes into the syntax tree of a module, whose labels are known."""

    labels: ReadLabels

    def number(self, span: Span, kind: str, outcome: str | None) -> int:
        """Of the probe of a goal; -1 where the goal is not asked for."""
        ...

    def call(self, name: str, place: ast.AST, *arguments: ast.expr | int) -> ast.Call:
        """Of a hook, with the line and column of `place`."""
        ...


Notes: TypeAlias = Callable[[Function, FunctionNode], Noting]
Around: TypeAlias = Callable[[list[ast.stmt]], list[ast.stmt]]
Hooks: TypeAlias = dict[str, Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class OfOrder:
    """A criterion.  kind: its name, which is the kind of its goals.

    notes: how the functions of a module get the variables.  around: what puts probes around a statement that is as the
    user wrote it, None where there are none; hooks: what these call, given what hits a goal by its number.  words:
    subject and predicate for an outcome and a quotation of the source, as in "… is never true".
    """

    kind: str
    notes: Callable[[ast.Module, Scopes, ReadLabels], Notes]
    around: Callable[[Probing, ast.stmt], Around | None]
    hooks: Callable[[Callable[[int], object]], Hooks]
    words: Callable[[str | None, str], tuple[str, str]]
