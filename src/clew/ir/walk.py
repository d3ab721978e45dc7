"""Everything in a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def nodes(root: Any) -> Iterator[Any]:
    """The nodes of a tree form, parents first, those of nested functions included; no spans."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(reversed(node))
            continue
        if hasattr(type(node), "__match_args__"):
            yield node
            stack.extend(parts(node))


def parts(node: Any) -> list[Any]:
    """What a node consists of, in order, but for its span; nothing where it is no node but a name or a number."""
    return [getattr(node, name) for name in getattr(type(node), "__match_args__", ()) if name != "span"]
