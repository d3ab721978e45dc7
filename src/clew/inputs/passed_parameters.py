"""Which parameters of a callable its callers pass something for."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Unpack, get_args, get_origin, is_typeddict


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


def is_unpacked(hint: Any) -> bool:
    """Is it `*tuple[...]`, `Unpack[...]` or `*Ts` (PEP 646)?"""
    return getattr(hint, "__unpacked__", False) is True or get_origin(hint) is Unpack


def unpacked_items(hint: Any) -> Iterator[tuple[Any, bool]]:
    """What `*args: *tuple[int, *tuple[str, ...]]` says of the arguments, in order: the annotation of each, and whether
    it is that of any number of them.  Of another annotation, and where nothing is known of their number: nothing.
    """
    if not is_unpacked(hint):
        return
    inner = get_args(get_args(hint)[0]) if get_origin(hint) is Unpack else get_args(hint)
    if len(inner) == 2 and inner[1] is Ellipsis:
        yield inner[0], True
        return
    for each in inner:
        if is_unpacked(each):
            yield from unpacked_items(each)
        else:
            yield each, False
