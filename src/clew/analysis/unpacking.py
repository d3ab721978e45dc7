"""`a, b = [], {}` as two assignments: a tuple that is made to be taken apart at once tells nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from clew.ir import tree as ir
from clew.ir.walk import nodes, with_blocks

Block: TypeAlias = tuple[ir.Statement, ...]


def unpacked_singly(function: ir.Function) -> ir.Function:
    """The function with such statements, outside of those inside it, replaced by what they do.

    The items are temporaries and constants, so that none is changed by an assignment before its own.
    """
    uses = Counter(node.name for node in nodes(function.body, nested=False) if isinstance(node, ir.Var))

    def block(body: Block) -> Block:
        return tuple(_replaced(tuple(with_blocks(s, block) for s in body), uses))

    return replace(function, body=block(function.body))


def _replaced(body: Block, uses: Counter[str]) -> Iterator[ir.Statement]:
    pairs = [_items(made, taken, uses) for made, taken in pairwise(body)]
    for index, (statement, items) in enumerate(zip(body, [*pairs, None], strict=True) if body else ()):
        if items is not None:
            continue
        before = pairs[index - 1] if index else None
        if before is not None and isinstance(statement, ir.Unpack):
            yield from (ir.Assign(t, item, statement.span) for t, item in zip(statement.targets, before, strict=True))
        else:
            yield statement


def _items(made: ir.Statement, taken: ir.Statement, uses: Counter[str]) -> tuple[ir.Atom, ...] | None:
    """Of the tuple, if the second statement takes apart what the first one makes, and nothing else has it."""
    match made, taken:
        case ir.Assign(ir.Var(name), ir.Display("tuple", items)), ir.Unpack(targets, None, ir.Var(other)):
            plain = all(isinstance(i, ir.Const) or (isinstance(i, ir.Var) and _is_temporary(i.name)) for i in items)
            if name == other and _is_temporary(name) and uses[name] == 2 and plain and len(items) == len(targets):
                return tuple(i for i in items if isinstance(i, ir.Const | ir.Var))
    return None


def _is_temporary(name: str) -> bool:
    return name.startswith("%")
