"""All that is known of a file, as it was when that was found out; and what of it still holds in a later text."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

from clew.following.moves import Block, Moves, moves
from clew.records import dataclass
from clew.regexes import regex
from clew.report.finding import Finding
from clew.report.record import GoalReport, TestFile, UnitReport
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.source.spans import NOWHERE, Span
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import Raising, Unknown

State: TypeAlias = Literal["fresh", "settling", "stale"]
"""`fresh`: all that is asked is known, and holds; `settling`: what is known holds, and the rest is being settled;
`stale`: something that it may lean on has changed.
"""

_WORD: Final = regex(r"\w+")


@dataclass(frozen=True, slots=True)
class Settled:
    """An outermost function.  units: it and those nested in it, with their goals; claims: the same with claims; both
    empty as long as nothing is known.  tests, failing: the files with their tests, and with those of refuted claims,
    and maybe with tests of other functions.  findings: about dead code and refuted claims.  print: of all in the file
    that these depend on, others: of the other files as they were; None where they may be otherwise the next time.
    """

    block: Block
    print: str | None = None
    others: str | None = None
    units: tuple[UnitReport, ...] = ()
    claims: tuple[UnitReport, ...] = ()
    tests: tuple[TestFile, ...] = ()
    failing: tuple[TestFile, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def unit(self) -> str:
        return self.block.unit

    @property
    def qualname(self) -> str:
        """Without what tells a setter from its property (`~2`)."""
        return self.unit.partition("::")[2].partition("~")[0]

    @property
    def is_known(self) -> bool:
        return bool(self.units or self.claims)

    @property
    def goals(self) -> tuple[GoalReport, ...]:
        return tuple(goal for unit in self.units for goal in unit.goals)

    @property
    def counts(self) -> tuple[int, int]:
        """How many goals and claims are settled, and how many are open."""
        verdicts = [goal.verdict for goal in self.goals]
        open_goals = sum(isinstance(verdict, Unknown) for verdict in verdicts)
        claims = [claim.verdict for unit in self.claims for claim in unit.claims]
        open_claims = sum(not isinstance(verdict, Proved | Refuted) for verdict in claims)
        return len(verdicts) + len(claims) - open_goals - open_claims, open_goals + open_claims


@dataclass(frozen=True, slots=True)
class Standing:
    """functions: the outermost ones, in source order; outside: findings that are in none; open: ids of those that are
    being settled.  lines: of the text that all this is about, as it was on disk.
    """

    target: Target
    settings: Settings
    lines: tuple[str, ...]
    functions: tuple[Settled, ...] = ()
    outside: tuple[Finding, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    open: frozenset[str] = frozenset()

    @property
    def blocks(self) -> list[Block]:
        return [function.block for function in self.functions]

    @property
    def findings(self) -> tuple[Finding, ...]:
        return (*self.outside, *(f for function in self.functions for f in function.findings))

    def at(self, lines: Sequence[str]) -> View:
        """What of it holds in this text."""
        moved = moves(self.lines, self.blocks, lines)
        lost = [f for f in self.functions if f.unit not in moved.kept]
        stale = self._leaning(lost) if moved.is_same_outside else moved.kept
        kept: list[tuple[Settled, State]] = []
        for function in self.functions:
            is_open = function.unit in self.open
            if function.unit in moved.kept and (function.is_known or is_open):
                kept.append((function, "stale" if function.unit in stale else "settling" if is_open else "fresh"))
        return View(self, moved, tuple(kept))

    def _leaning(self, lost: Sequence[Settled]) -> frozenset[str]:
        """Functions that may call one of those, by name, or through others; methods of one class lean on each other."""
        if not lost:
            return frozenset()
        names = {f.qualname.rpartition(".")[2] for f in lost}
        classes = {f.qualname.rpartition(".")[0] for f in lost} - {""}
        is_special = any("__" in name for name in names)
        left = [f for f in self.functions if f not in lost]
        found: set[str] = {f.unit for f in left if is_special or f.qualname.rpartition(".")[0] in classes}
        names |= {f.qualname.rpartition(".")[2] for f in left if f.unit in found}
        words = {f.unit: set(_WORD.findall("\n".join(self.lines[f.block.first : f.block.last]))) for f in left}
        while more := [f for f in left if f.unit not in found and not names.isdisjoint(words[f.unit])]:
            found.update(f.unit for f in more)
            names |= {f.qualname.rpartition(".")[2] for f in more}
        return frozenset(found)

    def rebased(self, lines: Sequence[str], moved: Moves) -> Standing:
        """Of the functions those that were kept, with all places as they are in the new text."""
        kept = [moved_function(f, moved.lines, self.target.module) for f in self.functions if f.unit in moved.kept]
        return replace(self, lines=tuple(lines), functions=tuple(kept), outside=())


@dataclass(frozen=True, slots=True)
class View:
    """A standing in a later text.  functions: those that have the same lines there."""

    standing: Standing
    moves: Moves
    functions: tuple[tuple[Settled, State], ...]

    def span(self, span: Span) -> Span | None:
        """Where the place is now."""
        first, last = self.moves.lines.get(span.line), self.moves.lines.get(span.end_line)
        return None if first is None or last is None else Span(first, span.column, last, span.end_column)

    def findings(self) -> list[tuple[Finding, State]]:
        outside: State = "fresh" if self.moves.is_same_outside else "stale"
        found = [(f, outside) for f in self.standing.outside]
        return [*found, *((f, state) for function, state in self.functions for f in function.findings)]

    def function_at(self, line: int) -> tuple[Settled, State] | None:
        """The one this line is in."""
        for function, state in self.functions:
            first, last = (self.moves.lines[n] for n in (function.block.first, function.block.last))
            if first <= line <= last:
                return function, state
        return None


# ---------------------------------------------------------------- places


def moved_function(function: Settled, lines: Mapping[int, int], module: str) -> Settled:
    """With all places as they are in a text to which its lines have moved."""
    moved: Settled = _placed(function, lines, module)
    block = function.block
    return replace(moved, block=replace(block, first=lines[block.first], last=lines[block.last]))


def _placed(value: Any, lines: Mapping[int, int], module: str) -> Any:
    """A place that is in the text no more becomes `NOWHERE`; ids, which only have to fit together, stay."""
    match value:
        case Span(line=line, end_line=end_line) if line:
            if line not in lines or end_line not in lines:
                return NOWHERE
            return value._replace(line=lines[line], end_line=lines[end_line])
        case Raising(module=other) if other != module:
            return value
        case tuple() if not isinstance(value, Span):
            return tuple(_placed(each, lines, module) for each in value)
    if not dataclasses.is_dataclass(value) or isinstance(value, type | Block):
        return value
    new: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        before = getattr(value, field.name)
        if before is not (after := _placed(before, lines, module)) and before != after:
            new[field.name] = after
    return replace(value, **new) if new else value
