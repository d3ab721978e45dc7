"""Everything in a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clew.ir.tree import Function


def nodes(root: Any, nested: bool = True) -> Iterator[Any]:
    """The nodes of a tree form, parents first; no spans.  nested: those of nested functions too."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(reversed(node))
            continue
        if hasattr(type(node), "__match_args__"):
            yield node
            stack.extend(part for part in parts(node) if nested or not isinstance(part, Function))


def parts(node: Any) -> list[Any]:
    """What a node consists of, in order, but for its span; nothing where it is no node but a name or a number."""
    return [getattr(node, name) for name in getattr(type(node), "__match_args__", ()) if name != "span"]
