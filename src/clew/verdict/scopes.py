"""Bounds within which something was shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

Scope: TypeAlias = tuple[tuple[str, int], ...]
"""Bounds with their limits, sorted by name; empty: without any."""


def smaller(scope: Scope, wanted: Mapping[str, int]) -> list[str]:
    """The bounds of a scope that are below what was asked for."""
    return [bound for bound, limit in scope if bound not in wanted or limit < wanted[bound]]


def scope_list(scope: Scope) -> str:
    """`loop ≤ 8, len ≤ 4`."""
    return ", ".join(f"{bound} ≤ {limit}" for bound, limit in scope)


def within_all(scopes: Iterable[Scope]) -> Scope:
    """The bounds within which all of them hold: of each the smallest."""
    found: dict[str, int] = {}
    for scope in scopes:
        for bound, limit in scope:
            found[bound] = min(found.get(bound, limit), limit)
    return tuple(sorted(found.items()))
