"""What clew says of a goal, as plain data.  The JSON report is a direct image of it (`report/`).

A coverage goal ends `Covered`, `Infeasible` or `Unknown`.  `scope` names only the bounds that really cut something; an
empty one means unbounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from clew.records import dataclass
from clew.source.spans import Span

REASON_CODES: Final = (
    "budget",  # a limit of paths, steps or solver work was reached
    "bound",  # only longer loops, larger inputs or deeper recursion could reach it
    "solver-gave-up",
    "types",  # only arguments of types that were not tried could reach it
    "unmodelled-call",  # the way there depends on the result of a call that was only run, not followed
    "unmodelled-operation",
    "side-effect-blocked",  # the guard refused what the code did (a file, a socket, a process)
    "cannot-build-input",
    "cannot-import",
    "nondeterministic",
    "model-diverged",  # a run did not take the decisions its path condition promised
    "worker-died",  # killed, crashed, out of memory
    "timeout",
    "contradicted",  # a plain run reached what a proof had excluded: a fault of clew itself; please report it
    "not-replayed",  # reached by the executor, but the replay in CPython did not confirm it
    "interrupted",
    "internal-error",  # a fault of clew itself; please report it
)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why neither a test nor a proof was found.  setting: the option that would move it, or None."""

    code: str
    text: str
    setting: str | None = None
    place: Span | None = None


@dataclass(frozen=True, slots=True)
class Assumption:
    """A fact a proof takes for granted.  id: `types`, `construction`, …; text: one sentence for the reader."""

    id: str
    text: str
    place: Span | None = None


@dataclass(frozen=True, slots=True)
class Covered:
    test: str  # the id of the test, filled in once tests are named


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Nothing reaches the goal.  scope: bounds that cut something, e.g. (("loop", 8),), empty for unbounded.

    because: the places that contradict each other, in source order.  method: how it was shown (`structure`,
    `exhaustion`, `reachability`, …), for `clew explain`.  summaries: names of functions whose calls entered it by an
    exact summary of their paths.
    """

    scope: tuple[tuple[str, int], ...]
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
    """Reached, but every execution through it fails.  raisings: how those seen failed; the rest as in `Infeasible`."""

    raisings: tuple[Raising, ...]
    scope: tuple[tuple[str, int], ...]
    assumptions: tuple[Assumption, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    reason: Reason


Verdict: TypeAlias = Covered | Infeasible | Unknown


def within_all(scopes: Iterable[tuple[tuple[str, int], ...]]) -> tuple[tuple[str, int], ...]:
    """The bounds within which all of them hold: of each the smallest."""
    found: dict[str, int] = {}
    for scope in scopes:
        for bound, limit in scope:
            found[bound] = min(found.get(bound, limit), limit)
    return tuple(sorted(found.items()))
