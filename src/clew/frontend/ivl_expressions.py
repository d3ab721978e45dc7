"""The expressions of `.ivl` and their types, by recursive descent and precedence climbing."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from clew.frontend.ivl_tokens import Cursor, Problem, Token, place_of
from clew.ir import blocks as ir
from clew.ir.block_operators import BINARY, TIGHTEST, BlockOperator
from clew.source.spans import Span

UNKNOWN: Final = ir.Type("?")  # the type of what was already reported
TYPES: Final[Mapping[str, ir.Type]] = {"int": ir.INT, "bool": ir.BOOL, "real": ir.REAL}


class ExpressionReader(Cursor):
    """scope: the variables that are declared."""

    def __init__(self, tokens: list[Token], problems: list[Problem]):
        super().__init__(tokens, problems)
        self.scope: dict[str, ir.Name] = {}

    def type(self) -> ir.Type:
        if self.accept("["):
            index = self.type()
            self.expect("]")
            return ir.map_type(index, self.type())
        token = self.name("a type")
        if token.text not in TYPES:
            self.report(
                f"unknown type `{token.text}`",
                place_of(token),
                "types are `int`, `bool`, `real` and maps such as `[int]int`",
            )
        return TYPES.get(token.text, UNKNOWN)

    def typed_expression(self, wanted: ir.Type) -> ir.Expr:
        expr = self.expression()
        self.check_type(expr, wanted)
        return expr

    def check_type(self, expr: ir.Expr, wanted: ir.Type) -> None:
        found = type_of(expr)
        if UNKNOWN not in (found, wanted) and found != wanted:
            self.report(f"expected a value of type `{wanted}`, this is of type `{found}`", expr.span)

    def expression(self) -> ir.Expr:
        start = self.next
        if self.accept("if"):
            condition = self.typed_expression(ir.BOOL)
            self.expect("then")
            then = self.expression()
            self.expect("else")
            orelse = self.typed_expression(type_of(then))
            return ir.Conditional(condition, then, orelse, self.since(start))
        return self.binary(1)

    def binary(self, level: int) -> ir.Expr:
        if level > TIGHTEST:
            return self.unary()
        start = self.next
        left = self.binary(level + 1)
        while self.next.kind == "symbol" and (operator := BINARY.get(self.next.text)) and operator.level == level:
            self.take()
            right = self.binary(level if operator.associates == "right" else level + 1)
            left = self.combine(operator, left, right, self.since(start))
            if operator.associates == "not" and self.sees(*(o.symbol for o in BINARY.values() if o.level == level)):
                self.fail("comparisons do not chain; use `&&`")
        return left

    def combine(self, operator: BlockOperator, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
        type = type_of(left)
        match operator.takes:
            case "any":
                self.check_type(right, type)
            case "number":
                if self.check_number(operator.symbol, "numbers", left):
                    self.check_type(right, type)
            case name:
                self.check_type(left, TYPES[name])
                self.check_type(right, TYPES[name])
        return ir.Binary(operator.symbol, left, right, span)

    def check_number(self, symbol: str, what: str, operand: ir.Expr) -> bool:
        type = type_of(operand)
        if type in (ir.INT, ir.REAL, UNKNOWN):
            return True
        self.report(f"`{symbol}` needs {what}, this is of type `{type}`", operand.span)
        return False

    def unary(self) -> ir.Expr:
        start = self.next
        if self.accept("!"):
            operand = self.unary()
            self.check_type(operand, ir.BOOL)
            return ir.Unary("!", operand, self.since(start))
        if self.accept("-"):
            if self.next.kind in ("int", "real"):
                literal = self.primary()
                if isinstance(literal, ir.Literal):
                    return self.postfix(start, ir.Literal(-literal.value, literal.type, self.since(start)))
            operand = self.unary()
            self.check_number("-", "a number", operand)
            return ir.Unary("-", operand, self.since(start))
        return self.postfix(start, self.primary())

    def postfix(self, start: Token, expr: ir.Expr) -> ir.Expr:
        while self.accept("["):
            type = type_of(expr)
            if type.name != "map" and type is not UNKNOWN:
                self.report(f"expected a map, this is of type `{type}`", expr.span)
                type = UNKNOWN
            index = self.typed_expression(type.arguments[0] if type.arguments else UNKNOWN)
            if self.accept(":="):
                value = self.typed_expression(type.arguments[1] if type.arguments else UNKNOWN)
                self.expect("]")
                expr = ir.Store(expr, index, value, self.since(start))
            else:
                self.expect("]")
                expr = ir.Select(expr, index, self.since(start))
        return expr

    def primary(self) -> ir.Expr:
        token = self.next
        if token.kind == "int":
            self.take()
            return ir.Literal(int(token.text), ir.INT, place_of(token))
        if token.kind == "real":
            self.take()
            return ir.Literal(Fraction(token.text), ir.REAL, place_of(token))
        if self.sees("true", "false"):
            self.take()
            return ir.Literal(token.text == "true", ir.BOOL, place_of(token))
        if self.accept("("):
            inner = self.quantifier(token) if self.accept("forall") else self.expression()
            self.expect(")")
            return inner
        if token.kind == "name":
            return self.variable()
        self.fail("expected an expression")

    def quantifier(self, start: Token) -> ir.Expr:
        token = self.name("a variable")
        if token.text in self.scope:
            self.report(f"variable `{token.text}` is declared twice", place_of(token))
        variable = ir.Name(token.text, ir.INT, place_of(token))
        low, high = self.bound("from"), self.bound("to")
        self.expect(":")
        known = self.scope.get(token.text)
        self.scope[token.text] = variable
        body = self.typed_expression(ir.BOOL)
        del self.scope[token.text]
        if known is not None:
            self.scope[token.text] = known
        return ir.All(variable, low, high, body, self.since(start))

    def bound(self, word: str) -> ir.Expr:
        if self.name(f"`{word}`").text != word:
            self.fail(f"expected `{word}`")
        return self.typed_expression(ir.INT)

    def variable(self) -> ir.Name:
        token = self.name("a variable")
        known = self.scope.get(token.text)
        if known is None:
            self.report(f"variable `{token.text}` is not declared", place_of(token), suggestion(token.text, self.scope))
            self.scope[token.text] = ir.Name(token.text, UNKNOWN)
            return ir.Name(token.text, UNKNOWN, place_of(token))
        return ir.Name(known.name, known.type, place_of(token))


def type_of(expr: ir.Expr) -> ir.Type:
    """As `type_of`, for expressions that may hold something already reported."""
    match expr:
        case ir.Select(map, _):
            type = type_of(map)
            return type.arguments[1] if type.arguments else UNKNOWN
        case ir.Conditional(_, then):
            return type_of(then)
        case ir.Store(map):
            return type_of(map)
        case ir.Unary("-", operand):
            return type_of(operand)
        case ir.Binary(op, left) if not BINARY[op].truth:
            return type_of(left)
        case _:
            return ir.type_of(expr)


def suggestion(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, sorted(known), n=1)
    return f"did you mean `{close[0]}`?" if close else ""
