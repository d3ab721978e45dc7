"""What an operation does where it has no model: CPython alone computes, and nothing is claimed.

The machine runs a plain Python function it does not know, so it treats it as native code: the result is `Lost` where
anything that was passed depends on the inputs, and what changed of the arguments is `Unknown`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clew.semantics.operation import Machine
from clew.semantics.shadow import Lost, Tracked


def natively(
    machine: Machine, name: str, value: Callable[..., Any], args: tuple[Tracked, ...], kwargs: dict[str, Tracked]
) -> Tracked:
    """Run as native code: for operations that cannot raise, or whose arguments do not depend on the inputs."""

    def native(*values: Any, **named: Any) -> Any:
        return value(*values, **named)

    native.__name__ = native.__qualname__ = name
    return machine.call(Tracked(native, None), args, kwargs)


def unmodelled(
    machine: Machine, name: str, value: Callable[..., Any], args: tuple[Tracked, ...], kwargs: dict[str, Tracked]
) -> Tracked:
    """Run as native code; where the result was lost, so was whether the operation raises."""
    result = natively(machine, name, value, args, kwargs)
    if isinstance(result.shadow, Lost):
        machine.approximate(result.shadow.code, f"{name}() on values that were not followed may raise")
    return result
