"""Live progress on stderr: one bar for all goals, and a line for each function at work."""

from __future__ import annotations

import sys
import time

from rich.console import Console, Group, RenderableType
from rich.live import Live as RichLive
from rich.text import Text

from clew.report.record import UnitReport, totals
from clew.report.terminal import BOUNDED, COVERED, INFEASIBLE, OPEN
from clew.report.wording import count, seconds_words

MOST_LINES = 6


class Live:
    """A `Progress` that draws itself a few times a second and leaves no trace when it ends."""

    def __init__(self) -> None:
        self.console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
        self.began = time.monotonic()
        self.units = self.goals = self.done = 0
        self.covered = self.infeasible = self.within = self.unknown = 0
        # unit → began, goals, covered, infeasible, none within bounds
        self.running: dict[str, tuple[float, int, int, int, int]] = {}
        self.live = RichLive(get_renderable=self.draw, console=self.console, transient=True, refresh_per_second=8)

    def begin(self, units: int, goals: int) -> None:
        self.units, self.goals = units, goals
        self.live.start()

    def unit_started(self, unit: str, goals: int) -> None:
        self.running[unit] = (time.monotonic(), goals, 0, 0, 0)

    def unit_moved(self, unit: str, covered: int, infeasible: int, within: int) -> None:
        if unit in self.running:
            began, goals, *_ = self.running[unit]
            self.running[unit] = (began, goals, covered, infeasible, within)

    def unit_done(self, unit: UnitReport) -> None:
        self.running.pop(unit.id, None)
        counts = totals([unit])
        self.done += 1
        self.covered += counts.covered
        self.infeasible += counts.infeasible
        self.within += counts.none_within
        self.unknown += counts.unknown

    def end(self) -> None:
        self.live.stop()

    def draw(self) -> RenderableType:
        """Called from the refresh thread: works on a copy of what may change."""
        running = sorted(self.running.items())
        now = time.monotonic()
        lines = [self._bar(running)]
        for unit, (began, goals, *settled) in running[:MOST_LINES]:
            name = unit.partition("::")[2] or unit
            state = f"  {sum(settled)}/{goals}  {seconds_words(now - began)}"
            lines.append(Text.assemble("  ", name, (state, "dim"), overflow="ellipsis", no_wrap=True))
        if len(running) > MOST_LINES:
            lines.append(Text(f"  and {len(running) - MOST_LINES} more", style="dim"))
        return Group(*lines)

    def _bar(self, running: list[tuple[str, tuple[float, int, int, int, int]]]) -> Text:
        covered = self.covered + sum(state[2] for _, state in running)
        infeasible = self.infeasible + sum(state[3] for _, state in running)
        within = self.within + sum(state[4] for _, state in running)
        shares = [(covered, COVERED), (infeasible, INFEASIBLE), (within, BOUNDED), (self.unknown, OPEN)]
        whole = max(self.goals, sum(number for number, _ in shares), 1)
        width = max(10, min(40, self.console.width - 50))
        cells = [n * width // whole for n, _ in shares]
        sign = "━" if "utf" in self.console.encoding.lower() else "="
        words = f" {self.done}/{count(self.units, 'function')}  {seconds_words(time.monotonic() - self.began)}"
        parts = [(sign * n, style) for n, style in zip(cells, (colour for _, colour in shares), strict=True)]
        return Text.assemble(*parts, (sign * (width - sum(cells)), "bright_black"), words, no_wrap=True)
