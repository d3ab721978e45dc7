"""Which names a function mentions that could name something it calls: attributes, globals, variables."""

from __future__ import annotations

import re

from clew.ir import tree as ir
from clew.ir.walk import nodes


def called_names(function: ir.Function) -> frozenset[str]:
    """Every attribute, method and global name in the body, those of nested functions and native text included."""
    found: set[str] = set()
    for node in nodes(function.body):
        match node:
            case ir.Global(name) | ir.Attr(_, name) | ir.MethodCall(_, name):
                found.add(name)
            case ir.Native(text) | ir.NativeStatement(text):
                found.update(re.findall(r"\w+", text))
    return frozenset(found)
