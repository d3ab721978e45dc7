"""`.ivl` text → block form of the IR, with every problem of the user's named at its place.

    global total: int;
    proc clamp(x: int, hi: int) returns (y: int) {
      var t: int;
      entry:
        goto over, under;
      over:
        assume x > hi;
        y := hi;
        goto done;
      under:
        assume x <= hi;
        y := x;
        goto done;
      done:
        assert y <= hi;
        return;
    }

`//` starts a comment.  Types are `int`, `bool`, `real` and maps `[int]bool`.  The terminator of the last block may be
left out, as in the paper.  `label of proc.label:` marks a copy, as passes make them.

Two sweeps: the first collects globals and signatures, the second parses and types the bodies by recursive descent.  A
syntax error ends the second sweep; all other problems are collected.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple, NoReturn

from clew.frontend.ivl_problems import Problem
from clew.ir import blocks as ir
from clew.ir.blocks import KEYWORDS
from clew.records import dataclass
from clew.source.spans import NOWHERE, Span

UNKNOWN: Final = ir.Type("?")  # the type of what was already reported

_TOKEN: Final = re.compile(
    r"""
      (?P<space> [ \t\r\f]+ | //[^\n]* )
    | (?P<newline> \n )
    | (?P<real> \d+\.\d+ )
    | (?P<int> \d+ )
    | (?P<name> [A-Za-z_](?:[\w$'\#@~]|\.(?=\w))* )
    | (?P<symbol> <==> | ==> | := | == | != | <= | >= | && | \|\| | [-+*/<>!(){}\[\],;:] )
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """kind: `int`, `real`, `name`, `symbol` (keywords too) or `end`."""

    kind: str
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Signature:
    parameters: tuple[ir.Name, ...]
    returns: tuple[ir.Name, ...]


def read(text: str) -> tuple[ir.Program | None, tuple[Problem, ...]]:
    """The program, or None, and what is wrong with the text, in order of place."""
    problems: list[Problem] = []
    try:
        parser = _Parser(list(_tokens(text)), problems)
        parser.sweep_declarations()
        program = parser.program()
    except _SyntaxError as error:
        problems.append(error.problem)
        program = None
    except RecursionError:
        token = parser.next
        where = Span(token.line, token.column, token.line, token.column + len(token.text))
        problems.append(Problem("this expression is nested too deeply", where))
        program = None
    if problems:
        program = None
    return program, tuple(sorted(problems, key=lambda p: p.span[:2]))


class _SyntaxError(Exception):
    def __init__(self, problem: Problem):
        super().__init__(problem.message)
        self.problem = problem


def _tokens(text: str) -> Iterable[Token]:
    position, line, start = 0, 1, 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        column = position - start
        if match is None:
            raise _SyntaxError(
                Problem(f"unexpected character {text[position]!r}", Span(line, column, line, column + 1))
            )
        kind, found = match.lastgroup, match.group()
        position = match.end()
        if kind == "newline":
            line, start = line + 1, position
        elif kind == "name":
            yield Token("symbol" if found in KEYWORDS else "name", found, line, column)
        elif kind != "space":
            assert kind is not None
            yield Token(kind, found, line, column)
    yield Token("end", "", line, position - start)


class _Parser:
    def __init__(self, tokens: list[Token], problems: list[Problem]):
        self.tokens = tokens
        self.at = 0
        self.problems = problems
        self.globals: dict[str, ir.Name] = {}
        self.signatures: dict[str, Signature] = {}
        self.scope: dict[str, ir.Name] = {}

    # ------------------------------------------------------------ tokens

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def sees(self, *texts: str) -> bool:
        token = self.tokens[self.at]
        return token.kind == "symbol" and token.text in texts

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def accept(self, text: str) -> bool:
        if self.sees(text):
            self.at += 1
            return True
        return False

    def expect(self, text: str, what: str = "") -> Token:
        if not self.sees(text):
            self.fail(f"expected `{text}`{what}")
        return self.take()

    def name(self, what: str) -> Token:
        if self.next.kind != "name":
            self.fail(f"expected {what}")
        return self.take()

    def fail(self, message: str) -> NoReturn:
        token = self.next
        found = "the end of the file" if token.kind == "end" else f"`{token.text}`"
        hint = f"`{token.text}` is a keyword" if token.text in KEYWORDS else ""
        raise _SyntaxError(Problem(f"{message}, found {found}", _place(token), hint))

    def report(self, message: str, span: Span, hint: str = "") -> None:
        self.problems.append(Problem(message, span, hint))

    def since(self, start: Token) -> Span:
        last = self.tokens[self.at - 1]
        return Span(start.line, start.column, last.line, last.column + len(last.text))

    # ------------------------------------------------------------ declarations

    def sweep_declarations(self) -> None:
        """Globals and signatures, so that their order in the text does not matter."""
        while self.next.kind != "end":
            if self.sees("global"):
                self.take()
                for name in self.typed_names(end=";"):
                    self.declare(name, self.globals, "global")
                self.expect(";")
            elif self.sees("proc"):
                self.take()
                token = self.name("a procedure name")
                parameters, returns = self.signature()
                if token.text in self.signatures:
                    self.report(f"procedure `{token.text}` is defined twice", _place(token))
                self.signatures.setdefault(token.text, Signature(parameters, returns))
                self.skip_body()
            else:
                self.fail("expected `proc` or `global`")
        self.at = 0

    def skip_body(self) -> None:
        self.expect("{", " before the body of the procedure")
        while not self.sees("}"):
            if self.next.kind == "end":
                self.fail("expected `}` at the end of the procedure")
            self.take()
        self.take()

    def signature(self) -> tuple[tuple[ir.Name, ...], tuple[ir.Name, ...]]:
        self.expect("(", " before the parameters")
        parameters = self.typed_names(end=")")
        self.expect(")", " after the parameters")
        returns: tuple[ir.Name, ...] = ()
        if self.accept("returns"):
            self.expect("(")
            returns = self.typed_names(end=")")
            self.expect(")")
        return parameters, returns

    def typed_names(self, end: str) -> tuple[ir.Name, ...]:
        """`a, b: int, c: bool`; a name without a type takes that of the next one that has it, and `int` at the end."""
        names: list[ir.Name] = []
        waiting: list[Token] = []
        while not self.sees(end):
            waiting.append(self.name("a variable name"))
            if self.accept(":"):
                type = self.type()
                names += [ir.Name(t.text, type, _place(t)) for t in waiting]
                waiting.clear()
            if not self.accept(","):
                break
        names += [ir.Name(t.text, ir.INT, _place(t)) for t in waiting]
        return tuple(names)

    def type(self) -> ir.Type:
        if self.accept("["):
            index = self.type()
            self.expect("]")
            return ir.map_type(index, self.type())
        token = self.name("a type")
        known = {"int": ir.INT, "bool": ir.BOOL, "real": ir.REAL}
        if token.text not in known:
            self.report(
                f"unknown type `{token.text}`",
                _place(token),
                "types are `int`, `bool`, `real` and maps such as `[int]int`",
            )
        return known.get(token.text, UNKNOWN)

    def declare(self, name: ir.Name, scope: dict[str, ir.Name], what: str) -> None:
        if name.name in scope:
            self.report(f"{what} `{name.name}` is declared twice", name.span)
        elif scope is not self.globals and name.name in self.globals:
            self.report(f"{what} `{name.name}` hides the global of that name", name.span)
        scope.setdefault(name.name, name)

    # ------------------------------------------------------------ procedures and blocks

    def program(self) -> ir.Program:
        procedures = []
        while self.next.kind != "end":
            if self.accept("global"):
                self.typed_names(end=";")
                self.expect(";")
            else:
                procedures.append(self.procedure())
        if not procedures:
            self.report("there is no procedure in this file", NOWHERE._replace(line=1, end_line=1, end_column=1))
        return ir.Program(tuple(self.globals.values()), tuple(procedures))

    def procedure(self) -> ir.Procedure:
        start = self.expect("proc")
        name = self.take()
        parameters, returns = self.signature()
        self.expect("{")
        local: list[ir.Name] = []
        while self.accept("var"):
            local += self.typed_names(end=";")
            self.expect(";", " after the declaration")
        scope: dict[str, ir.Name] = {}
        for what, names in (("parameter", parameters), ("return value", returns), ("variable", local)):
            for each in names:
                self.declare(each, scope, what)
        self.scope = self.globals | scope
        blocks: list[ir.Block] = []
        jumps: list[Token] = []
        while not self.sees("}"):
            blocks.append(self.block(jumps))
        self.expect("}")
        span = self.since(start)
        if not blocks:
            self.report(f"procedure `{name.text}` has no block", _place(name), "write a label, `entry:`, and `return;`")
        self.check_labels(name, blocks, jumps)
        return ir.Procedure(name.text, parameters, returns, tuple(local), tuple(blocks), span)

    def check_labels(self, name: Token, blocks: list[ir.Block], jumps: list[Token]) -> None:
        labels: set[str] = set()
        for block in blocks:
            if block.label in labels:
                self.report(f"label `{block.label}` is defined twice in `{name.text}`", block.span)
            labels.add(block.label)
        for jump in jumps:
            if jump.text not in labels:
                self.report(
                    f"there is no label `{jump.text}` in `{name.text}`", _place(jump), _suggest(jump.text, labels)
                )
        if blocks and all(block.targets for block in blocks):
            self.report(
                f"procedure `{name.text}` has no final block, so no execution of it ends",
                _place(name),
                "end one block with `return;`",
            )

    def block(self, jumps: list[Token]) -> ir.Block:
        label = self.name("a label or `}`")
        origin = None
        if self.accept("of"):
            token = self.name("the origin of the block, `procedure.label`")
            procedure, dot, original = token.text.partition(".")
            if not dot:
                self.report(f"`{token.text}` is not of the form `procedure.label`", _place(token))
            origin = ir.Origin(procedure, original)
        self.expect(":", " after the label")
        instrs: list[ir.Instr] = []
        while True:
            start = self.next
            if self.accept("goto"):
                targets = [self.name("a label")]
                while self.accept(","):
                    targets.append(self.name("a label"))
                self.expect(";", " after `goto`")
                jumps += targets
                # A target named twice is one choice.
                return ir.Block(
                    label.text, tuple(instrs), tuple(dict.fromkeys(t.text for t in targets)), origin, _place(label)
                )
            if self.accept("return"):
                self.expect(";", " after `return`")
                return ir.Block(label.text, tuple(instrs), (), origin, _place(label))
            if self.sees("}"):
                return ir.Block(label.text, tuple(instrs), (), origin, _place(label))
            if start.kind == "name" and self.ends_label():
                self.fail(f"block `{label.text}` needs `goto …;` or `return;` before the next label")
            instrs += self.instruction()

    def ends_label(self) -> bool:
        after = self.tokens[self.at + 1]
        return after.text in (":", "of")

    # ------------------------------------------------------------ instructions

    def instruction(self) -> list[ir.Instr]:
        start = self.next
        if self.accept("assume"):
            condition = self.typed_expression(ir.BOOL)
            self.expect(";", " after the condition")
            return [ir.Assume(condition, self.since(start))]
        if self.accept("assert"):
            condition = self.typed_expression(ir.BOOL)
            self.expect(";", " after the condition")
            return [ir.Assert(condition, self.since(start))]
        if self.accept("havoc"):
            targets = [self.variable()]
            while self.accept(","):
                targets.append(self.variable())
            self.expect(";", " after `havoc`")
            return [ir.Havoc(target, self.since(start)) for target in targets]
        if self.accept("call"):
            return [self.call(start)]
        if start.kind == "name":
            return [self.assignment(start)]
        self.fail("expected an instruction")

    def assignment(self, start: Token) -> ir.Instr:
        target = self.variable()
        if self.accept("["):
            type = target.type
            if type is not UNKNOWN and type.name != "map":
                self.report(f"`{target.name}` is of type `{type}`, not a map", target.span)
                type = UNKNOWN
            index = self.typed_expression(type.arguments[0] if type.arguments else UNKNOWN)
            self.expect("]")
            self.expect(":=")
            value = self.typed_expression(type.arguments[1] if type.arguments else UNKNOWN)
            self.expect(";", " after the assignment")
            span = self.since(start)
            return ir.Assign(target, ir.Store(target, index, value, span), span)
        self.expect(":=")
        value = self.typed_expression(target.type)
        self.expect(";", " after the assignment")
        return ir.Assign(target, value, self.since(start))

    def call(self, start: Token) -> ir.Instr:
        targets: list[ir.Name] = []
        after = self.tokens[self.at + 1]
        if after.text in (",", ":="):
            targets.append(self.variable())
            while self.accept(","):
                targets.append(self.variable())
            self.expect(":=")
        callee = self.name("the name of a procedure")
        self.expect("(")
        arguments: list[ir.Expr] = []
        while not self.sees(")"):
            arguments.append(self.expression())
            if not self.accept(","):
                break
        self.expect(")", " after the arguments")
        self.expect(";", " after the call")
        span = self.since(start)
        self.check_call(callee, targets, arguments, span)
        return ir.Call(tuple(targets), callee.text, tuple(arguments), span)

    def check_call(self, callee: Token, targets: list[ir.Name], arguments: list[ir.Expr], span: Span) -> None:
        signature = self.signatures.get(callee.text)
        if signature is None:
            self.report(
                f"there is no procedure `{callee.text}`", _place(callee), _suggest(callee.text, self.signatures)
            )
            return
        wanted, given = len(signature.parameters), len(arguments)
        if wanted != given:
            self.report(f"`{callee.text}` takes {_count(wanted, 'argument')}, {given} given", span)
        for parameter, argument in zip(signature.parameters, arguments, strict=False):
            self.check_type(argument, parameter.type)
        if len(signature.returns) != len(targets):
            returned = _count(len(signature.returns), "value")
            self.report(f"`{callee.text}` returns {returned}, {len(targets)} received", span)
        for returned_name, target in zip(signature.returns, targets, strict=False):
            self.check_type(target, returned_name.type)
        if len({target.name for target in targets}) < len(targets):
            self.report("a variable receives two values of one call", span)

    # ------------------------------------------------------------ expressions

    def typed_expression(self, wanted: ir.Type) -> ir.Expr:
        expr = self.expression()
        self.check_type(expr, wanted)
        return expr

    def check_type(self, expr: ir.Expr, wanted: ir.Type) -> None:
        found = _type_of(expr)
        if UNKNOWN not in (found, wanted) and found != wanted:
            self.report(f"expected a value of type `{wanted}`, this is of type `{found}`", expr.span)

    def expression(self) -> ir.Expr:
        start = self.next
        if self.accept("if"):
            condition = self.typed_expression(ir.BOOL)
            self.expect("then")
            then = self.expression()
            self.expect("else")
            orelse = self.typed_expression(_type_of(then))
            return ir.Conditional(condition, then, orelse, self.since(start))
        return self.binary(1)

    def binary(self, level: int) -> ir.Expr:
        if level > 7:
            return self.unary()
        start = self.next
        left = self.binary(level + 1)
        while self.sees(*_OPERATORS[level]):
            op = self.take().text
            # `==>` associates to the right, everything else to the left; comparisons do not associate.
            right = self.binary(level if op == "==>" else level + 1)
            left = self.combine(op, left, right, self.since(start))
            if level == 5 and self.sees(*_OPERATORS[5]):
                self.fail("comparisons do not chain; use `&&`")
        return left

    def combine(self, op: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
        if op in ir.CONNECTIVES:
            self.check_type(left, ir.BOOL)
            self.check_type(right, ir.BOOL)
        elif op in ("div", "mod"):
            self.check_type(left, ir.INT)
            self.check_type(right, ir.INT)
        elif op == "/":
            self.check_type(left, ir.REAL)
            self.check_type(right, ir.REAL)
        elif op in ("==", "!="):
            self.check_type(right, _type_of(left))
        else:
            type = _type_of(left)
            if type not in (ir.INT, ir.REAL, UNKNOWN):
                self.report(f"`{op}` needs numbers, this is of type `{type}`", left.span)
            else:
                self.check_type(right, type)
        return ir.Binary(op, left, right, span)

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
            if _type_of(operand) not in (ir.INT, ir.REAL, UNKNOWN):
                self.report(f"`-` needs a number, this is of type `{_type_of(operand)}`", operand.span)
            return ir.Unary("-", operand, self.since(start))
        return self.postfix(start, self.primary())

    def postfix(self, start: Token, expr: ir.Expr) -> ir.Expr:
        while self.accept("["):
            type = _type_of(expr)
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
            return ir.Literal(int(token.text), ir.INT, _place(token))
        if token.kind == "real":
            self.take()
            return ir.Literal(Fraction(token.text), ir.REAL, _place(token))
        if self.sees("true", "false"):
            self.take()
            return ir.Literal(token.text == "true", ir.BOOL, _place(token))
        if self.accept("("):
            inner = self.expression()
            self.expect(")")
            return inner
        if token.kind == "name":
            return self.variable()
        self.fail("expected an expression")

    def variable(self) -> ir.Name:
        token = self.name("a variable")
        known = self.scope.get(token.text)
        if known is None:
            self.report(f"variable `{token.text}` is not declared", _place(token), _suggest(token.text, self.scope))
            self.scope[token.text] = ir.Name(token.text, UNKNOWN)
            return ir.Name(token.text, UNKNOWN, _place(token))
        return ir.Name(known.name, known.type, _place(token))


_OPERATORS: Final = {
    1: ("<==>",),
    2: ("==>",),
    3: ("||",),
    4: ("&&",),
    5: ir.COMPARISONS,
    6: ("+", "-"),
    7: ("*", "/", "div", "mod"),
}


def _type_of(expr: ir.Expr) -> ir.Type:
    """As `type_of`, for expressions that may hold something already reported."""
    match expr:
        case ir.Select(map, _):
            type = _type_of(map)
            return type.arguments[1] if type.arguments else UNKNOWN
        case ir.Conditional(_, then):
            return _type_of(then)
        case ir.Store(map):
            return _type_of(map)
        case ir.Unary("-", operand):
            return _type_of(operand)
        case ir.Binary(op, left) if op not in ir.COMPARISONS and op not in ir.CONNECTIVES:
            return _type_of(left)
        case _:
            return ir.type_of(expr)


def _place(token: Token) -> Span:
    return Span(token.line, token.column, token.line, token.column + max(1, len(token.text)))


def _suggest(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, sorted(known), n=1)
    return f"did you mean `{close[0]}`?" if close else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
