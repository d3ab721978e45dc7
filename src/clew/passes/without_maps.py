"""Maps forgotten: what is read of one is any int.

The result has every execution of the procedure and more, an OVER approximation.  It is enough for what needs only the
lengths of lists, such as claims about indexes, and it has nothing but ints, as Horn clauses want.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clew.ir.blocks import (
    INT,
    Assert,
    Assign,
    Assume,
    Block,
    Expr,
    Havoc,
    Instr,
    Name,
    Procedure,
    Select,
    Type,
    operands,
    with_operands,
)


def without_maps(procedure: Procedure) -> Procedure:
    """The procedure has no calls, and compares no maps."""
    forgetting = _Forgetting()
    blocks = tuple(forgetting.block(block) for block in procedure.blocks)
    scalars = tuple(name for name in procedure.locals if not _is_map(name.type))
    return replace(
        procedure,
        parameters=tuple(name for name in procedure.parameters if not _is_map(name.type)),
        returns=tuple(name for name in procedure.returns if not _is_map(name.type)),
        locals=(*scalars, *forgetting.made),
        blocks=blocks,
    )


class _Forgetting:
    def __init__(self) -> None:
        self.made: list[Name] = []

    def block(self, block: Block) -> Block:
        return replace(block, instrs=tuple(new for instr in block.instrs for new in self.instr(instr)))

    def instr(self, instr: Instr) -> Iterator[Instr]:
        match instr:
            case Assign(target) | Havoc(target) if _is_map(target.type):
                return
            case Assign(target, Select(), span):
                yield Havoc(target, span)
            case Assign(target, value, span):
                havocs, value = self.forgotten(value)
                yield from havocs
                yield Assign(target, value, span)
            case Assume(condition, span) | Assert(condition, span):
                havocs, condition = self.forgotten(condition)
                yield from havocs
                yield type(instr)(condition, span)
            case Havoc():
                yield instr
            case _:
                raise AssertionError("there are no calls")

    def forgotten(self, expr: Expr) -> tuple[list[Havoc], Expr]:
        """The expression with a new variable in the place of each read, and these havocked."""
        if isinstance(expr, Select):
            name = Name(f"read$of${len(self.made)}", INT)
            self.made.append(name)
            return [Havoc(name, expr.span)], name
        parts = [self.forgotten(part) for part in operands(expr)]
        havocs = [havoc for found, _ in parts for havoc in found]
        return havocs, with_operands(expr, tuple(part for _, part in parts)) if havocs else expr


def _is_map(type: Type) -> bool:
    return type.name == "map"
