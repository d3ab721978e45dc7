"""Why something is not known: a closed list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clew.records import dataclass
from clew.source.spans import Span

MEANINGS: Final[Mapping[str, tuple[str, str]]] = {
    "budget": (
        "a limit of runs, steps or solver work was reached, or the goals of the function no longer fell",
        "`--effort thorough`, `--work`, `--paths`, `--steps`, `--seconds`, as is said with it",
    ),
    "bound": (
        "only longer loops, larger inputs, deeper recursion, or what other calls leave behind could reach it",
        "the bound that is named: `--loop`, `--len`, `--text`, `--depth`, `--method-calls`",
    ),
    "solver-gave-up": ("the solver had no answer to a question", "`--solver-steps`"),
    "types": ("only arguments of types that were not tried could reach it", "an annotation"),
    "unmodelled-call": ("the way there depends on the result of a call that was only run, not followed", ""),
    "unmodelled-operation": ("the way there depends on an operation that was only run, not followed", ""),
    "side-effect-blocked": ("the guard refused what the code did (a file, a socket, a process)", "`--allow`"),
    "cannot-build-input": (
        "no argument of the wanted type could be made",
        "an annotation of a class with a constructor",
    ),
    "rebound": ("its module binds the name of the function anew, and tests call what it means then", ""),
    "cannot-import": ("the module fails on import", "what its import needs, beside clew; `--import-first`"),
    "nondeterministic": ("what it does is not the same in two runs", ""),
    "model-diverged": ("a run did not take the decisions its path condition promised", ""),
    "worker-died": ("the process was killed, crashed, or ran out of memory", "`--memory`"),
    "timeout": (
        "a call, or an operation in it, did not end, or the whole run not in its time",
        "`--seconds`, `--total-seconds`",
    ),
    "contradicted": ("a plain run reached what a proof had excluded: a fault of clew itself; please report it", ""),
    "not-replayed": ("the search reached it, but the replay in CPython did not confirm it", ""),
    "contract": ("a contract is broken on the way there, or was not understood", "the contract"),
    "contract-contradictory": ("no input meets the preconditions", "the preconditions"),
    "interrupted": ("the run was ended before", "another run, which goes on with what is known"),
    "internal-error": ("a fault of clew itself; please report it", ""),
}
"""Code → what it means, and what moves it; empty where no setting does."""

REASON_CODES: Final = tuple(MEANINGS)
SHORT_OF_MEMORY: Final = "it used more memory than it may"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why neither a test nor a proof was found.  setting: the option that would move it, or None."""

    code: str
    text: str
    setting: str | None = None
    place: Span | None = None
