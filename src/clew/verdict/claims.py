"""What clew says of a claim: that an exception never begins at a place and leaves the function.

Made of the verdict on its goal, the place where it fails: covered is refuted, infeasible is proved.
"""

from __future__ import annotations

from typing import TypeAlias

from clew.records import dataclass
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.verdicts import NoneWithin, Unknown


@dataclass(frozen=True, slots=True)
class Proved:
    """No input makes it fail.  because, method: as in `Infeasible`."""

    assumptions: tuple[Assumption, ...]
    because: tuple[Span, ...]
    method: str


@dataclass(frozen=True, slots=True)
class Failure:
    """How a call, run on plain CPython, made a claim fail.

    call: on one line; exception, message: what it ends with; parts: the operands of what failed, with their values;
    certain: every type that matters is stated; in_test: a test of this call fails for it, too.
    """

    call: str
    exception: str
    message: str
    parts: tuple[tuple[str, str], ...]
    certain: bool
    in_test: bool = True


@dataclass(frozen=True, slots=True)
class Refuted:
    """A call makes it fail.  test: its pytest id, empty where none fails for that; the rest as in `Failure`."""

    test: str
    call: str
    exception: str
    message: str
    parts: tuple[tuple[str, str], ...]
    certain: bool


ClaimVerdict: TypeAlias = Proved | Refuted | NoneWithin | Unknown
"""`NoneWithin`: not proved, but nothing within the bounds makes it fail."""
