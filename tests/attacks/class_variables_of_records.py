"""Class variables of dataclasses, which their own class methods change, and fields that no constructor is given."""

from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True)
class Frozen:
    name: str
    total: ClassVar[int] = 0

    @classmethod
    def make(cls, name: str) -> "Frozen":
        cls.total += 1
        return cls(name)

    def is_many(self) -> int:
        if self.total > 3:
            return 1  # reached by: [Frozen.make("") for _ in range(5)]; Frozen("").is_many()
        return 0


@dataclass
class Open:
    name: str
    total: ClassVar[int] = 0

    @classmethod
    def make(cls, name: str) -> "Open":
        cls.total += 1
        return cls(name)

    def is_many(self) -> int:
        if self.total > 3:
            return 1  # reached by: [Open.make("") for _ in range(5)]; Open("").is_many()
        return 0


@dataclass(frozen=True)
class Result:
    value: int
    error: str | None = field(default=None, init=False)

    def is_ok(self) -> int:
        if self.error is not None:
            return 0  # reached by: failed(-1).is_ok()
        return 1


def failed(n: int) -> Result:
    result = Result(n)
    if n < 0:
        object.__setattr__(result, "error", "negative")
    return result
