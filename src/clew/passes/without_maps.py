"""Maps forgotten but for the last item touched: what else is read of one is any int.

The result has every execution of the procedure and more, an OVER approximation.  It is enough for what needs only the
lengths of lists, such as claims about indexes, and it has nothing but ints, as Horn clauses want.

For a map `m` there are two variables, of which `m[m$at] == m$is` always holds: a read at that index gives that value,
and any read or store makes its own index the one that is remembered (a distinguished cell, Monniaux and Gonnord 2016,
which moves).  At the entry, and where the map becomes another one, the index may be any.  Only maps that are
*remembered* have them, since they make invariants harder to find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from clew.ir import blocks as ir
from clew.source.spans import Span


def without_maps(procedure: ir.Procedure, remembered: frozenset[str]) -> ir.Procedure:
    """The procedure has no calls, and compares no maps.  remembered: names of maps."""
    forgetting = _Forgetting(remembered)
    blocks = tuple(forgetting.block(block) for block in procedure.blocks)
    scalars = tuple(name for name in procedure.locals if not _is_map(name.type))
    return replace(
        procedure,
        parameters=tuple(name for name in procedure.parameters if not _is_map(name.type)),
        returns=tuple(name for name in procedure.returns if not _is_map(name.type)),
        locals=(*scalars, *forgetting.made.values()),
        blocks=blocks,
    )


class _Forgetting:
    def __init__(self, remembered: frozenset[str]) -> None:
        self.remembered = remembered
        self.made: dict[str, ir.Name] = {}

    def block(self, block: ir.Block) -> ir.Block:
        return replace(block, instrs=tuple(new for instr in block.instrs for new in self.instr(instr)))

    def instr(self, instr: ir.Instr) -> Iterator[ir.Instr]:
        match instr:
            case ir.Assign(target, value, span) if _is_map(target.type):
                yield from self.become(target, value, span)
            case ir.Havoc(target, span) if _is_map(target.type):
                yield from self.other(target, span)
            case ir.Assume(condition) if ir.quantified(condition):
                return  # forgotten, too
            case ir.Call():
                raise AssertionError("there are no calls")
            case _:
                yield from ir.rewritten(instr, self.forgotten)

    # ------------------------------------------------------------ what is remembered

    def at(self, map: ir.Name) -> ir.Name:
        return self.variable(f"{map.name}$at")

    def held(self, map: ir.Name) -> ir.Name:
        return self.variable(f"{map.name}$is")

    def variable(self, name: str) -> ir.Name:
        return self.made.setdefault(name, ir.Name(name, ir.INT))

    def other(self, map: ir.Name, span: Span) -> Iterator[ir.Instr]:
        """Nothing is known of the map."""
        if map.name in self.remembered:
            yield ir.Havoc(self.at(map), span)
            yield ir.Havoc(self.held(map), span)

    def become(self, map: ir.Name, value: ir.Expr, span: Span) -> Iterator[ir.Instr]:
        match value:
            case ir.Name() if {map.name, value.name} <= self.remembered:
                yield ir.Assign(self.at(map), self.at(value), span)
                yield ir.Assign(self.held(map), self.held(value), span)
            case ir.Store(_, index, item) if map.name in self.remembered:
                before, index = self.forgotten(index)
                more, item = self.forgotten(item)
                yield from (*before, *more)
                yield ir.Assign(self.at(map), index, span)
                yield ir.Assign(self.held(map), item, span)
            case _:
                yield from self.other(map, span)

    def forgotten(self, expr: ir.Expr) -> tuple[list[ir.Instr], ir.Expr]:
        """The expression with a new variable in the place of each read, and what has to come before."""
        if isinstance(expr, ir.Select):
            return self.read(expr)
        parts = [self.forgotten(part) for part in ir.operands(expr)]
        before = [instr for found, _ in parts for instr in found]
        return before, ir.with_operands(expr, tuple(part for _, part in parts)) if before else expr

    def read(self, expr: ir.Select) -> tuple[list[ir.Instr], ir.Expr]:
        span, item = expr.span, self.variable(f"read${len(self.made)}")
        before: list[ir.Instr] = [ir.Havoc(item, span)]
        if isinstance(expr.map, ir.Name) and expr.map.name in self.remembered:
            found, index = self.forgotten(expr.index)
            at, held = self.at(expr.map), self.held(expr.map)
            place = self.variable(f"place${len(self.made)}")
            same = ir.Binary("==>", ir.Binary("==", place, at), ir.Binary("==", item, held))
            before = [*found, ir.Assign(place, index, span), *before, ir.Assume(same, span)]
            before += [ir.Assign(at, place, span), ir.Assign(held, item, span)]
        return before, item


def _is_map(type: ir.Type) -> bool:
    return type.name == "map"


def lengths_read_twice(procedure: ir.Procedure) -> frozenset[str]:
    """The maps of lengths of rows, which loops ask for before they read the row."""
    return frozenset(name for name in read_twice(procedure) if name.endswith("'lengths"))


def read_twice(procedure: ir.Procedure) -> frozenset[str]:
    """Maps of ints that the text reads in two places at what looks like one index."""
    reads: Counter[ir.Select] = Counter()
    for block in procedure.blocks:
        for instr in block.instrs:
            stack = list(ir.operands_of(instr))
            while stack:
                expr = stack.pop()
                stack += ir.operands(expr)
                if isinstance(expr, ir.Select) and isinstance(expr.map, ir.Name) and not _is_map(ir.type_of(expr)):
                    reads[expr] += 1
    return frozenset(read.map.name for read, count in reads.items() if count > 1 and isinstance(read.map, ir.Name))
