"""What a class holds under a name, its bases included, without running a descriptor."""

from __future__ import annotations

from typing import Any

_ABSENT = object()


def in_bases(cls: type, name: str, default: Any = _ABSENT) -> Any:
    """What a class or its first base that defines the name holds under it: descriptors as they are."""
    return next((base.__dict__[name] for base in cls.__mro__ if name in base.__dict__), default)


def in_class(cls: type, name: str) -> bool:
    """Whether a class or a base of it defines the name."""
    return in_bases(cls, name) is not _ABSENT
