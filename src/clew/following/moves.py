"""Where the functions of a text are in a later one, found by their lines alone.

The later text need not parse: somebody may be typing in it.  A function is found where exactly its lines stand and end
there; of several that are alike each must be found.  What is outside of functions is compared from both ends.

    before              after
    1 import os         1 import os         lines: 1→1, 2→2, 4→3; `f` is kept at 2, `g` is lost,
    2 def f(): ...      2 def f(): ...      and what is outside is the same
    3 def g(): ...      3 X = 1
    4 X = 1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of an outermost function, from `first` to `last`, counted from 1.  unit: its id."""

    unit: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Moves:
    """lines: line before → line after, of all that was found; kept: ids of functions that were; is_same_outside: are
    the lines outside of functions the same, empty ones aside?
    """

    lines: Mapping[int, int]
    kept: frozenset[str]
    is_same_outside: bool


def moves(before: Sequence[str], blocks: Sequence[Block], after: Sequence[str]) -> Moves:
    """blocks: of `before`, in order."""
    if before == after:
        return Moves({n: n for n in range(1, len(before) + 1)}, frozenset(b.unit for b in blocks), True)
    found = _found(before, blocks, after)
    lines: dict[int, int] = {}
    taken: set[int] = set()
    for block in blocks:
        if (start := found.get(block.unit)) is not None:
            for number in range(block.last - block.first + 1):
                lines[block.first + number] = start + number
                taken.add(start + number)
    rest_before = [n for n in range(1, len(before) + 1) if n not in lines]
    rest_after = [n for n in range(1, len(after) + 1) if n not in taken]
    head = _alike(zip(rest_before, rest_after, strict=False), before, after)
    left = min(len(rest_before), len(rest_after)) - head
    backwards = list(zip(reversed(rest_before), reversed(rest_after), strict=False))[:left]
    tail = _alike(iter(backwards), before, after)
    lines.update(zip(rest_before[:head], rest_after[:head], strict=True))
    lines.update(backwards[:tail])
    inside = {n for b in blocks for n in range(b.first, b.last + 1)}
    gone = [n for n in rest_before[head : len(rest_before) - tail] if before[n - 1].strip()]
    new = [n for n in rest_after[head : len(rest_after) - tail] if after[n - 1].strip()]
    same = inside.issuperset(gone) and bool(gone or not new)
    return Moves(lines, frozenset(found), same)


def _found(before: Sequence[str], blocks: Sequence[Block], after: Sequence[str]) -> dict[str, int]:
    """Where each function begins."""
    places: dict[str, list[int]] = {}
    for number, line in enumerate(after, 1):
        places.setdefault(line, []).append(number)
    alike: dict[tuple[str, ...], list[Block]] = {}
    for block in blocks:
        alike.setdefault(tuple(before[block.first - 1 : block.last]), []).append(block)
    found: dict[str, int] = {}
    for text, those in alike.items():
        starts = [n for n in places.get(text[0], ()) if _stands_at(text, n, after)]
        if len(starts) == len(those):
            found.update(zip((block.unit for block in those), starts, strict=True))
    return found


def _stands_at(text: tuple[str, ...], start: int, after: Sequence[str]) -> bool:
    """Are these its lines, and does it end with them?"""
    end = start - 1 + len(text)
    if tuple(after[start - 1 : end]) != text:
        return False
    following = next((line for line in after[end:] if line.strip()), "")
    return _indent(following) <= _indent(text[0])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _alike(pairs: Iterator[tuple[int, int]], before: Sequence[str], after: Sequence[str]) -> int:
    """How many of the first pairs of lines are the same."""
    count = 0
    for one, other in pairs:
        if before[one - 1] != after[other - 1]:
            break
        count += 1
    return count
