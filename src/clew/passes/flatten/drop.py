"""Assignments to temporaries that nothing reads are left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from clew.ir.blocks import Assert, Assign, Assume, Block, Call, Instr, Name, assigned, names_in

_RESULTS: Final = ("result$", "raised$")


def without_unread(blocks: tuple[Block, ...], kept: Iterable[str] | None = None) -> tuple[Block, ...]:
    """kept: variables that are read from outside; None: all but temporaries (which have a `$` in their names)."""
    while True:
        read = {n for block in blocks for instr in block.instrs for n in _read(instr)}
        if kept is not None:
            read |= set(kept)

        def needed(instr: Instr, read: set[str] = read) -> bool:
            if not isinstance(instr, Assign) or instr.target.name in read:
                return True
            return kept is None and ("$" not in instr.target.name or instr.target.name.split("'")[0] in _RESULTS)

        after = tuple(replace(b, instrs=tuple(i for i in b.instrs if needed(i))) for b in blocks)
        if after == blocks:
            return blocks
        blocks = after


def _read(instr: Instr) -> Iterable[str]:
    match instr:
        case Assign(target, value):
            return [n for n in names_in(value) if n != target.name]
        case Assume(condition) | Assert(condition):
            return names_in(condition)
        case Call(_, _, arguments):
            return [n for argument in arguments for n in names_in(argument)]
        case _:
            return ()


def variables(instr: Instr) -> list[Name]:
    """The variables of an instruction."""
    found = list(assigned(instr))
    match instr:
        case Assign(_, value) | Assume(value) | Assert(value):
            found += names_in(value).values()
        case Call(_, _, arguments):
            found += [n for argument in arguments for n in names_in(argument).values()]
        case _:
            pass
    return found
