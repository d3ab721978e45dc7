"""Every operator of the block form, once: how it is written, what it takes and gives, and what it means.

`div` rounds down and `mod` has the sign of the divisor, as in Python; both are total: dividing by 0 gives 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, Literal

from clew.logic import terms
from clew.logic.terms import Term
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class BlockOperator:
    """takes: the type of its operands, which are of one type; what it gives is a truth, or of that type.

    python: a Python expression with a place for each operand; term: the same on terms.  level: from loose to tight;
    associates: which of two in a row comes first; of: the operation of terms that is written with it.
    """

    symbol: str
    takes: Literal["bool", "int", "real", "number", "any"]
    python: str
    term: Callable[..., Term]
    level: int
    associates: Literal["left", "right", "not"] = "left"
    truth: bool = False
    of: str = ""


def _guarded(divide: Callable[[Term, Term], Term]) -> Callable[[Term, Term], Term]:
    def total(a: Term, b: Term) -> Term:
        return terms.ite(terms.eq(b, terms.ZERO), terms.ZERO, divide(a, b))

    return total


def _divide_real(a: Term, b: Term) -> Term:
    assert terms.is_const(b) and b.data, "the check admits only constant divisors of reals"
    return terms.scale(1 / Fraction(b.data), a)


_BINARY: Final = (
    BlockOperator("<==>", "bool", "({} == {})", terms.eq, 1, truth=True),
    BlockOperator("==>", "bool", "(not {} or {})", terms.implies, 2, "right", truth=True),
    BlockOperator("||", "bool", "({} or {})", terms.or_, 3, truth=True, of="or"),
    BlockOperator("&&", "bool", "({} and {})", terms.and_, 4, truth=True, of="and"),
    BlockOperator("==", "any", "({} == {})", terms.eq, 5, "not", truth=True, of="="),
    BlockOperator("!=", "any", "({} != {})", terms.ne, 5, "not", truth=True),
    BlockOperator("<", "number", "({} < {})", terms.lt, 5, "not", truth=True),
    BlockOperator("<=", "number", "({} <= {})", terms.le, 5, "not", truth=True),
    BlockOperator(">", "number", "({} > {})", terms.gt, 5, "not", truth=True),
    BlockOperator(">=", "number", "({} >= {})", terms.ge, 5, "not", truth=True),
    BlockOperator("+", "number", "({} + {})", terms.add, 6),
    BlockOperator("-", "number", "({} - {})", terms.sub, 6),
    BlockOperator("*", "number", "({} * {})", terms.mul, 7, of="*"),
    BlockOperator("/", "real", "({} / {})", _divide_real, 7),
    # Where the divisor of a term may be 0 it stands below a test of that.
    BlockOperator("div", "int", "div({}, {})", _guarded(terms.floor_div), 7, of="div"),
    BlockOperator("mod", "int", "mod({}, {})", _guarded(terms.floor_mod), 7, of="mod"),
)
TIGHTEST: Final = 7
PREFIX: Final = 8

BINARY: Final[Mapping[str, BlockOperator]] = {operator.symbol: operator for operator in _BINARY}
UNARY: Final[Mapping[str, BlockOperator]] = {
    "-": BlockOperator("-", "number", "(-{})", terms.neg, PREFIX),
    "!": BlockOperator("!", "bool", "(not {})", terms.not_, PREFIX, truth=True),
}
OF_TERMS: Final[Mapping[str, BlockOperator]] = {operator.of: operator for operator in _BINARY if operator.of}
