"""Patterns of sequences and mappings, asked of classes that are registered as such later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Mine:
    def __len__(self) -> int:
        return 0

    def __getitem__(self, i: int) -> int:
        raise IndexError


class Wide:
    def __len__(self) -> int:
        return 2

    def __getitem__(self, i: int) -> int:
        if i < 2:
            return i
        raise IndexError


class Named:
    def __len__(self) -> int:
        return 0

    def get(self, k: object, d: object = None) -> object:
        return d

    def keys(self) -> list[str]:
        return []


class Listed(Sequence[int]):
    def __len__(self) -> int:
        return 0

    def __getitem__(self, i):  # type: ignore[no-untyped-def]
        raise IndexError


def register() -> None:
    Sequence.register(Mine)


def register_wide() -> None:
    Sequence.register(Wide)


def register_named() -> None:
    Mapping.register(Named)


def register_otherwise() -> None:
    Mapping.register(Listed)


def empty(m: Mine) -> int:
    match m:
        case []:
            return 1  # reached by: register(); empty(Mine())
    return 0


def first(m: Wide) -> int:
    match m:
        case [a, *r]:
            return 1  # reached by: register_wide(); first(Wide())
    return 0


def no_keys(m: Named) -> int:
    match m:
        case {}:
            return 1  # reached by: register_named(); no_keys(Named())
    return 0


def no_longer(m: Listed) -> int:
    match m:
        case []:
            return 1
    return 0  # reached by: register_otherwise(); no_longer(Listed())


def either(m: Mine | int) -> int:
    match m:
        case []:
            return 1  # reached by: register(); either(Mine())
    return 0
