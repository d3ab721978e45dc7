"""Builtin functions that ask an instance of a user class for a special method: `abs(x)`, `int(x)`, `hash(x)`, …

The data model (Python reference, 3.3.8) says which methods are tried, in which order, and which types they may return.
"""

from __future__ import annotations

import math
import operator
import types
from collections.abc import Callable
from typing import Final

from clew.semantics.class_lookup import special
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.gathering import asked_for_length
from clew.semantics.operation import Machine
from clew.semantics.shadow import Concretized, Tracked


def _asking(*names: str, returns: type | None = None) -> Callable[..., Tracked]:
    """The first of these methods that the type has is called; `returns`: what it must give, else a TypeError."""

    def model(machine: Machine, /, *args: Tracked, **named: Tracked) -> Tracked:
        if not args or named or (returns is not None and len(args) > 1):
            raise NotFollowed
        operand, *rest = args
        name, method = next(((n, m) for n in names if (m := special(type(operand.value), n)) is not None), ("", None))
        if not isinstance(method, types.FunctionType):
            raise NotFollowed
        result = machine.settle(machine.call(Tracked(method, None), (operand, *rest), {}))
        if returns is not None and not isinstance(result.value, returns):
            raise TypeError(f"{name} returned non-{returns.__name__} (type {type(result.value).__name__})")
        if returns is not None and type(result.value) is not returns:
            raise NotFollowed
        return result

    return model


def _hash(machine: Machine, operand: Tracked, /) -> Tracked:
    """Hashes of builtins are not modelled; a user's `__hash__` gives an int, which is reduced when it is large."""
    result = _asking("__hash__", returns=int)(machine, operand)
    small = machine.binary("<", machine.call(Tracked(abs, None), (result,), {}), Tracked(2**61 - 1, None))
    if isinstance(result.shadow, Concretized) or not machine.truth(small):
        raise NotFollowed
    if machine.truth(machine.binary("==", result, Tracked(-1, None))):
        return Tracked(-2, None)
    return result


def _index(machine: Machine, operand: Tracked, /) -> Tracked:
    if isinstance(operand.value, int):
        raise NotFollowed  # it is not asked
    return _asking("__index__", returns=int)(machine, operand)


def _length_hint(machine: Machine, operand: Tracked, default: Tracked = Tracked(0, None), /) -> Tracked:  # noqa: B008
    if type(operand.value).__module__ == "builtins" or getattr(type(operand.value), "is_stream", False):
        raise NotFollowed
    return asked_for_length(machine, operand) or default


FUNCTION: Final = {
    (abs, object): followed("abs", abs, _asking("__abs__")),
    (int, object): followed("int", int, _asking("__int__", "__index__", "__trunc__", returns=int)),
    (float, object): followed("float", float, _asking("__float__", returns=float)),
    (round, object): followed("round", round, _asking("__round__")),
    (math.floor, object): followed("floor", math.floor, _asking("__floor__")),
    (math.ceil, object): followed("ceil", math.ceil, _asking("__ceil__")),
    (math.trunc, object): followed("trunc", math.trunc, _asking("__trunc__")),
    (operator.index, object): followed("index", operator.index, _index),
    (hash, object): followed("hash", hash, _hash),
    (operator.neg, object): followed("neg", operator.neg, _asking("__neg__")),
    (operator.pos, object): followed("pos", operator.pos, _asking("__pos__")),
    (operator.invert, object): followed("invert", operator.invert, _asking("__invert__")),
    (operator.length_hint, object): followed("length_hint", operator.length_hint, _length_hint),
}
