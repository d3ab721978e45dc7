"""Guards in the tree form: a `try` around one operation, whose clauses say that it failed and hand the exception on.

They are made by `contracts.guards`.  An analysis of what a function does may leave them out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from clew.ir import tree as ir
from clew.ir.walk import with_blocks

OF_CALL: Final = "require of "
"""Before the name by which a function is called, the type of a clause that sees what the call does not keep."""
CLAIM: Final = "claim"  # the kind of the places where operations fail
ABOVE: Final[Mapping[str, tuple[str, ...]]] = {"InvalidOperation": ("DecimalException", "ArithmeticError")}
"""Exceptions of the library that claims are about, with those above them, of which the last is builtin."""


def is_guard(s: ir.Try) -> bool:
    return bool(s.handlers) and all(
        len(h.body) == 2
        and isinstance(h.body[0], ir.Reach)
        and h.body[0].kind == CLAIM
        and isinstance(h.body[1], ir.Raise)
        for h in s.handlers
    )


def sees_calls(caught: object) -> bool:
    """Is this the type of such a clause?"""
    return type(caught) is str and caught.startswith(OF_CALL)


def failures(s: ir.Try) -> Iterator[ir.Reach]:
    """The places of a guard, each of which is for one class of exceptions, its outcome."""
    for handler in s.handlers:
        match handler.body:
            case (ir.Reach() as reach, ir.Raise()):
                yield reach


def without_guards(body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
    """The statements with the operations in place of their guards."""
    return tuple(plain for s in body for plain in _plain(s))


def _plain(s: ir.Statement) -> Iterator[ir.Statement]:
    match s:
        case ir.Try(body=body) if is_guard(s):
            yield from body
        case ir.Assign(value=ir.Closure(function=inner) as closure):
            function = replace(inner, body=without_guards(inner.body))
            yield replace(s, value=replace(closure, function=function))
        case _:
            yield with_blocks(s, without_guards)
