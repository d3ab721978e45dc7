"""What clew says of a goal, as plain data.  The JSON report is a direct image of it (`report/`).

A coverage goal ends `Covered`, `Infeasible`, `NoneWithin` or `Unknown`.  What the search proves is an `Infeasible` with
the bounds that really cut something; `conclude` makes of it what is shown: for all inputs, none within bounds, or,
where the bounds are smaller than what was asked for, unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from clew.records import dataclass
from clew.source.spans import Span

Scope: TypeAlias = tuple[tuple[str, int], ...]
"""Bounds with their limits, sorted by name; empty: without any."""

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
    """A fact a proof takes for granted.

    id: `types`, `construction`, …, after a colon what it is about (`process-state:decimal`, `types:Node`); text: one
    sentence for the reader.
    """

    id: str
    text: str
    place: Span | None = None

    @property
    def kind(self) -> str:
        """The id up to the colon."""
        return self.id.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Covered:
    test: str  # the id of the test, filled in once tests are named


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Nothing reaches the goal.  scope: bounds that cut something, e.g. (("loop", 8),); in a report, where it says "for
    all inputs", none.

    because: the places that contradict each other, in source order.  method: how it was shown (`structure`,
    `exhaustion`, `reachability`, …), for `clew explain`.  summaries: names of functions whose calls entered it by an
    exact summary of their paths.  beyond: why no more is known beyond the scope, where something else than the bounds
    as set ended the search.
    """

    scope: Scope
    assumptions: tuple[Assumption, ...]
    because: tuple[Span, ...]
    method: str
    summaries: tuple[str, ...] = ()
    beyond: Reason | None = None


@dataclass(frozen=True, slots=True)
class NoneWithin:
    """Nothing within the bounds reaches the goal, and they are at least what was asked for.  Not a proof for larger
    inputs.  The fields are as in `Infeasible`; the scope is never empty.
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
    """Reached, but every execution through it fails.  raisings: how those seen failed; the rest as in `Infeasible`."""

    raisings: tuple[Raising, ...]
    scope: Scope
    assumptions: tuple[Assumption, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    reason: Reason


Verdict: TypeAlias = Covered | Infeasible | NoneWithin | Unknown


def conclude(found: Verdict, wanted: Mapping[str, int]) -> Verdict:
    """What is shown of what was found, under the bounds that were asked for.

    A proof that holds only within smaller bounds is no more than something that is known of an open goal.
    """
    if not isinstance(found, Infeasible) or not found.scope:
        return found
    if not smaller(found.scope, wanted):
        return NoneWithin(found.scope, found.assumptions, found.because, found.method, found.summaries)
    known = f"none within {scope_list(found.scope)}"
    why = found.beyond
    if why is None:  # inputs are not made any larger, whatever the settings
        return Unknown(Reason("bound", known))
    return Unknown(Reason("bound", f"{known}; beyond that: {why.text}", why.setting, why.place))


def conclude_doomed(found: Doomed | None, wanted: Mapping[str, int]) -> Doomed | None:
    """The same for code that fails: within smaller bounds it says nothing."""
    return found if found is not None and not smaller(found.scope, wanted) else None


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
