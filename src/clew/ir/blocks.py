"""The block form of the IR: procedures as control-flow graphs of labelled basic blocks.

It is the unstructured language of Barnett and Leino (2005) and of Christ, Hoenicke and Schäf (2012): a block is a
list of instructions and ends in a `goto` with any number of targets, one of which is chosen freely; a branch is a
`goto` whose targets begin with contradictory `assume`s.  A block without targets is final: an execution ends normally
there.

    Assign, Havoc    change a variable          Assume   executions that do not satisfy it do not exist
    Call             run another procedure      Assert   an execution that does not satisfy it ends abnormally

Expressions are typed and cannot fail.  Places do not take part in comparison, so `read(show(program)) == program`.
The text form is the `.ivl` language: `ir/blocks_text.py` shows it, `frontend/ivl.py` reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Final, TypeAlias

from clew.ir.block_operators import BINARY, UNARY
from clew.records import dataclass
from clew.source.spans import NOWHERE, Span

# Words of the text form, which name nothing.
KEYWORDS: Final = frozenset(
    ["global", "proc", "returns", "var", "goto", "return", "assume", "assert", "havoc", "call", "true", "false", "div",
     "mod", "if", "then", "else", "of", "forall"]
)  # fmt: skip

# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Type:
    """`int` (unbounded), `bool`, `real` (exact), or `map` with its index and element types."""

    name: str
    arguments: tuple[Type, ...] = ()

    def __str__(self) -> str:
        return self.name if not self.arguments else f"[{self.arguments[0]}]{self.arguments[1]}"


INT = Type("int")
BOOL = Type("bool")
REAL = Type("real")


def map_type(index: Type, element: Type) -> Type:
    return Type("map", (index, element))


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Literal:
    """An int, a bool, or a Fraction for `real`; compared with its type."""

    value: int | bool | Fraction
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A variable.  Incarnations made by SSA are named `x#3`, variables of an inlined call `inc$1.x`."""

    name: str
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """op: a key of `block_operators.UNARY`."""

    op: str
    operand: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """op: a key of `block_operators.BINARY`."""

    op: str
    left: Expr
    right: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """`if condition then then else orelse`."""

    condition: Expr
    then: Expr
    orelse: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Select:
    """`map[index]`."""

    map: Expr
    index: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Store:
    """`map[index := value]`, a new map."""

    map: Expr
    index: Expr
    value: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class All:
    """`(forall variable from low to high: body)`: the body holds for every int from low up to, but not with, high.

    No other variable of the procedure has the name of the bound one.
    """

    variable: Name
    low: Expr
    high: Expr
    body: Expr
    span: Span = field(default=NOWHERE, compare=False)


Expr: TypeAlias = Literal | Name | Unary | Binary | Conditional | Select | Store | All

TRUE = Literal(True, BOOL)
FALSE = Literal(False, BOOL)


def type_of(expr: Expr) -> Type:
    """The type of a well-typed expression."""
    match expr:
        case Literal(type=type) | Name(type=type):
            return type
        case Unary(op, operand):
            return BOOL if UNARY[op].truth else type_of(operand)
        case Binary(op, left):
            return BOOL if BINARY[op].truth else type_of(left)
        case Conditional(_, then):
            return type_of(then)
        case Select(map, _):
            return type_of(map).arguments[1]
        case Store(map, _, _):
            return type_of(map)
        case All():
            return BOOL


def operands(expr: Expr) -> tuple[Expr, ...]:
    match expr:
        case Literal() | Name():
            return ()
        case Unary(_, operand):
            return (operand,)
        case Binary(_, left, right):
            return (left, right)
        case Conditional(condition, then, orelse):
            return (condition, then, orelse)
        case Select(map, index):
            return (map, index)
        case Store(map, index, value):
            return (map, index, value)
        case All(_, low, high, body):
            return (low, high, body)


def with_operands(expr: Expr, parts: tuple[Expr, ...]) -> Expr:
    """The operation of the expression on other operands."""
    match expr:
        case Literal() | Name():
            return expr
        case Unary(op, _, span):
            return Unary(op, parts[0], span)
        case Binary(op, _, _, span):
            return Binary(op, parts[0], parts[1], span)
        case Conditional(_, _, _, span):
            return Conditional(parts[0], parts[1], parts[2], span)
        case Select(_, _, span):
            return Select(parts[0], parts[1], span)
        case Store(_, _, _, span):
            return Store(parts[0], parts[1], parts[2], span)
        case All(variable, _, _, _, span):
            return All(variable, parts[0], parts[1], parts[2], span)


def names_in(expr: Expr) -> dict[str, Name]:
    """The variables of an expression, in order of appearance, without those bound in it."""
    found: dict[str, Name] = {}
    bound: set[str] = set()
    stack = [expr]
    while stack:
        part = stack.pop()
        if isinstance(part, Name):
            found.setdefault(part.name, part)
        elif isinstance(part, Binary):
            stack += (part.right, part.left)
        elif not isinstance(part, Literal):
            if isinstance(part, All):
                bound.add(part.variable.name)
            stack.extend(reversed(operands(part)))
    return {name: part for name, part in found.items() if name not in bound} if bound else found


def quantified(expr: Expr) -> bool:
    """Is there a quantifier in it?"""
    return isinstance(expr, All) or any(map(quantified, operands(expr)))


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """With these in the place of variables."""
    if isinstance(expr, Name):
        return values.get(expr.name, expr)
    parts = operands(expr)
    return with_operands(expr, tuple([substitute(part, values) for part in parts])) if parts else expr


def rename(expr: Expr, names: dict[str, str]) -> Expr:
    """Rename variables; those not in `names` stay."""
    if isinstance(expr, Name):
        return Name(names.get(expr.name, expr.name), expr.type, expr.span)
    parts = operands(expr)
    return with_operands(expr, tuple([rename(part, names) for part in parts])) if parts else expr


# ---------------------------------------------------------------- instructions


@dataclass(frozen=True, slots=True)
class Assign:
    """target := value"""

    target: Name
    value: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Havoc:
    """target := any value of its type"""

    target: Name
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Assume:
    condition: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Assert:
    condition: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """targets := procedure(arguments); parameters are passed by value, globals may change."""

    targets: tuple[Name, ...]
    procedure: str
    arguments: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False)


Instr: TypeAlias = Assign | Havoc | Assume | Assert | Call
PassiveInstr: TypeAlias = Assume | Assert


# ---------------------------------------------------------------- blocks, procedures, programs


@dataclass(frozen=True, slots=True)
class Origin:
    """The block of the source that a copy was made from."""

    procedure: str
    label: str


@dataclass(frozen=True, slots=True)
class Block:
    """targets: where control may go next; none for a final block.  origin: set for copies and kept by every pass."""

    label: str
    instrs: tuple[Instr, ...]
    targets: tuple[str, ...]
    origin: Origin | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Procedure:
    """The first block is the entry.  Parameters, returns and locals are distinct names and hide no global."""

    name: str
    parameters: tuple[Name, ...]
    returns: tuple[Name, ...]
    locals: tuple[Name, ...]
    blocks: tuple[Block, ...]
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def entry(self) -> str:
        return self.blocks[0].label


@dataclass(frozen=True, slots=True)
class Program:
    """Distinct globals, distinct procedures."""

    globals: tuple[Name, ...]
    procedures: tuple[Procedure, ...]

    def procedure(self, name: str) -> Procedure:
        return next(p for p in self.procedures if p.name == name)


def blocks_by_label(procedure: Procedure) -> dict[str, Block]:
    return {block.label: block for block in procedure.blocks}


def origin_of(procedure: Procedure, block: Block) -> Origin:
    """The block itself, for one that is not a copy."""
    return block.origin or Origin(procedure.name, block.label)


EDGE_MARK = "~"


def is_edge(block: Block) -> bool:
    """Blocks put on an edge of the graph by a pass (`from~to`) are nobody's code and so nobody's goal."""
    return EDGE_MARK in block.label


def assigned(instr: Instr) -> tuple[Name, ...]:
    """The local and global variables an instruction names as its targets."""
    match instr:
        case Assign(target) | Havoc(target):
            return (target,)
        case Call(targets):
            return targets
        case Assume() | Assert():
            return ()


def rewritten(instr: Instr, rewrite: Callable[[Expr], tuple[Iterable[Instr], Expr]]) -> Iterator[Instr]:
    """The instruction with another expression, behind those that this one needs before it."""
    match instr:
        case Assign(target, value, span):
            before, value = rewrite(value)
            yield from before
            yield Assign(target, value, span)
        case Assume(condition, span) | Assert(condition, span):
            before, condition = rewrite(condition)
            yield from before
            yield type(instr)(condition, span)
        case _:
            yield instr


def operands_of(instr: Instr) -> tuple[Expr, ...]:
    """The expressions an instruction evaluates."""
    match instr:
        case Assign(_, value):
            return (value,)
        case Assume(condition) | Assert(condition):
            return (condition,)
        case Call(_, _, arguments):
            return arguments
        case Havoc():
            return ()
