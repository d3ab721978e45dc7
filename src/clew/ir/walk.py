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
        fields = getattr(type(node), "__match_args__", None)
        if fields is not None:
            yield node
            stack.extend(getattr(node, name) for name in fields if name != "span")
