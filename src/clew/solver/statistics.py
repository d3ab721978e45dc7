"""What the layers around an engine count."""

from __future__ import annotations

from clew.records import dataclass


@dataclass(slots=True)
class Statistics:
    """What the layers did.  seconds: of processor time, in all of them and the engine."""

    queries: int = 0
    engine_queries: int = 0
    seconds: float = 0.0
    steps: int = 0
