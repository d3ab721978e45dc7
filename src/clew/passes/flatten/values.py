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

from clew.ir import tree
from clew.ir.blocks import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    All,
    Binary,
    Conditional,
    Expr,
    Literal,
    Name,
    Select,
    Store,
    Unary,
    map_type,
    operands,
    type_of,
)
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

    start: Expr
    stop: Expr
    step: Expr


ITEMS: Final = map_type(INT, INT)
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
    def length(self) -> Name:
        return Name(f"{self.cell}'len", INT)

    @property
    def items(self) -> Name:
        """Index → item, of lists the map of their items."""
        return Name(f"{self.cell}'items", map_type(INT, ITEMS) if self.element == "list" else ITEMS)

    @property
    def lengths(self) -> Name:
        """Index → length, of lists of lists."""
        return Name(f"{self.cell}'lengths", ITEMS)

    @property
    def variables(self) -> tuple[Name, ...]:
        match self.element:
            case "any":
                return (self.length,)
            case "list":
                return (self.length, self.items, self.lengths)
        return (self.length, self.items)


@dataclass(frozen=True, slots=True)
class Sliced:
    """`slice(lower, upper, step)`; None for a part that was left out."""

    lower: Expr | None
    upper: Expr | None
    step: Expr | None


@dataclass(frozen=True, slots=True)
class Walk:
    """What is gone through item by item: lists in step, `zip` of them where it is not one.

    start: of the numbers that `enumerate` gives with the items; backwards: as `reversed` does.
    """

    lists: tuple[Listed, ...]
    zipped: bool = False
    start: Expr | None = None
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

    code: Expr


Value: TypeAlias = (
    Literal | Name | Unary | Binary | Conditional | Select | Store | All
    | Opaque | Items | Range | Listed | Sliced | Method | Walk | Builtin | Callee | ExceptionClass | Raised
    | Generator | Iterated | Drawn
)  # fmt: skip

Globals: TypeAlias = Callable[[str], int | Builtin | Callee | ExceptionClass | None]
"""What a global name stands for whenever the function runs; None where that is not certain."""

EXPRESSIONS: Final = (Literal, Name, Unary, Binary, Conditional)
NONE: Final = Opaque("none")
ANY: Final = Opaque("any")
STRING: Final = Opaque("str")

_OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
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


def integer(value: int) -> Literal:
    return Literal(int(value), INT)


def is_bit(name: Name) -> Expr:
    """Is it 0 or 1?"""
    return Binary("&&", Binary(">=", name, Literal(0, INT)), Binary("<=", name, Literal(1, INT)))


def is_condition(expr: Expr) -> bool:
    return type_of(expr) == BOOL


def as_int(expr: Expr) -> Expr:
    if not is_condition(expr):
        return expr
    if isinstance(expr, Literal):
        return integer(int(expr.value))
    return Conditional(expr, integer(1), integer(0), expr.span)


def as_condition(expr: Expr) -> Expr:
    """Its truth value."""
    if is_condition(expr):
        return expr
    match expr:
        case Literal(value):
            return TRUE if value else FALSE
        case Conditional(condition, Literal(1), Literal(0)):
            return condition
    return Binary("!=", expr, integer(0), expr.span)


def negated(condition: Expr) -> Expr:
    match condition:
        case Literal(value):
            return FALSE if value else TRUE
        case Unary("!", inner):
            return inner
        case Binary(op, left, right, span) if op in _OPPOSITE:
            return Binary(_OPPOSITE[op], left, right, span)
    return Unary("!", condition, condition.span)


def binary(op: str, left: Expr, right: Expr) -> Expr:
    """The operation on two ints, computed where both are literals."""
    if isinstance(left, Literal) and isinstance(right, Literal) and op in _FOLD:
        value = _FOLD[op](int(left.value), int(right.value))
        return Literal(value, BOOL if isinstance(value, bool) else INT)
    return Binary(op, left, right)


def size(expr: Expr) -> int:
    count, stack = 0, [expr]
    while stack:
        count += 1
        stack += operands(stack.pop())
    return count
