"""Types from use: what an unannotated parameter must be for the operations applied to it to make sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.execution.shapes import ANY, AnyShape, Shape
from clew.ir import tree as ir

if TYPE_CHECKING:
    from clew.execution.signatures import Catalogue


def shape_from_use(function: ir.Function, name: str, default: Shape | None, catalogue: Catalogue) -> Shape:
    """Candidates for a parameter, by evidence: its default, then its use."""
    first = (default,) if default is not None else ()
    return AnyShape(tuple(dict.fromkeys((*first, *ANY.candidates))))


def keywords_used(function: ir.Function, name: str) -> tuple[str, ...]:
    """The constant keys with which a `**` parameter is asked."""
    return ()


def may_change_self(function: ir.Function) -> bool:
    """Whether a method may change the object it is called on."""
    return True
