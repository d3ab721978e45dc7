"""Which names a function mentions that could name something it calls: attributes, globals, variables."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from clew.ir import tree as ir


def called_names(function: ir.Function) -> frozenset[str]:
    """Every attribute, method and global name in the body, those of nested functions and native text included."""
    found: set[str] = set()
    stack: list[Any] = [function.body]
    while stack:
        node = stack.pop()
        match node:
            case tuple():
                stack.extend(node)
            case ir.Global(name) | ir.Attr(_, name):
                found.add(name)
            case ir.MethodCall(object, name, arguments):
                found.add(name)
                stack.extend((object, arguments))
            case ir.Native(text) | ir.NativeStatement(text):
                found.update(re.findall(r"\w+", text))
            case ir.Var() | ir.Const():
                continue
            case _ if dataclasses.is_dataclass(node):
                stack.extend(getattr(node, f.name) for f in dataclasses.fields(node) if f.name != "span")
    return frozenset(found)
