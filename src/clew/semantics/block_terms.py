"""Terms written back as expressions of the block form: the other direction of `block_operations.encode`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial, reduce

from clew.ir import blocks as ir
from clew.ir.block_operators import OF_TERMS
from clew.logic import sorts
from clew.logic.terms import Term, post_order


class NoExpression(Exception):
    """The language has no such expression, or it would be too large."""


def decode(term: Term, types: Mapping[str, ir.Type], size: int) -> ir.Expr:
    """An expression with this meaning.  types: of the variables; size: at most so many nodes, as a tree."""
    exprs: dict[Term, ir.Expr] = {}
    sizes: dict[Term, int] = {}
    for node in post_order(term):
        sizes[node] = 1 + sum(sizes[a] for a in node.args)
        if sizes[node] > size:
            raise NoExpression("too large")
        exprs[node] = _decode(node, exprs, types)
    return exprs[term]


def _decode(term: Term, exprs: Mapping[Term, ir.Expr], types: Mapping[str, ir.Type]) -> ir.Expr:
    """exprs: of the sub-terms."""
    parts = [exprs[a] for a in term.args]
    match term.op:
        case "var":
            return ir.Name(term.data, types[term.data])
        case "const":
            return _literal(term)
        case "+":
            coefficients, constant = term.data
            return _sum(list(zip(coefficients, parts, strict=True)), constant, _number_type(term))
        case "<=0" | "<0" | "=0":
            return _comparison(term, exprs)
        case "not":
            match parts[0]:
                case ir.Binary("==", left, right):
                    return ir.Binary("!=", left, right)
            return ir.Unary("!", parts[0])
        case "ite":
            return ir.Conditional(parts[0], parts[1], parts[2])
        case "select":
            return ir.Select(parts[0], parts[1])
        case "store":
            return ir.Store(parts[0], parts[1], parts[2])
        case op if op in OF_TERMS:
            return reduce(partial(ir.Binary, OF_TERMS[op].symbol), parts)
        case _:
            raise NoExpression(term.op)


def _comparison(term: Term, exprs: Mapping[Term, ir.Expr]) -> ir.Expr:
    """`form op 0`, with what is subtracted and the constant on the right."""
    op = {"<=0": "<=", "<0": "<", "=0": "=="}[term.op]
    inner = term.args[0]
    type = _number_type(inner)
    if inner.op != "+":
        return ir.Binary(op, exprs[inner], _number(0, type))
    constant: int | Fraction = inner.data[1]
    pairs = [(c, exprs[a]) for c, a in zip(inner.data[0], inner.args, strict=True)]
    left = [(c, a) for c, a in pairs if c > 0]
    right = [(-c, a) for c, a in pairs if c < 0]
    if left:
        return ir.Binary(op, _sum(left, 0, type), _sum(right, -constant, type))
    turned = {"<=": ">=", "<": ">", "==": "=="}[op]
    return ir.Binary(turned, _sum(right, 0, type), _number(constant, type))


def _sum(pairs: list[tuple[int | Fraction, ir.Expr]], constant: int | Fraction, type: ir.Type) -> ir.Expr:
    total: ir.Expr | None = None
    for coefficient, atom in pairs:
        size = -coefficient if coefficient < 0 else coefficient
        part = atom if size == 1 else ir.Binary("*", _number(size, type), atom)
        if total is None:
            total = (
                part
                if coefficient > 0
                else ir.Unary("-", part)
                if size == 1
                else ir.Binary("*", _number(coefficient, type), atom)
            )
        else:
            total = ir.Binary("+" if coefficient > 0 else "-", total, part)
    if total is None:
        return _number(constant, type)
    if constant:
        total = ir.Binary("+" if constant > 0 else "-", total, _number(-constant if constant < 0 else constant, type))
    return total


def _number_type(term: Term) -> ir.Type:
    return ir.INT if term.sort is sorts.INT else ir.REAL


def _number(value: int | Fraction, type: ir.Type) -> ir.Literal:
    if type == ir.INT:
        return ir.Literal(int(value), ir.INT)
    denominator = Fraction(value).denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator != 1:
        raise NoExpression("no decimal number")
    return ir.Literal(Fraction(value), ir.REAL)


def _literal(term: Term) -> ir.Expr:
    if term.sort is sorts.BOOL:
        return ir.Literal(bool(term.data), ir.BOOL)
    if term.sort is sorts.INT or term.sort is sorts.REAL:
        return _number(term.data, _number_type(term))
    raise NoExpression("constant")
