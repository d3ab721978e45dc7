"""Which parameters of a callable its callers pass something for."""

from __future__ import annotations

import inspect
from typing import Any, get_args, get_origin, is_typeddict


def passed_parameters(function: Any, skip: int) -> list[inspect.Parameter]:
    """Without the first ones, skip of them, which the receiver is bound to; `*args` takes it, and what follows.

    ValueError, TypeError: nothing is known of its parameters.
    """
    found = list(inspect.signature(function).parameters.values())
    while skip and found and found[0].kind is not inspect.Parameter.VAR_POSITIONAL:
        found, skip = found[1:], skip - 1
    return found


def unpacked_keys(hint: Any) -> Any:
    """The `TypedDict` of an annotation `**options: Unpack[SomeTypedDict]` (PEP 692); None for another annotation.

    `typing_extensions` may have an `Unpack` of its own.
    """
    is_unpacked = getattr(get_origin(hint), "_name", "") == "Unpack"
    return get_args(hint)[0] if is_unpacked and is_typeddict(get_args(hint)[0]) else None
