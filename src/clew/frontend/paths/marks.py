"""A function in tree form with a place where a test of a statement turns out, for those who follow its paths.

    if %1: …                    if %1: reach (step, true); …
                                else: reach (step, false)

Tests in expressions (ternaries, filters of comprehensions) are none of a path.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from clew.frontend.paths.expression import OUTCOME
from clew.frontend.paths.steps import Seen, steps_of
from clew.frontend.places import FunctionNode
from clew.ir import tree as ir
from clew.ir.walk import with_blocks
from clew.source.spans import Span

STEP: Final = "step"


def tests_of(node: FunctionNode) -> frozenset[tuple[int, int]]:
    """Where they begin."""
    steps = steps_of(node, Seen(lines=False, outcomes=None))
    return frozenset((step.line, step.column) for step in steps if step.kind == OUTCOME)


def with_steps(function: ir.Function, tests: Collection[tuple[int, int]]) -> ir.Function:
    """tests: of the function itself; those of functions inside of it stay as they are."""

    def block(body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        return tuple([statement(s) for s in body])

    def led(span: Span, outcome: str, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        return (ir.Reach(span, STEP, outcome), *block(body))

    def statement(s: ir.Statement) -> ir.Statement:
        match s:
            case ir.If(decision="branch", span=span, then=then, orelse=orelse) if span[:2] in tests:
                return replace(s, then=led(span, "true", then), orelse=led(span, "false", orelse))
            case ir.While(span=span, before=before, body=body, orelse=orelse) if span[:2] in tests:
                return replace(s, before=block(before), body=led(span, "true", body), orelse=led(span, "false", orelse))
            case ir.For(span=span, body=body, orelse=orelse) if span[:2] in tests:
                return replace(s, body=led(span, "true", body), orelse=led(span, "false", orelse))
            case ir.Try():
                made = with_blocks(s, block)
                assert isinstance(made, ir.Try)
                entered = [replace(h, body=(ir.Reach(h.span, STEP, "entered"), *h.body)) for h in made.handlers]
                return replace(made, handlers=tuple(entered))
        return with_blocks(s, block)

    return replace(function, body=block(function.body))
