"""Inlining: every call is replaced by the blocks of the procedure it calls; recursion is unwound to a depth.

A block with a call is cut in two.  Between them come copies of the callee's blocks, `callee$3.label`, over variables
of their own, `callee$3.x`; those of its locals and return values that may be read before they are written are
havocked first, so that nothing is left of an earlier round of a loop.  The second half, `label~3`, is the same block
of the source and no goal of its own.  A call deeper than the bound on recursion becomes `assume false`: an UNDER
approximation.
"""

from __future__ import annotations

from dataclasses import replace

from clew.analysis.liveness import live_at_entry
from clew.ir import blocks as ir
from clew.records import dataclass


class TooLarge(Exception):
    """Inlining made more blocks than allowed; the message says so."""


@dataclass(frozen=True, slots=True)
class Inlined:
    """cut: names of procedures whose recursion was cut."""

    procedure: ir.Procedure
    cut: tuple[str, ...]


def inline_calls(program: ir.Program, procedure: ir.Procedure, depth: int, limit: int = 20_000) -> Inlined:
    """depth: how often a procedure may be active below itself."""
    inliner = _Inliner(program, depth, limit)
    blocks: list[ir.Block] = []
    for block in procedure.blocks:
        blocks += inliner.expand(block, (procedure.name,))
    made = procedure.locals + tuple(inliner.made)
    return Inlined(replace(procedure, locals=made, blocks=tuple(blocks)), tuple(dict.fromkeys(inliner.cut)))


class _Inliner:
    def __init__(self, program: ir.Program, depth: int, limit: int) -> None:
        self.procedures = {p.name: p for p in program.procedures}
        self.depth = depth
        self.limit = limit
        self.sites = 0
        self.count = 0
        self.made: list[ir.Name] = []
        self.cut: list[str] = []
        self.live: dict[str, frozenset[str]] = {}

    def undefined(self, callee: ir.Procedure) -> list[ir.Name]:
        """Its returns and locals that may be read before they are written."""
        if callee.name not in self.live:
            self.live[callee.name] = live_at_entry(callee)
        live = self.live[callee.name]
        return [name for name in (*callee.returns, *callee.locals) if name.name in live]

    def expand(self, block: ir.Block, active: tuple[str, ...]) -> list[ir.Block]:
        """The block, and for each of its calls the callee's blocks and the rest of the block."""
        self.count += 1
        if self.count > self.limit:
            raise TooLarge(f"inlining the calls of `{active[0]}` makes more than {self.limit} blocks")
        result: list[ir.Block] = []
        current = block
        instrs: list[ir.Instr] = []
        for instr in block.instrs:
            if not isinstance(instr, ir.Call):
                instrs.append(instr)
                continue
            if active.count(instr.procedure) > self.depth:
                self.cut.append(instr.procedure)
                instrs.append(ir.Assume(ir.FALSE, instr.span))
                continue
            self.sites += 1
            site = self.sites
            callee = self.procedures[instr.procedure]
            prefix = f"{callee.name}${site}."
            names = {n.name: prefix + n.name for n in (*callee.parameters, *callee.returns, *callee.locals)}
            self.made += [ir.Name(names[n.name], n.type) for n in (*callee.parameters, *callee.returns, *callee.locals)]
            for parameter, argument in zip(callee.parameters, instr.arguments, strict=True):
                instrs.append(
                    ir.Assign(ir.Name(names[parameter.name], parameter.type, instr.span), argument, instr.span)
                )
            for local in self.undefined(callee):
                instrs.append(ir.Havoc(ir.Name(names[local.name], local.type, instr.span), instr.span))
            result.append(replace(current, instrs=tuple(instrs), targets=(prefix + callee.entry,)))
            rest = f"{block.label}{ir.EDGE_MARK}{site}"
            for inner in callee.blocks:
                copy = ir.Block(
                    prefix + inner.label,
                    tuple(_renamed(i, names) for i in inner.instrs),
                    tuple(prefix + t for t in inner.targets) or (rest,),
                    ir.origin_of(callee, inner),
                    inner.span,
                )
                result += self.expand(copy, (*active, callee.name))
            current = replace(block, label=rest, origin=None)
            instrs = [
                ir.Assign(target, ir.Name(names[value.name], value.type, instr.span), instr.span)
                for target, value in zip(instr.targets, callee.returns, strict=True)
            ]
        result.append(replace(current, instrs=tuple(instrs)))
        return result


def _renamed(instr: ir.Instr, names: dict[str, str]) -> ir.Instr:
    def target(name: ir.Name) -> ir.Name:
        return ir.Name(names.get(name.name, name.name), name.type, name.span)

    def value(expr: ir.Expr) -> ir.Expr:
        return ir.rename(expr, names)

    match instr:
        case ir.Assign(name, expr, span):
            return ir.Assign(target(name), value(expr), span)
        case ir.Havoc(name, span):
            return ir.Havoc(target(name), span)
        case ir.Assume(condition, span):
            return ir.Assume(value(condition), span)
        case ir.Assert(condition, span):
            return ir.Assert(value(condition), span)
        case ir.Call(targets, procedure, arguments, span):
            return ir.Call(tuple(map(target, targets)), procedure, tuple(map(value, arguments)), span)
