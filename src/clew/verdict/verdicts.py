"""What clew says of a goal, as plain data.  The JSON report is a direct image of it (`report/`).

A coverage goal ends `Covered`, `Infeasible`, `NoneWithin` or `Unknown`; one that is covered may be `Doomed` as well.
"""

from __future__ import annotations

from typing import TypeAlias

from clew.records import dataclass
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope


@dataclass(frozen=True, slots=True)
class Covered:
    """test: the id of the test that reaches it, or of the first of those that show it together; others: the rest."""

    test: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Nothing reaches the goal, for all inputs.  The fields are those of the `Evidence`; the scope is empty."""

    scope: Scope
    assumptions: tuple[Assumption, ...]
    because: tuple[Span, ...]
    method: str
    summaries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoneWithin:
    """Nothing within the bounds reaches the goal, and they are at least what was asked for.  Not a proof for larger
    inputs.  The scope is never empty.
    """

    scope: Scope
    assumptions: tuple[Assumption, ...]
    because: tuple[Span, ...]
    method: str
    summaries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Raising:
    """An exception that escaped.  name: its class; module, function, place: where it was raised.

    explicit: by a `raise` statement that names it, not by an operation or an `assert`; always: the function it was
    raised in can, by its shape, do nothing else; missing: it is an attribute that an object, made by a constructor of
    its own class, does not have.
    """

    name: str
    module: str
    function: str
    place: Span | None
    explicit: bool
    always: bool = False
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Doomed:
    """Reached, but every execution through it fails.  raisings: how those seen failed."""

    raisings: tuple[Raising, ...]
    scope: Scope
    assumptions: tuple[Assumption, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    reason: Reason


Verdict: TypeAlias = Covered | Infeasible | NoneWithin | Unknown
