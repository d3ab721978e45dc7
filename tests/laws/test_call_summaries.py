"""Calls by summaries against CPython, and against stepping in: random functions of two ints that call pure helpers,
which call each other, on every pair of a small square.
"""

from __future__ import annotations

import random
from pathlib import Path

from clew.pipeline import dead
from clew.report.progress import Silent
from clew.report.record import Report
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible
from laws.test_dead_agrees_with_running import Writer, contradictions

FUNCTIONS = 14


class Caller(Writer):
    """Assigns results of helpers now and then.  Helpers only compute; `items[…]` of another index than 0 to 2 fails."""

    def __init__(self, seed: str, helpers: list[str]) -> None:
        super().__init__(seed)
        self.helpers = helpers

    def statement(self, depth: int, room: int) -> None:
        if self.helpers and self.rng.random() < 0.45:
            name = self.rng.choice(self.helpers)
            self.add(depth, f"{self.rng.choice('xyz')} = {name}({self.value()}, {self.value()})")
        else:
            super().statement(depth, room)


def module(seed: int) -> str:
    rng = random.Random(seed)
    names: list[str] = []
    texts = []
    for index in range(3):
        texts.append(Caller(f"{seed}:h{index}", names[-1:] if rng.random() < 0.6 else []).function(f"h{index}"))
        names.append(f"h{index}")
    texts += [Caller(f"{seed}:{i}", names).function(f"f{i}") for i in range(FUNCTIONS)]
    return "\n\n".join(texts)


def analysed(folder: Path, text: str, calls: str) -> Report:
    folder.mkdir()
    path = folder / "subject.py"
    path.write_text(text)
    settings = Settings(jobs=1, paths=120, seconds=3.0, calls=calls)
    return dead([Target("subject.py", str(path), "subject", str(folder))], settings, Silent()).report


def check(folder: Path, seed: int) -> int:
    """How many proofs leant on a summary."""
    text = module(seed)
    stepped, summarised = (analysed(folder / f"{calls}{seed}", text, calls) for calls in ("inline", "summarise"))
    for report in (stepped, summarised):
        assert contradictions(text, report) == []
    leaning = 0
    for one, other in zip(stepped.units, summarised.units, strict=True):
        for a, b in zip(one.goals, other.goals, strict=True):
            assert {type(a.verdict), type(b.verdict)} != {Covered, Infeasible}, (seed, a.id)
            assert a.doom is None or not isinstance(b.verdict, Infeasible), (seed, a.id)
            leaning += isinstance(b.verdict, Infeasible) and bool(b.verdict.summaries)
    return leaning


def test_summaries_agree_with_running_and_with_stepping_in(tmp_path: Path) -> None:
    assert sum(check(tmp_path, seed) for seed in range(2)) >= 5
