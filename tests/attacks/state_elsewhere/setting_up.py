"""Sets what `limits` holds; `limits` does not import it."""

from __future__ import annotations

import limits


def configure(number: int) -> None:
    limits.LIMIT = number


def by_setattr(name: str, value: object) -> None:
    setattr(limits, name, value)


def fill(key: str) -> None:
    vars(limits)["TABLE"][key] = 1


def harden(cls: type[limits.Options]) -> None:
    cls.strict = True


def limited(x: int) -> int:
    if x > limits.LIMIT and x < 5:
        return 1  # reached by: configure(1); limited(2) [supposing module-state]
    return 0


def by_alias(x: int) -> int:
    settings = limits
    if settings.DEBUG:
        return 1  # reached by: limits.DEBUG = True; by_alias(1) [supposing module-state]
    return 0


def by_name(name: str) -> int:
    if getattr(limits, "DEBUG"):
        return 1  # reached by: limits.DEBUG = True; by_name("") [supposing module-state]
    return 0
