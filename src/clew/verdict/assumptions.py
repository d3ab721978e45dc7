"""What a proof may take for granted: a closed list of kinds, held by the type checker and shown in the README."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, cast, get_args

from clew.records import dataclass
from clew.source.spans import Span

AssumptionKind: TypeAlias = Literal[
    "types",  # arguments have their annotated types
    "guessed-types",  # values whose type nothing states have one of the types that were tried
    "construction",  # objects are made by constructors, their private attributes changed by what is public
    "invariants",  # objects keep the invariants of their classes between calls
    "no-sharing",  # no mutable object occurs twice among the arguments, in ways that are not tried
    "module-state",  # variables of modules are as the import left them
    "private-state",  # their private ones are changed by no code but what is seen
    "process-state",  # so is what the process holds
    "resources",  # nothing runs out, and nothing interrupts
    "by-name",  # the function is called as the decorator left it
    "this-python",  # this build and machine
    "set-order",  # sets in the order that the hashes of this process give
    "native",  # what code in C does, as observed or documented
]

CHANGED: Final = "changed"
"""What `module-state` is about where code of the project itself changes the variables after the import."""

KINDS: Final[tuple[str, ...]] = get_args(AssumptionKind)


@dataclass(frozen=True, slots=True)
class Assumption:
    """A fact a proof takes for granted.  text: one sentence for the reader; about: which of its kind, if several."""

    kind: AssumptionKind
    text: str
    place: Span | None = None
    about: str = ""

    @property
    def id(self) -> str:
        """`types`, `process-state:decimal`, `types:Node`."""
        return f"{self.kind}:{self.about}" if self.about else self.kind


def of_changed(assumptions: Iterable[Assumption]) -> Assumption | None:
    """The one among them that code of the project contradicts: nobody makes one call only."""
    return next(
        (a for a in assumptions if a.id == f"module-state:{CHANGED}" or a.about.startswith(f"{CHANGED}:")), None
    )


def read_assumption(id: str, text: str, place: Span | None) -> Assumption:
    """Of a report; ValueError for an id whose kind is not on the list."""
    kind, _, about = id.partition(":")
    if kind not in KINDS:
        raise ValueError(f"no kind of assumption: {kind}")
    return Assumption(cast("AssumptionKind", kind), text, place, about)
