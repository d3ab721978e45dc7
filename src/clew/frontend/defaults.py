"""Which parameters have a number or a text for their default: it says what they are for, where no annotation does."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

from clew.frontend.parsing import parse_module
from clew.frontend.places import FunctionNode


@lru_cache(maxsize=16)
def classes_of_defaults(text: str) -> Mapping[int, Mapping[str, type]]:
    """By the line of a `def`: parameters without annotation, and the class of the constant that is their default.

    text: of a module that can be parsed.  A default of None, a bool or a container says too little.
    """
    functions = (n for n in ast.walk(parse_module(text)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.lineno: found for node in functions if (found := dict(_constants(node)))}


def _constants(node: FunctionNode) -> Iterator[tuple[str, type]]:
    positional = [*node.args.posonlyargs, *node.args.args]
    first = len(positional) - len(node.args.defaults)
    pairs = [
        *zip(positional[first:], node.args.defaults, strict=True),
        *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True),
    ]
    for parameter, default in pairs:
        value = default.operand if isinstance(default, ast.UnaryOp) else default
        if parameter.annotation is None and isinstance(value, ast.Constant):
            if type(value.value) in (int, float, str, bytes):
                yield parameter.arg, type(value.value)
