"""Terms written back as expressions of the block form: the other direction of `block_operations.encode`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial, reduce

from clew.ir.block_operators import OF_TERMS
from clew.ir.blocks import (
    BOOL,
    INT,
    REAL,
    Binary,
    Conditional,
    Expr,
    Literal,
    Name,
    Select,
    Store,
    Type,
    Unary,
)
from clew.logic import sorts
from clew.logic.terms import Term, post_order


class NoExpression(Exception):
    """The language has no such expression, or it would be too large."""


def decode(term: Term, types: Mapping[str, Type], size: int) -> Expr:
    """An expression with this meaning.  types: of the variables; size: at most so many nodes, as a tree."""
    exprs: dict[Term, Expr] = {}
    sizes: dict[Term, int] = {}
    for node in post_order(term):
        sizes[node] = 1 + sum(sizes[a] for a in node.args)
        if sizes[node] > size:
            raise NoExpression("too large")
        exprs[node] = _decode(node, exprs, types)
    return exprs[term]


def _decode(term: Term, exprs: Mapping[Term, Expr], types: Mapping[str, Type]) -> Expr:
    """exprs: of the sub-terms."""
    parts = [exprs[a] for a in term.args]
    match term.op:
        case "var":
            return Name(term.data, types[term.data])
        case "const":
            return _literal(term)
        case "+":
            coefficients, constant = term.data
            return _sum(list(zip(coefficients, parts, strict=True)), constant, _number_type(term))
        case "<=0" | "<0" | "=0":
            return _comparison(term, exprs)
        case "not":
            match parts[0]:
                case Binary("==", left, right):
                    return Binary("!=", left, right)
            return Unary("!", parts[0])
        case "ite":
            return Conditional(parts[0], parts[1], parts[2])
        case "select":
            return Select(parts[0], parts[1])
        case "store":
            return Store(parts[0], parts[1], parts[2])
        case op if op in OF_TERMS:
            return reduce(partial(Binary, OF_TERMS[op].symbol), parts)
        case _:
            raise NoExpression(term.op)


def _comparison(term: Term, exprs: Mapping[Term, Expr]) -> Expr:
    """`form op 0`, with what is subtracted and the constant on the right."""
    op = {"<=0": "<=", "<0": "<", "=0": "=="}[term.op]
    inner = term.args[0]
    type = _number_type(inner)
    if inner.op != "+":
        return Binary(op, exprs[inner], _number(0, type))
    constant: int | Fraction = inner.data[1]
    pairs = [(c, exprs[a]) for c, a in zip(inner.data[0], inner.args, strict=True)]
    left = [(c, a) for c, a in pairs if c > 0]
    right = [(-c, a) for c, a in pairs if c < 0]
    if left:
        return Binary(op, _sum(left, 0, type), _sum(right, -constant, type))
    turned = {"<=": ">=", "<": ">", "==": "=="}[op]
    return Binary(turned, _sum(right, 0, type), _number(constant, type))


def _sum(pairs: list[tuple[int | Fraction, Expr]], constant: int | Fraction, type: Type) -> Expr:
    total: Expr | None = None
    for coefficient, atom in pairs:
        size = -coefficient if coefficient < 0 else coefficient
        part = atom if size == 1 else Binary("*", _number(size, type), atom)
        if total is None:
            total = (
                part
                if coefficient > 0
                else Unary("-", part)
                if size == 1
                else Binary("*", _number(coefficient, type), atom)
            )
        else:
            total = Binary("+" if coefficient > 0 else "-", total, part)
    if total is None:
        return _number(constant, type)
    if constant:
        total = Binary("+" if constant > 0 else "-", total, _number(-constant if constant < 0 else constant, type))
    return total


def _number_type(term: Term) -> Type:
    return INT if term.sort is sorts.INT else REAL


def _number(value: int | Fraction, type: Type) -> Literal:
    if type == INT:
        return Literal(int(value), INT)
    denominator = Fraction(value).denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator != 1:
        raise NoExpression("no decimal number")
    return Literal(Fraction(value), REAL)


def _literal(term: Term) -> Expr:
    if term.sort is sorts.BOOL:
        return Literal(bool(term.data), BOOL)
    if term.sort is sorts.INT or term.sort is sorts.REAL:
        return _number(term.data, _number_type(term))
    raise NoExpression("constant")
