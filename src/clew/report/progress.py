"""What the pipeline tells while it works.  Called from one thread; an implementation must be quick and not raise."""

from __future__ import annotations

from typing import Protocol

from clew.report.record import UnitReport


class Progress(Protocol):
    """Somebody who looks on."""

    def begin(self, units: int, goals: int) -> None:
        """Before the first unit: how many there are.  May be called again as files are read, with larger totals."""

    def unit_started(self, unit: str, goals: int) -> None:
        """unit: its id."""

    def unit_moved(self, unit: str, covered: int, infeasible: int, within: int) -> None:
        """So many of its goals are settled by now; within: shown to be reached by nothing within the bounds."""

    def unit_done(self, unit: UnitReport) -> None:
        """Its verdicts are final."""

    def end(self) -> None:
        """No more calls follow."""


class Silent:
    """Shows nothing."""

    def begin(self, units: int, goals: int) -> None: ...
    def unit_started(self, unit: str, goals: int) -> None: ...
    def unit_moved(self, unit: str, covered: int, infeasible: int, within: int) -> None: ...
    def unit_done(self, unit: UnitReport) -> None: ...
    def end(self) -> None: ...
