"""Insertion into a binary search tree without balancing; a key that is there already is left alone."""

from __future__ import annotations


class Node:
    def __init__(self, key: int) -> None:
        self._key = key
        self._left: Node | None = None
        self._right: Node | None = None


class Tree:
    def __init__(self) -> None:
        self._root: Node | None = None

    # clew: ensure key in keys(self)
    # clew: ensure all(k in keys(self) for k in keys(OLD.self))
    # clew: ensure all(a < b for a, b in zip(keys(self), keys(self)[1:]))
    def insert(self, key: int) -> None:
        node = Node(key)
        if self._root is None:
            self._root = node
            return
        at = self._root
        while True:
            if key < at._key:
                if at._left is None:
                    at._left = node
                    return
                at = at._left
            elif key > at._key:
                if at._right is None:
                    at._right = node
                    return
                at = at._right
            else:
                return


def keys(tree: Tree) -> list[int]:
    """In order."""
    return _below(tree._root)


def _below(node: Node | None) -> list[int]:
    return [] if node is None else [*_below(node._left), node._key, *_below(node._right)]
