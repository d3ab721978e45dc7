"""Single assignment for loop-free procedures.

Every assignment makes a new incarnation of its variable (`x#1`, `x#2`, …; `x` itself is the value at the entry).  Where
incarnations of a live variable meet, a new one is made and every predecessor ends in a copy to it, as in the paper's
section 3 and in Boogie (dynamic single assignment; Barnett and Leino 2005), so that later passes need no φ
functions.  A predecessor with other successors too gets a block on the edge, `from~to`, for its copies: in it they
would contradict those of another edge.
"""

from __future__ import annotations

from dataclasses import replace

from clew.analysis.cfg import predecessors, reverse_postorder, successors
from clew.ir import blocks as ir


def to_ssa(procedure: ir.Procedure) -> ir.Procedure:
    """Needs a procedure without loops and calls."""
    graph = successors(procedure)
    before = predecessors(graph)
    order = reverse_postorder(graph, procedure.entry)
    by_label = {block.label: block for block in procedure.blocks}
    live = _live_at_entry(by_label, order)
    maker = _Incarnations()

    leaving: dict[str, dict[str, str]] = {}
    renamed: dict[str, list[ir.Instr]] = {}
    copies: dict[tuple[str, str], list[ir.Assign]] = {}
    for label in order:
        sources = [p for p in before[label] if p in leaving]
        current: dict[str, str] = {}
        for name in live[label].values():
            arriving = [leaving[p].get(name.name, name.name) for p in sources]
            if not arriving:
                continue
            if all(a == arriving[0] for a in arriving):
                current[name.name] = arriving[0]
                continue
            joined = maker.fresh(name)
            current[name.name] = joined.name
            for source, incarnation in zip(sources, arriving, strict=True):
                copy = ir.Assign(joined, ir.Name(incarnation, name.type), by_label[source].span)
                copies.setdefault((source, label), []).append(copy)
        renamed[label] = [_rename(instr, current, maker) for instr in by_label[label].instrs]
        leaving[label] = current

    blocks: list[ir.Block] = []
    for block in procedure.blocks:
        if block.label not in leaving:
            continue
        targets = []
        edges: list[ir.Block] = []
        for target in block.targets:
            wanted = copies.get((block.label, target), [])
            if wanted and len(block.targets) > 1:
                edge = f"{block.label}{ir.EDGE_MARK}{target}"
                edges.append(ir.Block(edge, tuple(wanted), (target,), None, block.span))
                targets.append(edge)
            else:
                renamed[block.label].extend(wanted)
                targets.append(target)
        blocks.append(replace(block, instrs=tuple(renamed[block.label]), targets=tuple(targets)))
        blocks += edges
    return replace(procedure, locals=procedure.locals + tuple(maker.made), blocks=tuple(blocks))


class _Incarnations:
    def __init__(self) -> None:
        self.count: dict[str, int] = {}
        self.made: list[ir.Name] = []

    def fresh(self, name: ir.Name) -> ir.Name:
        self.count[name.name] = self.count.get(name.name, 0) + 1
        self.made.append(ir.Name(f"{name.name}#{self.count[name.name]}", name.type))
        return self.made[-1]


def _rename(instr: ir.Instr, current: dict[str, str], maker: _Incarnations) -> ir.Instr:
    """The instruction on current incarnations; `current` is brought up to date."""

    def write(name: ir.Name) -> ir.Name:
        fresh = maker.fresh(name)
        current[name.name] = fresh.name
        return replace(fresh, span=name.span)

    def read(expr: ir.Expr) -> ir.Expr:
        return ir.rename(expr, current)

    match instr:
        case ir.Assign(target, value, span):
            value = read(value)
            return ir.Assign(write(target), value, span)
        case ir.Havoc(target, span):
            return ir.Havoc(write(target), span)
        case ir.Assume(condition, span):
            return ir.Assume(read(condition), span)
        case ir.Assert(condition, span):
            return ir.Assert(read(condition), span)
        case ir.Call():
            raise AssertionError("calls are inlined or summarised before SSA")


def _live_at_entry(blocks: dict[str, ir.Block], order: tuple[str, ...]) -> dict[str, dict[str, ir.Name]]:
    """Variables that may be read before they are written, for each block; one sweep, since there are no cycles."""
    live: dict[str, dict[str, ir.Name]] = {}
    for label in reversed(order):
        block = blocks[label]
        here: dict[str, ir.Name] = {}
        for target in block.targets:
            here |= live[target]
        for instr in reversed(block.instrs):
            match instr:
                case ir.Assign(written, value):
                    here.pop(written.name, None)
                    here |= ir.names_in(value)
                case ir.Havoc(written):
                    here.pop(written.name, None)
                case ir.Assume(condition) | ir.Assert(condition):
                    here |= ir.names_in(condition)
                case ir.Call():
                    raise AssertionError("calls are inlined or summarised before SSA")
        live[label] = {name: here[name] for name in sorted(here)}
    return live
