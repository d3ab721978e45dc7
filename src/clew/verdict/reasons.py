"""Why something is not known: a closed list."""

from __future__ import annotations

from typing import Final

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
    "contract",  # a contract is broken on the way there, or was not understood
    "contract-contradictory",  # no input meets the preconditions
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
