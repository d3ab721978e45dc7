"""Contracts as data: what a function asks of its callers and promises them.

A clause is code: a function of the names it asks for, lowered like any other.  From

    # clew: require lo <= hi
    # clew: ensure lo <= result <= OLD.hi
    def middle(lo: int, hi: int) -> int:
        hi -= 1
        return (lo + hi) // 2

the frontend reads

    require  (lo, hi) -> lo <= hi
    ensure   (lo, result, OLD.hi) -> lo <= result <= OLD.hi
    old      OLD.hi = (hi) -> a copy of hi

and `frontend.desugar` makes of it, and of the function, an ordinary one:

    if not lo <= hi: breach require          # called from outside, this is no input; else it is the caller's fault
    hi'entry := hi; hi'old := hi             # the body assigns to it, and clauses mean what was given
    hi -= 1
    result'ensure := (lo + hi) // 2
    if not lo <= result'ensure <= hi'old: reach (claim, ensure); breach ensure
    return result'ensure

so that search, provers and replay need to know nothing more of contracts than what a breach is.  The replay evaluates
the text of the clauses itself, on plain CPython (`frontend.contract_probes`), and knows nothing of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clew.records import dataclass
from clew.source.spans import NOWHERE, Span

if TYPE_CHECKING:
    from clew.ir.tree import Function

REQUIRE: Final = "require"
ENSURE: Final = "ensure"
INVARIANT: Final = "invariant"
OBJECT: Final = "object"  # an invariant that does not hold when a method begins
LOOP: Final = "loop-invariant"
CONTRACTS: Final = (REQUIRE, ENSURE, INVARIANT, LOOP)

# The outcomes of places that claims lean on: behind the preconditions, and where promises are kept.
MET: Final = "met"
RETURNS: Final = "returns"

RESULT: Final = "result"  # what the function returns, to a clause
OLD: Final = "_clew_old_"  # before the name of a value at entry, to a clause


@dataclass(frozen=True, slots=True)
class Clause:
    """kind: `require`, `ensure`, `invariant` or `loop-invariant`; text: as the source has it; library: one checks it at
    run time; loop: for one of a loop, the place of its condition, or of what it goes through.

    function: its parameters are the names it asks for: those of the function, `result`, `_clew_old_x` for `OLD.x`.
    """

    kind: str
    span: Span
    text: str
    library: bool
    function: Function
    loop: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A value at entry, after the preconditions.  name: as in `OLD.name`.

    function: computes it from parameters of the function, as the text says; None where it is a copy of the parameter of
    this name.
    """

    name: str
    span: Span
    function: Function | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Contract:
    """requires, ensures, invariants, loops: in the order in which they are evaluated.

    loops: what holds whenever a loop asks whether there is another round; its names are the variables as they are then.

    place: where the invariants are claimed; constructor: they need not hold when it begins.

    unread: the places of clauses that were not understood: nothing is assumed from them, and where one of them is a
    precondition (`unread_requires`), no call refutes anything.  opaque: one of them is a library's, which does with it
    what is not known.
    """

    requires: tuple[Clause, ...] = ()
    ensures: tuple[Clause, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    unread: tuple[Span, ...] = ()
    unread_requires: bool = False
    invariants: tuple[Clause, ...] = ()
    place: Span = NOWHERE
    constructor: bool = False
    opaque: bool = False
    loops: tuple[Clause, ...] = ()
