"""What the layers around an engine count."""

from __future__ import annotations

from clew.records import dataclass


@dataclass(slots=True)
class Statistics:
    """What the layers did.  seconds: of processor time, in all of them and the engine."""

    queries: int = 0
    by_model: int = 0
    by_core: int = 0
    by_ranges: int = 0
    by_repair: int = 0
    by_simplex: int = 0
    by_intervals: int = 0
    engine_queries: int = 0
    gave_up: int = 0
    disagreements: int = 0
    seconds: float = 0.0
    steps: int = 0
