"""What is known of a value while a function is flattened.

Ints and bools are expressions.  A bool is the int it is equal to (`True` is 1): arithmetic and comparisons cannot tell
the difference, and what can (`is`, `str`, `type`, …) is not in the subset.  An expression of type `bool` is a
condition that was not stored yet.  A list is known by the *cell* that it is: which one is decided while the function is
flattened, and two names of one list have the same cell.  Everything else is known by its kind only, and may be passed
on, returned or raised, but not asked anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Final, TypeAlias

from clew.ir import blocks as ir
from clew.ir import tree
from clew.ir.operators import OPPOSITE
from clew.passes.flatten.exceptions import ExceptionClass
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Opaque:
    """kind: `none`, `str`, or `any`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Items:
    """A tuple."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """`range(start, stop, step)`; step is not 0."""

    start: ir.Expr
    stop: ir.Expr
    step: ir.Expr


ITEMS: Final = ir.map_type(ir.INT, ir.INT)
FRESH: Final = "list$"


@dataclass(frozen=True, slots=True)
class Listed:
    """A list (or tuple), by the variables that hold it, which no other list has.

    element: `int`; `bool`, whose items are 0 and 1; `any`, whose items are not known; or `list`, of lists of ints,
    which are only read.  fixed: it cannot be changed by way of this value.
    """

    cell: str
    element: str
    fixed: bool = False

    @property
    def fresh(self) -> bool:
        """Was it made here?  No variable of the function has a name like this."""
        return self.cell.startswith(FRESH)

    @property
    def kind(self) -> str:
        """The kind of a parameter that it may be given for."""
        return f"({self.element})" if self.fixed else f"[{self.element}]"

    @property
    def length(self) -> ir.Name:
        return ir.Name(f"{self.cell}'len", ir.INT)

    @property
    def items(self) -> ir.Name:
        """Index → item, of lists the map of their items."""
        return ir.Name(f"{self.cell}'items", ir.map_type(ir.INT, ITEMS) if self.element == "list" else ITEMS)

    @property
    def lengths(self) -> ir.Name:
        """Index → length, of lists of lists."""
        return ir.Name(f"{self.cell}'lengths", ITEMS)

    @property
    def variables(self) -> tuple[ir.Name, ...]:
        match self.element:
            case "any":
                return (self.length,)
            case "list":
                return (self.length, self.items, self.lengths)
        return (self.length, self.items)


@dataclass(frozen=True, slots=True)
class Sliced:
    """`slice(lower, upper, step)`; None for a part that was left out."""

    lower: ir.Expr | None
    upper: ir.Expr | None
    step: ir.Expr | None


@dataclass(frozen=True, slots=True)
class Walk:
    """What is gone through item by item: lists in step, `zip` of them where it is not one.

    start: of the numbers that `enumerate` gives with the items; backwards: as `reversed` does.
    """

    lists: tuple[Listed, ...]
    zipped: bool = False
    start: ir.Expr | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Method:
    """Of a list."""

    listed: Listed
    name: str


@dataclass(frozen=True, slots=True)
class Builtin:
    name: str


@dataclass(frozen=True, slots=True)
class Callee:
    """A function of the project.  key: tells it apart; defaults: by parameter, where they are ints, bools or None."""

    key: str
    function: tree.Function
    defaults: Mapping[str, int | None] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Generator:
    """What makes the generator of an expression."""

    function: tree.Function


@dataclass(frozen=True, slots=True)
class Iterated:
    """The iterator at the start of something."""

    many: Listed | Range | Walk


@dataclass(frozen=True, slots=True)
class Drawn:
    """A generator expression that nothing was drawn from yet, over these items."""

    function: tree.Function
    many: Listed | Range | Walk


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception, of the class numbered `code`."""

    code: ir.Expr


Value: TypeAlias = (
    ir.Literal | ir.Name | ir.Unary | ir.Binary | ir.Conditional | ir.Select | ir.Store | ir.All
    | Opaque | Items | Range | Listed | Sliced | Method | Walk | Builtin | Callee | ExceptionClass | Raised
    | Generator | Iterated | Drawn
)  # fmt: skip

Globals: TypeAlias = Callable[[str], int | Builtin | Callee | ExceptionClass | None]
"""What a global name stands for whenever the function runs; None where that is not certain."""

EXPRESSIONS: Final = (ir.Literal, ir.Name, ir.Unary, ir.Binary, ir.Conditional)
NONE: Final = Opaque("none")
CLASS_OF_NUMBER: Final = Opaque("class")
"""`int` or `bool`: which of the two is not known, since what both are computed from is one sort."""
ANY: Final = Opaque("any")
STRING: Final = Opaque("str")

_FOLD: Final[Mapping[str, Callable[[int, int], int | bool]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def integer(value: int) -> ir.Literal:
    return ir.Literal(int(value), ir.INT)


def is_bit(name: ir.Name) -> ir.Expr:
    """That the variable is 0 or 1."""
    return ir.Binary("&&", ir.Binary(">=", name, ir.Literal(0, ir.INT)), ir.Binary("<=", name, ir.Literal(1, ir.INT)))


def is_condition(expr: ir.Expr) -> bool:
    return ir.type_of(expr) == ir.BOOL


def as_int(expr: ir.Expr) -> ir.Expr:
    if not is_condition(expr):
        return expr
    if isinstance(expr, ir.Literal):
        return integer(int(expr.value))
    return ir.Conditional(expr, integer(1), integer(0), expr.span)


def as_condition(expr: ir.Expr) -> ir.Expr:
    """Its truth value."""
    if is_condition(expr):
        return expr
    match expr:
        case ir.Literal(value):
            return ir.TRUE if value else ir.FALSE
        case ir.Conditional(condition, ir.Literal(1), ir.Literal(0)):
            return condition
    return ir.Binary("!=", expr, integer(0), expr.span)


def negated(condition: ir.Expr) -> ir.Expr:
    match condition:
        case ir.Literal(value):
            return ir.FALSE if value else ir.TRUE
        case ir.Unary("!", inner):
            return inner
        case ir.Binary(op, left, right, span) if op in OPPOSITE:
            return ir.Binary(OPPOSITE[op], left, right, span)
    return ir.Unary("!", condition, condition.span)


def binary(op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """The operation on two ints, computed where both are literals."""
    if isinstance(left, ir.Literal) and isinstance(right, ir.Literal) and op in _FOLD:
        value = _FOLD[op](int(left.value), int(right.value))
        return ir.Literal(value, ir.BOOL if isinstance(value, bool) else ir.INT)
    return ir.Binary(op, left, right)


def size(expr: ir.Expr) -> int:
    count, stack = 0, [expr]
    while stack:
        count += 1
        stack += ir.operands(stack.pop())
    return count
