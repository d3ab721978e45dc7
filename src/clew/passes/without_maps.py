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

from clew.ir.blocks import (
    INT,
    Assert,
    Assign,
    Assume,
    Binary,
    Block,
    Expr,
    Havoc,
    Instr,
    Name,
    Procedure,
    Select,
    Store,
    Type,
    operands,
    operands_of,
    quantified,
    type_of,
    with_operands,
)
from clew.source.spans import Span


def without_maps(procedure: Procedure, remembered: frozenset[str]) -> Procedure:
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
        self.made: dict[str, Name] = {}

    def block(self, block: Block) -> Block:
        return replace(block, instrs=tuple(new for instr in block.instrs for new in self.instr(instr)))

    def instr(self, instr: Instr) -> Iterator[Instr]:
        match instr:
            case Assign(target, value, span) if _is_map(target.type):
                yield from self.become(target, value, span)
            case Havoc(target, span) if _is_map(target.type):
                yield from self.other(target, span)
            case Assume(condition) if quantified(condition):
                return  # forgotten, too
            case Assign(target, value, span):
                before, value = self.forgotten(value)
                yield from before
                yield Assign(target, value, span)
            case Assume(condition, span) | Assert(condition, span):
                before, condition = self.forgotten(condition)
                yield from before
                yield type(instr)(condition, span)
            case Havoc():
                yield instr
            case _:
                raise AssertionError("there are no calls")

    # ------------------------------------------------------------ what is remembered

    def at(self, map: Name) -> Name:
        return self.variable(f"{map.name}$at")

    def held(self, map: Name) -> Name:
        return self.variable(f"{map.name}$is")

    def variable(self, name: str) -> Name:
        return self.made.setdefault(name, Name(name, INT))

    def other(self, map: Name, span: Span) -> Iterator[Instr]:
        """Nothing is known of the map."""
        if map.name in self.remembered:
            yield Havoc(self.at(map), span)
            yield Havoc(self.held(map), span)

    def become(self, map: Name, value: Expr, span: Span) -> Iterator[Instr]:
        match value:
            case Name() if {map.name, value.name} <= self.remembered:
                yield Assign(self.at(map), self.at(value), span)
                yield Assign(self.held(map), self.held(value), span)
            case Store(_, index, item) if map.name in self.remembered:
                before, index = self.forgotten(index)
                more, item = self.forgotten(item)
                yield from (*before, *more)
                yield Assign(self.at(map), index, span)
                yield Assign(self.held(map), item, span)
            case _:
                yield from self.other(map, span)

    def forgotten(self, expr: Expr) -> tuple[list[Instr], Expr]:
        """The expression with a new variable in the place of each read, and what has to come before."""
        if isinstance(expr, Select):
            return self.read(expr)
        parts = [self.forgotten(part) for part in operands(expr)]
        before = [instr for found, _ in parts for instr in found]
        return before, with_operands(expr, tuple(part for _, part in parts)) if before else expr

    def read(self, expr: Select) -> tuple[list[Instr], Expr]:
        span, item = expr.span, self.variable(f"read${len(self.made)}")
        before: list[Instr] = [Havoc(item, span)]
        if isinstance(expr.map, Name) and expr.map.name in self.remembered:
            found, index = self.forgotten(expr.index)
            at, held = self.at(expr.map), self.held(expr.map)
            place = self.variable(f"place${len(self.made)}")
            same = Binary("==>", Binary("==", place, at), Binary("==", item, held))
            before = [*found, Assign(place, index, span), *before, Assume(same, span)]
            before += [Assign(at, place, span), Assign(held, item, span)]
        return before, item


def _is_map(type: Type) -> bool:
    return type.name == "map"


def lengths_read_twice(procedure: Procedure) -> frozenset[str]:
    """Those of rows, which loops ask for before they read the row."""
    return frozenset(name for name in read_twice(procedure) if name.endswith("'lengths"))


def read_twice(procedure: Procedure) -> frozenset[str]:
    """Maps of ints that the text reads in two places at what looks like one index."""
    reads: Counter[Select] = Counter()
    for block in procedure.blocks:
        for instr in block.instrs:
            stack = list(operands_of(instr))
            while stack:
                expr = stack.pop()
                stack += operands(expr)
                if isinstance(expr, Select) and isinstance(expr.map, Name) and not _is_map(type_of(expr)):
                    reads[expr] += 1
    return frozenset(read.map.name for read, count in reads.items() if count > 1 and isinstance(read.map, Name))
