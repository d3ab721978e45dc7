from __future__ import annotations

import holders
from holders import Counted


def raise_level(n: int) -> None:
    holders._level = n


def count() -> None:
    Counted._total = 3
    Counted._seen.append(1)


def start() -> None:
    holders.app._started = 3


def mark() -> None:
    holders.step.hits = 3


def bind() -> None:
    holders._late = 3


def replace() -> None:
    holders._measure = lambda x: -x
