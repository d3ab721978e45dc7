"""Proofs are sent when they are made, so that they outlive the process that made them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from clew.records import dataclass
from clew.verdict.evidence import Evidence

FIRST_TOLD = 100_000  # units of work after which the proofs there are by now are looked for; each time twice as many


@dataclass(slots=True)
class Herald:
    """settled: takes the proofs there are by now, whatever was said before.  at: the work after which more are sent."""

    settled: Callable[[dict[str, Evidence]], None] = lambda proofs: None
    sent: dict[str, Evidence] = field(default_factory=dict)
    at: int = FIRST_TOLD

    def say(self, proofs: dict[str, Evidence]) -> None:
        if proofs != self.sent:
            self.sent = proofs
            self.settled(proofs)

    def again(self) -> None:
        """What was sent may mean less now."""
        if self.sent:
            self.settled(self.sent)

    def withdraw(self) -> None:
        """What was proved rested on what turns out not to be so."""
        if self.sent:
            self.say({})
